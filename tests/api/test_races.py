"""Races: one secret deal, several players, one result."""

import os
import subprocess
import sys
from dataclasses import replace

import psycopg
import pytest

from service import racing
from service.storage.pool import Database
from tests.client import Client
from tests.racing import enter, make, started, winning

pytestmark = pytest.mark.usefixtures("clock")  # noon of the first of March

CLOCK = "grandfathers-clock"


@pytest.fixture
def third(app):
    return Client(app, Client(app).post("players", {"name": "Thea"}, expect=201).json["token"])


def told(client, race):
    return client.get(f"races/{race['id']}").json


def states(race):
    return [entry["state"] for entry in race["entries"]]


def results(race):
    return [entry.get("result") for entry in race["entries"]]


def kinds(sql, race):
    found = sql("SELECT kind FROM race_event WHERE race_id = %s ORDER BY version", [race["id"]])
    return [kind for (kind,) in found]


def moves(client, race, *texts, **headers):
    """Make moves without automatic ones, which may end a game before its line does."""
    client.call("PATCH", f"games/{race['game']}", {"autoplay": "off"}, expect=None)
    return client.post(f"games/{race['game']}/moves", {"moves": list(texts)}, **headers)


def test_the_first_to_bring_all_cards_home_wins(player, rival, clock, sql):
    mine, theirs = started(clock, player, rival)
    assert mine["status"] == theirs["status"] == "running"
    line = winning(sql, mine)
    moves(rival, theirs, *line[:3])
    won = moves(player, mine, *line).json
    assert won["status"] == "won"
    assert won["race"] == {"id": mine["id"], "result": "won"}
    lost = rival.get(f"games/{theirs['game']}").json
    assert lost["status"] == "stopped"
    assert lost["race"]["result"] == "lost"
    assert moves(rival, theirs, *line[3:], expect=409).code == "race_over"
    over = told(rival, theirs)
    assert over["status"] == "over"
    assert over["reason"] == "finished"
    assert results(over) == ["won", "lost"]
    assert states(over) == ["finished", "stopped"]
    assert kinds(sql, mine) == [
        *("joined", "joined", "starting", "started", "progress", "progress", "finished", "result")
    ]


def test_no_card_is_shown_before_the_start(player, rival, clock):
    race = make(player)
    entered = enter(rival, race)
    assert entered["status"] == "starting"
    game = entered["game"]
    for path in ("", "/moves", "/history", "/board.svg"):
        refused = rival.get(f"games/{game}{path}", expect=409)
        assert refused.code == "race_not_started"
        assert refused.headers["Retry-After"] == "10"
        assert refused.json["starts_at"] == entered["starts_at"]
    for call in ("moves", "undo", "resign", "hint", "verdict", "share"):
        body = {"moves": ["t1-f1"]} if call == "moves" else {}
        refused = rival.post(f"games/{game}/{call}", body, expect=409)
        assert refused.code == "race_not_started"
    exported = rival.get("players/me/export").json
    assert exported["games"] == []
    assert exported["races"][0]["id"] == race["id"]
    clock.forward(seconds=10)
    assert rival.get(f"games/{game}").json["piles"]
    assert rival.get(f"games/{game}").json["created_at"] == entered["starts_at"]


def test_all_who_entered_start_when_all_are_ready(player, rival, third, clock):
    race = make(player, seats=4)
    enter(rival, race)
    enter(third, race)
    for client in (player, rival):
        assert client.post(f"races/{race['id']}/ready", {}).json["status"] == "open"
    assert third.post(f"races/{race['id']}/ready", {}).json["status"] == "starting"
    clock.forward(seconds=10)
    assert states(told(player, race)) == ["playing"] * 3
    assert told(player, race)["entries"][2]["name"] == "Thea"


def test_help_is_refused_until_the_race_is_over(player, rival, clock):
    _, theirs = started(clock, player, rival)
    game = theirs["game"]
    for call, body in (
        ("hint", {}),
        ("verdict", {}),
        ("undo", {"to": "winnable"}),
    ):
        refused = rival.post(f"games/{game}/{call}", body, expect=409)
        assert refused.code == "not_allowed_here"
        assert "race" in refused.json["detail"]
    rival.post(f"games/{game}/resign", {})
    again = rival.post("games", {"again": game}, expect=201)
    assert again.json["practice"]
    assert "closed" in rival.get(f"games/{game}/history").json


def test_the_last_who_can_play_wins(player, rival, third, clock):
    first, second, last = started(clock, player, rival, third)
    rival.post(f"games/{second['game']}/resign", {})
    running = told(player, first)
    assert running["status"] == "running"
    assert states(running) == ["playing", "resigned", "playing"]
    refused = rival.post("games", {"again": second["game"]}, expect=409)
    assert refused.code == "not_allowed_here"
    assert "closed" not in rival.get(f"games/{second['game']}/history").json
    assert rival.post(f"games/{second['game']}/verdict", {}, expect=409).code == "not_allowed_here"
    assert rival.post(f"games/{second['game']}/share", {}, expect=409).code == "not_allowed_here"
    player.post(f"games/{first['game']}/resign", {})
    over = told(rival, second)
    assert results(over) == ["lost", "lost", "won"]
    assert over["reason"] == "last_able"
    assert third.get(f"games/{last['game']}").json["status"] == "stopped"


def test_at_the_limit_the_most_cards_placed_win(player, rival, clock, sql):
    mine, theirs = started(clock, player, rival, minutes=1)
    line = winning(sql, mine)
    moves(player, mine, *line[:12])
    clock.forward(seconds=60)
    game = rival.get(f"games/{theirs['game']}").json
    assert game["status"] == "stopped"
    over = told(player, mine)
    placed = [entry["cards_placed"] for entry in over["entries"]]
    assert placed[0] > placed[1]
    assert results(over) == ["won", "lost"]
    assert over["reason"] == "limit"
    assert over["ended_at"] == over["ends_at"]


def test_level_at_the_limit_is_a_draw(player, rival, clock):
    mine, _ = started(clock, player, rival, minutes=1)
    clock.forward(minutes=2)
    over = told(player, mine)
    assert results(over) == ["drawn", "drawn"]
    stats = player.get("players/me/stats").json
    assert stats["races"]["overall"] == {"played": 1, "won": 0, "drawn": 1}
    assert stats["overall"]["all"]["played"] == 0


def test_who_left_and_does_not_come_back_has_resigned(player, rival, clock):
    mine, theirs = started(clock, player, rival)
    left = rival.post(f"races/{theirs['id']}/leave", {}).json
    assert "leaves_at" in left["entries"][1]
    clock.forward(seconds=30)
    over = told(player, mine)
    assert results(over) == ["won", "lost"]
    assert states(over) == ["stopped", "resigned"]


def test_the_game_of_who_left_for_good_has_ended(player, rival, third, clock, database):
    mine, theirs, _ = started(clock, player, rival, third)
    rival.post(f"races/{theirs['id']}/leave", {})
    clock.forward(seconds=31)
    resigned = rival.get(f"games/{theirs['game']}").json
    assert (resigned["status"], resigned["elapsed_ms"]) == ("resigned", 30_000)
    assert moves(rival, theirs, "t1-f1", expect=409).code == "game_over"
    assert told(player, mine)["status"] == "running"
    player.post(f"games/{mine['game']}/resign", {})
    assert rival.get(f"games/{theirs['game']}").json["race"]["result"] == "lost"
    verified = subprocess.run(
        [sys.executable, "-m", "service.command", "verify"],
        env=os.environ | {"DATABASE_URL": database},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (verified.returncode, verified.stdout) == (0, "")


def test_who_comes_back_in_time_plays_on(player, rival, clock, sql):
    mine, theirs = started(clock, player, rival)
    rival.post(f"races/{theirs['id']}/leave", {})
    clock.forward(seconds=29)
    line = winning(sql, mine)
    moves(rival, theirs, line[0])
    clock.forward(seconds=300)
    assert told(player, mine)["status"] == "running"
    assert moves(rival, theirs, *line[1:]).json["race"]["result"] == "won"
    assert results(told(player, mine)) == ["lost", "won"]


def test_a_game_takes_the_time_since_the_start(player, rival, clock, sql):
    """Also where so many moves come at once that elsewhere they would count with more."""
    mine, theirs = started(clock, player, rival, minutes=1)
    clock.forward(seconds=1)
    assert moves(player, mine, *winning(sql, mine)[:20]).json["elapsed_ms"] == 1_000
    for _ in range(3):
        player.post(f"games/{mine['game']}/undo", {"count": 20})
        player.post(f"games/{mine['game']}/redo", {"count": 20})
    clock.forward(minutes=2)
    for client, race in ((player, mine), (rival, theirs)):
        stopped = client.get(f"games/{race['game']}").json
        assert (stopped["status"], stopped["elapsed_ms"]) == ("stopped", 60_000)


def test_a_race_that_waits_too_long_is_cancelled(player, clock):
    race = make(player)
    clock.forward(minutes=15)
    gone = told(player, race)
    assert (gone["status"], gone["reason"]) == ("cancelled", "not_started")
    assert player.post(f"races/{race['id']}/ready", {}, expect=409).code == "race_over"


def test_a_rematch_is_for_the_same_people(player, rival, third, clock):
    mine, theirs = started(clock, player, rival)
    refused = player.post(f"races/{mine['id']}/rematch", {}, expect=409)
    assert refused.code == "not_allowed_here"
    player.post(f"games/{mine['game']}/resign", {})
    new = player.post(f"races/{mine['id']}/rematch", {}, expect=201).json
    assert told(rival, theirs)["rematch"] == new["id"]
    assert third.post("race-entries", {"code": new["code"]}, expect=422).json["errors"]
    second = rival.post(f"races/{mine['id']}/rematch", {}, expect=201).json
    assert second["id"] == new["id"]
    assert second["status"] == "starting"
    assert second["deal"]["commitment"] != mine["deal"]["commitment"]


def test_a_cancelled_rematch_is_no_longer_named(player, rival, clock):
    mine, _ = started(clock, player, rival)
    path = f"races/{mine['id']}"
    player.post(f"games/{mine['game']}/resign", {})
    before = rival.get(path).headers["ETag"]
    first = player.post(f"{path}/rematch", {}, expect=201, Idempotency_Key="k")
    named = rival.get(path, If_None_Match=before)
    assert named.json["rematch"] == first.json["id"]
    player.post(f"races/{first.json['id']}/leave", {})
    unnamed = rival.get(path, If_None_Match=named.headers["ETag"])
    assert "rematch" not in unnamed.json
    assert rival.get(path, If_None_Match=unnamed.headers["ETag"], expect=304).raw == b""
    again = player.post(f"{path}/rematch", {}, expect=201, Idempotency_Key="k")
    assert again.raw == first.raw
    other = player.post(f"{path}/rematch", {}, expect=201, Idempotency_Key="l").json
    assert rival.get(path).json["rematch"] == other["id"] != first.json["id"]


def test_a_repeated_request_gets_its_first_answer(player, rival, clock):
    key = {"Idempotency_Key": "k1"}
    wish = {"variant": CLOCK, "seats": 2}
    first = player.post("races", wish, expect=201, **key)
    entered = rival.post("race-entries", {"code": first.json["code"]}, expect=201, **key)
    assert entered.json["status"] == "starting"
    clock.forward(minutes=1)
    assert player.post("races", wish, expect=201, **key).raw == first.raw
    again = rival.post("race-entries", {"code": first.json["code"]}, expect=201, **key)
    assert again.raw == entered.raw
    assert again.headers["ETag"] == entered.headers["ETag"]
    refused = player.post("races", {**wish, "seats": 3}, expect=422, **key)
    assert refused.code == "idempotency_key_reused"


def test_a_race_is_seen_by_its_entrants_only(player, rival, third, stranger, clock):
    mine, _ = started(clock, player, rival)
    assert third.get(f"races/{mine['id']}", expect=404).code == "not_found"
    assert stranger.get(f"races/{mine['id']}", expect=401).code == "unauthenticated"
    for call in ("ready", "leave", "rematch"):
        assert third.post(f"races/{mine['id']}/{call}", {}, expect=404).code == "not_found"
    assert third.get("races").json["items"] == []
    assert [race["id"] for race in player.get("races").json["items"]] == [mine["id"]]


def test_a_deleted_rival_stays_without_a_name(player, third, clock):
    mine, _ = started(clock, player, third)
    before = player.get(f"races/{mine['id']}")
    third.call("DELETE", "players/me", expect=204)
    after = player.get(f"races/{mine['id']}")
    assert after.headers["ETag"] != before.headers["ETag"]
    assert results(after.json) == ["won", "lost"]
    assert "Thea" not in after.raw.decode()
    assert "replay" in after.json["entries"][0]
    assert "replay" not in after.json["entries"][1]


@pytest.mark.parametrize("name", ["clock", "la-montre"])
def test_what_leaves_nothing_to_decide_is_not_raced(player, name):
    refused = player.post("races", {"variant": name, "seats": 2}, expect=409)
    assert refused.code == "not_allowed_here"


def test_a_full_race_and_one_that_starts_let_nobody_in(player, rival, third, clock):
    race = make(player)
    assert third.post("race-entries", {"code": "ZZZZZZZZ"}, expect=422).code == "validation_failed"
    enter(rival, race)
    assert third.post("race-entries", {"code": race["code"]}, expect=409).code == "race_full"
    other = make(player, seats=3)
    enter(rival, other)
    for client in (player, rival):
        client.post(f"races/{other['id']}/ready", {})
    assert third.post("race-entries", {"code": other["code"]}, expect=409).code == "race_started"
    clock.forward(minutes=20)
    assert third.post("race-entries", {"code": other["code"]}, expect=409).code == "race_over"


def test_what_a_code_leads_to_can_be_looked_at_before_entering(player, rival, third, clock):
    race = make(player, seats=3, minutes=7)
    enter(third, race)
    seen = rival.get(f"race-entries?code={race['code'].lower()}").json
    assert seen == {
        "variant": CLOCK,
        "options": race["options"],
        "seats": 3,
        "minutes": 7,
        "status": "open",
        "entered": 2,
        "names": ["Thea"],
    }
    assert told(player, race)["version"] == 2
    for code in ("ZZZZZZZZ", "A", "ABCDEFGHJ", "12345678"):
        refused = rival.get(f"race-entries?code={code}", expect=422)
        assert refused.json["errors"][0]["code"] == "no_such_race"
        refused = rival.post("race-entries", {"code": code}, expect=422)
        assert refused.json["errors"][0]["code"] == "no_such_race"
    clock.forward(minutes=15)
    assert rival.get(f"race-entries?code={race['code']}").json["status"] == "cancelled"


def test_help_with_cards_laid_out_is_refused_while_one_races(player, rival, clock):
    mine, _ = started(clock, player, rival)
    cards = {
        pile["id"]: pile["cards"] for pile in player.get(f"games/{mine['game']}").json["piles"]
    }
    copied = player.start(CLOCK, layout=cards)
    other = player.start("freecell", deal="1")
    for call, body in (("hint", {}), ("verdict", {}), ("undo", {"to": "winnable"})):
        refused = player.post(f"games/{copied['id']}/{call}", body, expect=409)
        assert (refused.code, "race" in refused.json["detail"]) == ("not_allowed_here", True)
    assert player.post(f"games/{other['id']}/hint", {}).json["move"]
    player.post(f"games/{mine['game']}/resign", {})
    assert player.post(f"games/{copied['id']}/hint", {}).json["move"]


def test_a_racer_is_not_told_to_give_up(player, rival, clock):
    mine, _ = started(clock, player, rival)
    for refused in (
        player.post("games", {"again": mine["game"]}, expect=409),
        player.post(f"games/{mine['game']}/share", {}, expect=409),
    ):
        assert "race" in refused.json["detail"]


def test_an_open_race_tells_until_when_it_waits_and_how_many_cards_win(player, rival):
    race = make(player)
    assert race["expires_at"] == "2025-03-01T12:15:00.000Z"
    assert race["cards_to_place"] == 40
    assert "expires_at" not in enter(rival, race)


def test_the_code_may_be_written_as_it_is_read_out(player, rival):
    race = make(player)
    code = race["code"].lower()
    spoken = f"{code[:4]} - {code[4:]}"
    assert rival.post("race-entries", {"code": spoken}, expect=201).json["id"] == race["id"]


def test_leaving_before_the_start_frees_the_seat(player, rival, third):
    race = make(player, seats=3)
    enter(rival, race)
    rival.post(f"races/{race['id']}/leave", {})
    assert rival.get(f"races/{race['id']}", expect=404)
    assert [entry["seat"] for entry in told(player, race)["entries"]] == [1]
    assert enter(third, race)["seat"] == 2
    player.post(f"races/{race['id']}/leave", {})
    gone = third.post(f"races/{race['id']}/leave", {}).json
    assert (gone["status"], gone["reason"]) == ("cancelled", "all_left")
    assert told(third, race)["reason"] == "all_left"


def test_a_player_is_in_so_many_races_at_once(player):
    for _ in range(10):
        make(player)
    refused = player.post("races", {"variant": CLOCK, "seats": 2}, expect=409)
    assert refused.code == "too_many_races"


def test_a_race_that_somebody_holds_keeps_no_other_from_being_judged(
    app, player, rival, clock, database
):
    means = app.extensions["means"]
    held, other = make(player), make(rival)
    clock.forward(minutes=15)
    with psycopg.connect(database) as connection:
        connection.execute("SELECT FROM race WHERE id = %s FOR UPDATE", [held["id"]])
        with Database(replace(means.config, statement_timeout=100)).open() as hurried:
            assert racing.settle_due(replace(means, database=hurried)) == 1
    assert told(rival, other)["status"] == "cancelled"
    assert racing.settle_due(means) == 1
