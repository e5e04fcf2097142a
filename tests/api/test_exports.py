"""The export of a player: everything that is theirs, and nothing that is hidden or another's."""

import json
import tracemalloc

import pytest

from service import history
from service.errors import Unavailable
from service.storage import games, race_lists
from tests.client import Client
from tests.racing import enter, make


def exported(client):
    return client.get("players/me/export").json


def events_of(client, game):
    items, path = [], f"games/{game['id']}/history?limit=100"
    page = client.get(path).json
    while True:
        items += page["items"]
        if "next" not in page:
            return items, page.get("closed")
        page = client.get(f"{path}&cursor={page['next']}").json


def test_a_new_player_has_an_export(player, clock):  # noqa: ARG001 - the time stands
    found = exported(player)
    assert found == {
        "exported_at": "2025-03-01T12:00:00.000Z",
        "player": player.get("players/me").json,
        "stats": player.get("players/me/stats").json,
        "races": [],
        "games": [],
    }


def test_an_export_is_everything_the_other_calls_tell(player, clock):
    player.call("PATCH", "players/me", {"name": "Zoé", "time_zone": "Europe/Paris"})
    ended = player.start("german-clock", deal="3", autoplay="off")
    player.move(ended, "draw", "draw")
    clock.forward(seconds=7)
    player.post(f"games/{ended['id']}/undo", {})
    player.post(f"games/{ended['id']}/hint", {})
    player.post(f"games/{ended['id']}/resign", {})
    clock.forward(seconds=1)
    running = player.start("klondike")
    player.move(running, "draw")
    found = exported(player)
    assert found["player"] == player.get("players/me").json
    assert found["stats"] == player.get("players/me/stats").json
    assert [game["id"] for game in found["games"]] == [running["id"], ended["id"]]
    for game in found["games"]:
        items, closed = events_of(player, game)
        assert game.pop("events") == items
        assert game.pop("closed", None) == closed
        assert game == player.read(game)


def test_a_running_game_is_told_as_its_player_sees_it(player):
    player.start("klondike")
    (game,) = exported(player)["games"]
    assert "closed" not in game
    assert any("??" in pile["cards"] for pile in game["piles"])
    for word in ("order", "salt", "solution"):
        assert word not in json.dumps(game)


def test_a_closed_deal_is_exported_with_order_and_salt(player):
    game = player.start("klondike")
    player.post(f"games/{game['id']}/resign", {})
    (found,) = exported(player)["games"]
    assert len(found["closed"]["order"]) == 52
    assert len(found["closed"]["salt"]) == 64
    assert found["closed"]["commitment"] == game["deal"]["commitment"]


def test_an_export_tells_nothing_of_others_and_no_token(player, rival):
    rival.call("PATCH", "players/me", {"name": "Ada"})
    theirs = rival.start("german-clock")
    player.start("german-clock")
    raw = player.get("players/me/export").raw.decode()
    for foreign in ("Ada", theirs["id"], rival.get("players/me").json["id"]):
        assert foreign not in raw
    assert player.token not in raw
    assert "lc_" not in raw


@pytest.mark.parametrize("token", [None, "lc_" + "x" * 43])
def test_nobody_is_exported_without_the_token(app, token):
    Client(app, token).get("players/me/export", expect=401)


def test_an_export_is_a_file_and_is_kept_by_no_cache(player, clock):  # noqa: ARG001 - the time stands
    answer = player.get("players/me/export")
    assert (
        answer.headers["Content-Disposition"] == 'attachment; filename="longcase-2025-03-01.json"'
    )
    assert answer.headers["Cache-Control"] == "no-store"


def test_games_of_one_moment_are_each_exported_once(player, clock):  # noqa: ARG001 - the time stands
    made = {player.start("german-clock")["id"] for _ in range(45)}
    found = [game["id"] for game in exported(player)["games"]]
    assert sorted(found) == sorted(made)


def test_a_game_that_is_started_meanwhile_is_left_out(player, clock, monkeypatch):
    for _ in range(25):
        player.start("german-clock")
    clock.forward(seconds=1)
    page = games.page

    def late(*args):
        found = page(*args)
        player.start("klondike")
        return found

    monkeypatch.setattr(games, "page", late)
    assert {game["variant"] for game in exported(player)["games"]} == {"german-clock"}


def test_a_game_that_is_played_meanwhile_agrees_with_its_events(player, monkeypatch):
    game = player.start("german-clock", autoplay="off")
    player.move(game, "draw")
    whole = history.whole

    def late(*args):
        player.move(game, "draw")
        return whole(*args)

    monkeypatch.setattr(history, "whole", late)
    (found,) = exported(player)["games"]
    assert found["version"] == found["events"][-1]["version"] == 2
    assert player.read(game)["version"] == 3


def test_a_race_that_is_left_meanwhile_is_left_out(player, rival, monkeypatch):
    stays, goes = make(player), make(player, seats=3)
    enter(rival, goes)
    page = race_lists.page

    def late(*args):
        found = page(*args)
        player.post(f"races/{goes['id']}/leave", {})
        return found

    monkeypatch.setattr(race_lists, "page", late)
    told = exported(player)["races"]
    assert [race["id"] for race in told] == [stays["id"]]


def test_a_player_who_is_deleted_meanwhile_gets_what_there_was(player, monkeypatch):
    for _ in range(30):
        player.start("german-clock")
    page = games.page

    def late(*args):
        found = page(*args)
        player.call("DELETE", "players/me", expect=None)
        return found

    monkeypatch.setattr(games, "page", late)
    found = exported(player)["games"]
    assert len(found) == 20
    assert not any(game["events"] for game in found)


def test_all_events_of_a_long_game_are_exported(player):
    game = player.start("german-clock", autoplay="off")
    for _ in range(60):
        player.move(game, "draw")
        player.post(f"games/{game['id']}/undo", {})
    (found,) = exported(player)["games"]
    assert [event["version"] for event in found["events"]] == list(range(1, 122))


def test_an_export_that_breaks_off_is_no_json(player, monkeypatch):
    for _ in range(25):
        player.start("german-clock")
    page, calls = games.page, []

    def lost(*args):
        calls.append(args)
        if len(calls) > 1:
            raise Unavailable
        return page(*args)

    monkeypatch.setattr(games, "page", lost)
    got: list[bytes] = []
    response = player.app.test_client().get(
        "/v1/players/me/export", headers={"Authorization": f"Bearer {player.token}"}, buffered=False
    )
    with pytest.raises(Unavailable):
        got.extend(response.iter_encoded())
    assert b"".join(got).count(b'"events":') == 20
    with pytest.raises(json.JSONDecodeError):
        json.loads(b"".join(got))


def test_an_export_holds_some_games_in_memory_and_not_all(player, superuser):
    game = player.start("german-clock")
    player.move(game, *["draw"] * 40)

    def most():
        response = player.app.test_client().get(
            "/v1/players/me/export",
            headers={"Authorization": f"Bearer {player.token}"},
            buffered=False,
        )
        tracemalloc.start()
        size = sum(len(part) for part in response.iter_encoded())
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return size, peak

    small, _ = most()
    superuser.execute("CREATE TABLE more AS SELECT * FROM game, generate_series(1, 400)")
    superuser.execute("ALTER TABLE more DROP COLUMN generate_series")
    superuser.execute("UPDATE more SET id = gen_random_uuid()")
    superuser.execute("INSERT INTO game SELECT * FROM more")
    superuser.execute("DROP TABLE more")
    large, peak = most()
    assert large > 300 * (small - 2000)
    assert peak < large / 2
