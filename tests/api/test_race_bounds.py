"""A race has room for so many events of coming and going; its end has room always."""

import pytest

from service import refereeing
from tests.racing import enter, make, started, winning


@pytest.fixture(autouse=True)
def _at_noon(clock):
    """It is noon of the first of March."""


def events(client, race):
    return client.get(f"races/{race['id']}/events").json["items"]


@pytest.fixture
def restless(player, rival, monkeypatch):
    """A race that somebody has entered and left until nobody can enter it any more."""
    monkeypatch.setattr(refereeing, "IN_LOBBY", 9)
    race = make(player, seats=4)
    for _ in range(4):
        enter(rival, race)
        rival.post(f"races/{race['id']}/leave", {})
    assert len(events(player, race)) == refereeing.IN_LOBBY
    return race


@pytest.fixture
def full_of_events(rival, player, third, monkeypatch):
    """The same, with two who are in it."""
    monkeypatch.setattr(refereeing, "IN_LOBBY", 4)
    race = make(player, seats=4)
    enter(third, race)
    enter(rival, race)
    rival.post(f"races/{race['id']}/leave", {})
    return race


def test_who_enters_and_leaves_over_and_over_is_refused_in_the_end(player, third, restless):
    body = {"code": restless["code"]}
    refused = third.post("race-entries", body, expect=409, Accept_Language="en")
    assert refused.code == "not_allowed_here"
    assert "entered and left so often" in refused.json["detail"]
    assert player.post("race-entries", body, expect=201).json["seat"] == 1


def test_a_race_that_nobody_can_enter_can_still_be_left(player, restless):
    left = player.post(f"races/{restless['id']}/leave", {}).json
    assert (left["status"], left["reason"]) == ("cancelled", "all_left")


def test_a_race_that_nobody_can_enter_is_cancelled_in_time(player, clock, restless):
    clock.forward(minutes=15)
    gone = player.get(f"races/{restless['id']}").json
    assert (gone["status"], gone["reason"]) == ("cancelled", "not_started")


def test_those_who_are_in_it_start_it_and_play_to_the_end(player, third, full_of_events, clock):
    path = f"races/{full_of_events['id']}"
    for client in (player, third):
        client.post(f"{path}/ready", {})
    clock.forward(seconds=10)
    game = third.get(path).json["game"]
    third.post(f"games/{game}/resign", {})
    over = third.get(path).json
    assert [entry["result"] for entry in over["entries"]] == ["won", "lost"]


@pytest.fixture
def returned(player, rival, clock, monkeypatch):
    """A race to which the rival has come back by being ready as often as one can."""
    monkeypatch.setattr(refereeing, "RETURNS", 2)
    mine, theirs = started(clock, player, rival)
    for _ in range(2):
        rival.post(f"races/{mine['id']}/leave", {})
        rival.post(f"races/{mine['id']}/ready", {})
    return mine, theirs


def test_who_came_back_too_often_is_brought_back_by_a_move_alone(player, rival, sql, returned):
    mine, theirs = returned
    path = f"races/{mine['id']}"
    left = rival.post(f"{path}/leave", {}).json
    before = events(rival, mine)
    refused = rival.post(f"{path}/ready", {}, expect=409)
    assert refused.code == "not_allowed_here"
    assert events(rival, mine) == before
    assert rival.get(path).json["entries"] == left["entries"]
    move = winning(sql, mine)[:1]
    assert rival.post(f"games/{theirs['game']}/moves", {"moves": move}).json["moves_made"] == 1
    back = rival.post(f"{path}/ready", {}).json
    assert "leaves_at" not in back["entries"][1]
    player.post(f"{path}/leave", {})
    assert "leaves_at" not in player.post(f"{path}/ready", {}).json["entries"][0]


def test_who_left_once_too_often_and_stays_away_has_resigned(player, rival, clock, returned):
    path = f"races/{returned[0]['id']}"
    rival.post(f"{path}/leave", {})
    rival.post(f"{path}/ready", {}, expect=409)
    clock.forward(seconds=30)
    over = player.get(path).json
    assert [entry["state"] for entry in over["entries"]] == ["stopped", "resigned"]


def test_rematches_that_are_cancelled_come_to_an_end(player, rival, clock, monkeypatch):
    monkeypatch.setattr(refereeing, "REMATCHES", 2)
    mine, _ = started(clock, player, rival)
    player.post(f"games/{mine['game']}/resign", {})
    path = f"races/{mine['id']}/rematch"
    first = player.post(path, {}, expect=201).json
    player.post(f"races/{first['id']}/leave", {})
    second = player.post(path, {}, expect=201).json
    assert rival.post(path, {}, expect=201).json["id"] == second["id"]
    clock.forward(seconds=10)
    rival.post(f"games/{rival.get('races').json['items'][0]['game']}/resign", {})
    assert rival.post(f"races/{second['id']}/rematch", {}, expect=201).json["status"] == "open"


def test_one_rematch_too_many_is_refused(player, clock, rival, monkeypatch):
    monkeypatch.setattr(refereeing, "REMATCHES", 1)
    mine, _ = started(clock, player, rival)
    player.post(f"games/{mine['game']}/resign", {})
    path = f"races/{mine['id']}/rematch"
    only = player.post(path, {}, expect=201, Idempotency_Key="k")
    player.post(f"races/{only.json['id']}/leave", {})
    assert rival.post(path, {}, expect=409).code == "not_allowed_here"
    assert player.post(path, {}, expect=201, Idempotency_Key="k").raw == only.raw
