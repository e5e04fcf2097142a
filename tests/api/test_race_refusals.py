"""Races refuse what is no race, keep to their limits, and do once what was sent twenty times."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from service import proving
from tests.client import Client
from tests.racing import enter, make, started

GOOD = {"variant": "klondike", "seats": 2, "minutes": 1}


@pytest.fixture
def another(app):
    """Make one more player."""
    return lambda: Client(app, Client(app).post("players", {}, expect=201).json["token"])


@pytest.fixture
def crowd(another):
    return [another() for _ in range(20)]


def at_once(calls):
    with ThreadPoolExecutor(20) as pool:
        return [each.result() for each in [pool.submit(call) for call in calls]]


def statuses(answers):
    return sorted(answer.status for answer in answers)


@pytest.mark.parametrize(
    "wrong",
    [
        *({"seats": seats} for seats in (None, 1, 9, 0, -2, "2", 1.0, 2.5, True, [2], 2**63 - 1)),
        *({"minutes": minutes} for minutes in (None, 0, 61, -1, "15", 1.5, -(2**63))),
        *({"variant": name} for name in (None, "", "chess", "x" * 41, 1, "\0", "🂡")),
        *({"options": options} for options in ({"draw": 3}, {"luck": "on"}, ["x"], "x")),
        *({name: 1} for name in ("deal", "daily", "code", "status", "starts_at", "order", "\0")),
    ],
    ids=str,
)
def test_what_is_no_race_is_refused(player, wrong):
    refused = player.post("races", GOOD | wrong, expect=None)
    assert refused.status in (400, 422), refused.raw
    assert refused.code in ("validation_failed", "malformed_json")
    assert player.get("races").json["items"] == []


def test_a_number_that_is_whole_may_be_written_with_a_fraction(player):
    """JSON Schema counts 2.0 as an integer, and some languages write no other."""
    race = player.post("races", GOOD | {"seats": 2.0, "minutes": 1e0}, expect=201).json
    assert (race["seats"], race["minutes"]) == (2, 1)


@pytest.mark.parametrize(
    "code",
    [None, "", "A", "A" * 7, "A" * 40, "A" * 41, "AAAA\0AAA", "🂡" * 8, "Ж" * 8, "ß" * 8, 1, ["A"],
     " " * 8, "%_%_%_%_"],
    ids=repr,
)  # fmt: skip
def test_what_is_no_code_is_refused(player, code):
    refused = player.post("race-entries", {"code": code}, expect=None)
    assert refused.status in (400, 422), refused.raw


@pytest.mark.parametrize(
    "query", ["status=won", "limit=0", "limit=x", "cursor=x", "cursor=%00", "luck=1"]
)
def test_a_list_of_what_is_not_is_refused(player, query):
    assert player.get(f"races?{query}", expect=422).code == "validation_failed"


def test_a_key_stands_for_one_request(player, rival):
    keyed = {"Idempotency_Key": "k"}
    race = make(player, seats=3)
    first = rival.post("race-entries", {"code": race["code"]}, expect=201, **keyed)
    for call in ("ready", "leave"):
        refused = rival.post(f"races/{race['id']}/{call}", {}, expect=422, **keyed)
        assert refused.code == "idempotency_key_reused"
    rival.post(f"races/{race['id']}/ready", {}, Idempotency_Key="l")
    assert rival.post("race-entries", {"code": race["code"]}, expect=201, **keyed).raw == first.raw
    left = rival.post(f"races/{race['id']}/leave", {}, Idempotency_Key="m")
    assert rival.post(f"races/{race['id']}/leave", {}, Idempotency_Key="m").raw == left.raw
    rival.post(f"races/{race['id']}/leave", {}, expect=404)


def test_a_key_that_entered_one_race_enters_no_other(player, rival):
    keyed = {"Idempotency_Key": "k"}
    one, other = make(player, seats=3), make(player, seats=3)
    first = rival.post("race-entries", {"code": one["code"]}, expect=201, **keyed)
    refused = rival.post("race-entries", {"code": other["code"]}, expect=422, **keyed)
    assert refused.code == "idempotency_key_reused"
    assert len(player.get(f"races/{other['id']}").json["entries"]) == 1
    assert rival.post("race-entries", {"code": one["code"]}, expect=201, **keyed).raw == first.raw
    player.post("race-entries", {"code": other["code"]}, expect=201, **keyed)
    rival.post("race-entries", {"code": other["code"]}, expect=201, Idempotency_Key="l")


def test_of_twenty_entries_by_one_key_one_counts(player, rival, another):
    races = [make(each, seats=3) for each in (player, another(), another(), another())]
    calls = [
        lambda race=race: rival.post(
            "race-entries", {"code": race["code"]}, expect=None, Idempotency_Key="k"
        )
        for race in races
    ]
    answers = at_once(calls * 5)
    assert statuses(answers) == [*[201] * 5, *[422] * 15]
    assert {answer.code for answer in answers if answer.status == 422} == {"idempotency_key_reused"}
    assert len(rival.get("races").json["items"]) == 1


def test_of_twenty_the_last_seat_is_for_one(player, crowd):
    race = make(player)
    answers = at_once(
        [
            lambda each=each: each.post("race-entries", {"code": race["code"]}, expect=None)
            for each in crowd
        ]
    )
    assert statuses(answers) == [201, *[409] * 19]
    assert {answer.code for answer in answers if answer.status == 409} == {"race_full"}
    assert len(player.get(f"races/{race['id']}").json["entries"]) == 2


def test_twenty_take_twenty_places_in_order(player, crowd):
    race = make(player, seats=8)
    answers = at_once(
        [
            lambda each=each: each.post("race-entries", {"code": race["code"]}, expect=None)
            for each in crowd
        ]
    )
    assert statuses(answers) == [*[201] * 7, *[409] * 13]
    seats = [entry["seat"] for entry in player.get(f"races/{race['id']}").json["entries"]]
    assert seats == list(range(1, 9))


@pytest.mark.parametrize("keyed", [{}, {"Idempotency_Key": "k"}], ids=["no key", "key"])
def test_who_enters_twenty_times_has_one_seat(player, rival, keyed):
    race = make(player, seats=8)
    answers = at_once(
        [lambda: rival.post("race-entries", {"code": race["code"]}, expect=None, **keyed)] * 20
    )
    assert statuses(answers) == [201] * 20
    assert len({answer.raw for answer in answers}) == 1
    assert len(player.get(f"races/{race['id']}").json["entries"]) == 2


def test_twenty_with_one_key_make_one_race(player):
    answers = at_once([lambda: player.post("races", GOOD, expect=None, Idempotency_Key="k")] * 20)
    assert {(answer.status, answer.raw) for answer in answers} == {(201, answers[0].raw)}
    assert len(player.get("races").json["items"]) == 1


def test_twenty_rematches_are_one(player, rival, clock):
    mine, _ = started(clock, player, rival, name="klondike")
    player.post(f"games/{mine['game']}/resign", {})
    calls = [
        lambda each=each: each.post(f"races/{mine['id']}/rematch", {}, expect=None)
        for each in (player, rival)
    ]
    answers = at_once(calls * 10)
    assert statuses(answers) == [201] * 20
    (new,) = {answer.json["id"] for answer in answers}
    assert player.get(f"races/{mine['id']}").json["rematch"] == new
    over = player.get(f"races/{new}").json
    assert (over["status"], len(over["entries"])) == ("starting", 2)
    kinds = [event["kind"] for event in player.get(f"races/{mine['id']}/events").json["items"]]
    assert kinds.count("rematch") == 1
    assert kinds[-2:] == ["result", "rematch"]


def test_nobody_is_in_one_race_too_many(player, app):
    means = app.extensions["means"]
    app.extensions["means"] = replace(means, config=replace(means.config, max_races=3))
    answers = at_once([lambda: player.post("races", GOOD, expect=None)] * 20)
    assert statuses(answers) == [*[201] * 3, *[409] * 17]
    assert {answer.code for answer in answers if answer.status == 409} == {"too_many_races"}
    race = player.get("races").json["items"][0]
    player.post(f"races/{race['id']}/leave", {})
    make(player)


def test_no_deal_is_solved_for_one_race_too_many(player, rival, clock, app, monkeypatch):
    means = app.extensions["means"]
    over, _ = started(clock, player, rival, name="freecell")
    player.post(f"games/{over['game']}/resign", {})
    app.extensions["means"] = replace(means, config=replace(means.config, max_races=1))
    make(player, "freecell")
    monkeypatch.setattr(proving, "solved", lambda *_: pytest.fail("a deal was solved"))
    wish = {"variant": "freecell", "seats": 2}
    assert player.post("races", wish, expect=409).code == "too_many_races"
    refused = player.post(f"races/{over['id']}/rematch", {}, expect=409)
    assert refused.code == "too_many_races"


def test_unfinished_games_leave_room_for_races_and_races_for_games(player, rival, app, clock):
    means = app.extensions["means"]
    app.extensions["means"] = replace(
        app.extensions["means"], config=replace(means.config, max_unfinished=1)
    )
    player.start("klondike")
    mine, theirs = started(clock, player, rival, name="klondike")
    assert mine["status"] == "running"
    refused = player.post("games", {"variant": "klondike"}, expect=409)
    assert refused.code == "too_many_games"
    assert rival.post("games", {"variant": "klondike"}, expect=409).code == "too_many_games"
    enter(rival, make(player, "klondike", seats=3))
    assert theirs["status"] == "running"
