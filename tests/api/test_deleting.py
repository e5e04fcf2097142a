"""Deleting oneself: nothing is left, and no call that comes at the same time fails."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from service.storage import events, games
from tests.client import Client

TABLES = ("player", "game", "game_event", "replay")


@pytest.fixture
def left(superuser):
    """How many rows each table still has."""

    def count():
        statement = "SELECT count(*) FROM {}"
        return [superuser.execute(statement.format(table)).fetchone()[0] for table in TABLES]

    return count


def delete(client):
    return client.call("DELETE", "players/me", expect=204)


def test_a_deleted_player_leaves_nothing(player, left):
    player.call("PATCH", "players/me", {"name": "Ada"})
    game = player.start("german-clock")
    player.move(game, "draw")
    player.post(f"games/{game['id']}/resign", {})
    replay = player.post(f"games/{game['id']}/share", expect=201).json["id"]
    player.start("freecell")
    answer = delete(player)
    player.get(f"replays/{replay}", expect=404)
    player.get(f"replays/{replay}/board.svg", expect=404)
    assert answer.raw == b""
    assert "Content-Type" not in answer.headers
    assert left() == [0, 0, 0, 0]


def test_the_token_is_nobodys_after_it(player, left):
    game = player.start("german-clock")
    delete(player)
    player.get("players/me", expect=401)
    player.get(f"games/{game['id']}", expect=401)
    player.post(f"games/{game['id']}/moves", {"moves": ["draw"]}, expect=401)
    player.post("games", {"variant": "german-clock"}, expect=401)
    player.call("PATCH", "players/me", {"name": "Ada"}, expect=401)
    player.post("players/me/token", expect=401)
    assert left() == [0, 0, 0, 0]


def test_the_old_token_is_nobodys_after_it(player):
    new = Client(player.app, player.post("players/me/token").json["token"])
    delete(new)
    player.get("players/me", expect=401)


def test_deleting_again_is_refused(player):
    delete(player)
    player.call("DELETE", "players/me", expect=401)


def test_deleting_takes_nothing_of_others(player, rival):
    game = rival.start("german-clock")
    rival.move(game, "draw")
    player.start("german-clock")
    before = [rival.read(game), rival.get(f"games/{game['id']}/history").json]
    delete(player)
    assert [rival.read(game), rival.get(f"games/{game['id']}/history").json] == before


def test_a_body_has_no_say(player):
    player.send("DELETE", "players/me", b"{", expect=204)


@pytest.mark.parametrize("token", [None, "lc_" + "x" * 43])
def test_nobody_deletes_without_the_token(app, player, token):
    Client(app, token).call("DELETE", "players/me", expect=401)
    player.get("players/me")


def test_deleting_is_done_once_of_twenty_at_once(player, left):
    player.start("freecell")
    with ThreadPoolExecutor(20) as pool:
        answers = pool.map(
            lambda _: player.call("DELETE", "players/me", expect=None).status, range(20)
        )
    assert sorted(answers) == [204, *[401] * 19]
    assert left() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("call", "body"),
    [
        ("moves", {"moves": ["draw"]}),
        ("undo", {}),
        ("autoplay", {"mode": "all"}),
        ("resign", {}),
    ],
)
def test_a_change_that_waits_for_the_deletion_comes_too_late(player, overtake, left, call, body):
    game = player.start("german-clock", autoplay="off")
    player.move(game, "draw")
    answer = overtake(
        "DELETE FROM player",
        lambda: player.post(f"games/{game['id']}/{call}", body, expect=None),
    )
    assert answer.status == 401
    assert left() == [0, 0, 0, 0]


@pytest.mark.parametrize("variant", ["german-clock", "freecell"])
@pytest.mark.parametrize("key", [{}, {"Idempotency_Key": "k"}])
def test_a_start_that_waits_for_the_deletion_comes_too_late(player, overtake, left, variant, key):
    answer = overtake(
        "DELETE FROM player",
        lambda: player.post("games", {"variant": variant}, expect=None, **key),
    )
    assert answer.status == 401
    assert left() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "call",
    [
        ("PATCH", "players/me", {"name": "Ada"}),
        ("POST", "players/me/token", None),
        ("DELETE", "players/me", None),
    ],
)
def test_a_player_changes_nothing_while_they_are_deleted(player, overtake, left, call):
    answer = overtake("DELETE FROM player", lambda: player.call(*call, expect=None))
    assert answer.status == 401
    assert left() == [0, 0, 0, 0]


def test_a_game_that_is_added_while_the_player_is_deleted_goes_too(
    player, overtake, superuser, left
):
    player.start("german-clock")
    superuser.execute("CREATE TABLE another AS SELECT * FROM game")
    superuser.execute("UPDATE another SET id = gen_random_uuid()")
    superuser.execute("GRANT SELECT ON another TO public")
    try:
        answer = overtake("INSERT INTO game SELECT * FROM another", lambda: delete(player))
    finally:
        superuser.execute("DROP TABLE another")
    assert answer.status == 204
    assert left() == [0, 0, 0, 0]


def test_a_repeated_call_whose_game_is_deleted_under_it_finds_nothing(player, monkeypatch):
    game = player.start("german-clock")
    player.move(game, "draw", Idempotency_Key="k")
    between = events.between

    def late(*args, **kwargs):
        delete(player)
        monkeypatch.setattr(events, "between", between)
        return between(*args, **kwargs)

    monkeypatch.setattr(events, "between", late)
    player.post(f"games/{game['id']}/moves", {"moves": ["draw"]}, expect=404, Idempotency_Key="k")


def test_a_move_whose_game_is_deleted_under_it_is_refused(player, monkeypatch):
    game = player.start("german-clock")
    save = games.save

    def late(*args):
        delete(player)
        monkeypatch.setattr(games, "save", save)
        return save(*args)

    monkeypatch.setattr(games, "save", late)
    player.post(f"games/{game['id']}/moves", {"moves": ["draw"]}, expect=401)


def test_whatever_runs_while_a_player_is_deleted_is_answered(player, left):
    game = player.start("german-clock", autoplay="off")
    path = f"games/{game['id']}"
    calls = [
        ("POST", f"{path}/moves", {"moves": ["draw"]}),
        ("POST", f"{path}/undo", {}),
        ("POST", f"{path}/redo", {}),
        ("POST", f"{path}/hint", {}),
        ("GET", f"{path}/history", None),
        ("GET", f"{path}/board.svg", None),
        ("GET", "players/me/stats", None),
        ("GET", "games", None),
        ("POST", "games", {"variant": "german-clock"}),
        ("POST", "games", {"variant": "german-clock", "deal": "3"}),
        ("PATCH", "players/me", {"name": "Ada"}),
    ]
    together = Barrier(len(calls) + 1)

    def hammer(call):
        together.wait()
        answers = [player.call(*call, expect=None).status]
        while answers[-1] != 401:
            answers.append(player.call(*call, expect=None).status)
        return answers

    with ThreadPoolExecutor(len(calls)) as pool:
        sent = [pool.submit(hammer, call) for call in calls]
        together.wait()
        delete(player)
        found = {status for each in sent for status in each.result()}
    assert found <= {200, 201, 401, 404, 409}
    assert left() == [0, 0, 0, 0]
