"""Entering by a code that can be read out; leaving, coming back, and who is out already."""

import re

import pytest

from service import entering, raced, races
from service.races import LETTERS
from tests.racing import enter, make, started, winning


@pytest.fixture(autouse=True)
def _at_noon(clock):
    """It is noon of the first of March."""


def told(client, race):
    return client.get(f"races/{race['id']}").json


def test_a_code_has_no_letters_that_are_taken_for_one_another(player):
    assert re.fullmatch(rf"[{LETTERS}]{{8}}", make(player)["code"])
    assert set(LETTERS).isdisjoint("ILOS")  # 1, 0 and 5, and F when it is read out


def test_a_rematch_is_not_shown_to_others_who_learn_its_code(player, rival, third, clock):
    mine, _ = started(clock, player, rival)
    player.post(f"games/{mine['game']}/resign", {})
    code = player.post(f"races/{mine['id']}/rematch", {}, expect=201).json["code"]
    assert rival.get(f"race-entries?code={code}").json["entered"] == 1
    refused = third.get(f"race-entries?code={code}", expect=422)
    assert refused.json["errors"][0]["code"] == "no_such_race"


def test_a_rematch_has_no_seat_for_who_was_deleted(player, rival, third, clock):
    mine, *_ = started(clock, player, rival, third)
    third.call("DELETE", "players/me", expect=204)
    player.post(f"games/{mine['game']}/resign", {})
    path = f"races/{mine['id']}/rematch"
    assert player.post(path, {}, expect=201).json["seats"] == 2
    assert rival.post(path, {}, expect=201).json["status"] == "starting"


def test_when_the_last_who_is_not_ready_leaves_the_start_is_announced(player, rival, third):
    race = make(player, seats=4)
    for client in (rival, third):
        enter(client, race)
    for client in (player, rival):
        client.post(f"races/{race['id']}/ready", {})
    assert told(player, race)["status"] == "open"
    third.post(f"races/{race['id']}/leave", {})
    assert told(player, race)["status"] == "starting"


def test_who_leaves_in_the_countdown_has_time_from_the_start_on(player, rival, clock):
    race = enter(rival, make(player))
    left = rival.post(f"races/{race['id']}/leave", {}).json
    assert left["entries"][1]["leaves_at"] == "2025-03-01T12:00:40.000Z"
    assert left["starts_at"] == "2025-03-01T12:00:10.000Z"
    clock.forward(seconds=39)
    assert told(player, race)["status"] == "running"
    clock.forward(seconds=1)
    assert told(player, race)["ended_at"] == "2025-03-01T12:00:40.000Z"


@pytest.mark.parametrize(
    ("method", "call", "body"),
    [
        ("POST", "moves", None),
        ("POST", "undo", {}),
        ("PATCH", "", {"autoplay": "all"}),
        ("POST", "ready", {}),
    ],
)
def test_any_change_brings_back_and_no_read_does(player, rival, clock, sql, *, method, call, body):
    mine, theirs = started(clock, player, rival)
    line = winning(sql, mine)
    game, race = f"games/{theirs['game']}", f"races/{theirs['id']}"
    rival.post(f"{game}/moves", {"moves": line[:1]})
    rival.post(f"{race}/leave", {})
    for path in (game, f"{game}/moves", f"{game}/history", race, f"{race}/events", "games"):
        rival.get(path)
    assert "leaves_at" in told(player, mine)["entries"][1]
    path = f"{race}/ready" if call == "ready" else f"{game}/{call}".rstrip("/")
    rival.call(method, path, {"moves": line[1:2]} if body is None else body)
    assert "leaves_at" not in told(player, mine)["entries"][1]
    events = player.get(f"{race}/events").json["items"]
    assert "returned" in [event["kind"] for event in events]


def test_who_is_out_changes_nothing_by_leaving_or_being_ready(player, rival, third, clock):
    mine, theirs, _ = started(clock, player, rival, third)
    rival.post(f"games/{theirs['game']}/resign", {})
    before = told(player, mine)
    for call in ("leave", "ready"):
        answer = rival.post(f"races/{mine['id']}/{call}", {}).json
        assert answer["entries"] == before["entries"]
    assert told(player, mine) == before


@pytest.mark.parametrize("call", ["enter", "ready", "leave"])
def test_what_changed_nothing_is_answered_alike_until_something_happens(
    player, rival, third, clock, call
):
    """Its key is free again, and stands for the first send that does change something."""
    race = make(player, seats=3)
    entry, path = ("race-entries", {"code": race["code"]}), f"races/{race['id']}"
    status = 201 if call == "enter" else 200
    target = entry if call == "enter" else (f"{path}/{call}", {})
    enter(rival, race)
    if call == "ready":
        rival.post(f"{path}/ready", {})
    elif call == "leave":
        enter(third, race)
        clock.forward(seconds=10)
        rival.post(f"{path}/leave", {})
    sent = [rival.post(*target, expect=status, Idempotency_Key="k") for _ in range(2)]
    assert sent[0].raw == sent[1].raw
    assert sent[0].headers["ETag"] == sent[1].headers["ETag"]
    before = told(player, race)["version"]
    if call == "leave":
        rival.post(f"{path}/ready", {})
    else:
        rival.post(f"{path}/leave", {})
    if call == "ready":
        enter(rival, race)
    anew = rival.post(*target, expect=status, Idempotency_Key="k")
    assert anew.json["version"] > before + 1
    assert rival.post(*target, expect=status, Idempotency_Key="k").raw == anew.raw
    assert told(player, race)["version"] == anew.json["version"]


def test_who_leaves_on_one_device_while_they_enter_again_on_another_enters(
    player, rival, monkeypatch
):
    race = make(player, seats=3)
    enter(rival, race)
    whole = raced.whole

    def late(*asked):
        monkeypatch.undo()
        rival.post(f"races/{race['id']}/leave")
        return whole(*asked)

    monkeypatch.setattr(entering, "whole", late)
    assert enter(rival, race)["seat"] == 2
    kinds = [each["kind"] for each in rival.get(f"races/{race['id']}/events").json["items"]]
    assert kinds == ["joined", "joined", "left", "joined"]


def test_a_rematch_that_is_cancelled_while_it_is_entered_makes_room_for_another(
    player, rival, clock, monkeypatch
):
    mine, _ = started(clock, player, rival)
    player.post(f"games/{mine['game']}/resign")
    path = f"races/{mine['id']}/rematch"
    first = player.post(path, {}, expect=201).json
    enter_race = entering.enter_race

    def late(*asked):
        monkeypatch.undo()
        assert player.post(f"races/{first['id']}/leave").json["status"] == "cancelled"
        return enter_race(*asked)

    monkeypatch.setattr(races, "enter_race", late)
    another = rival.post(path, {}, expect=201).json
    assert another["id"] != first["id"]
    assert another["status"] == "open"
