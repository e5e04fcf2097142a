"""What becomes of races when their players are linked, deleted, renamed, banned or forgotten."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from service import accounts, entering, forgetting, raced, refereeing, verifying
from service.storage import players
from tests.api.conftest import WAITING
from tests.client import Client
from tests.racing import enter, make, started, winning
from tests.serving import wait_for

STATES = ("open", "starting", "running", "over")
LINKED = (
    "SELECT link_guest(g.id, a.id, now(), NULL) FROM player g, player a "
    "WHERE g.id = %s AND a.name = 'Ada'"
)

pytestmark = pytest.mark.usefixtures("clock")  # noon of the first of March


@pytest.fixture
def ada(app):
    return Client(app, Client(app).post("players", {"name": "Ada"}, expect=201).json["token"])


@pytest.fixture(autouse=True)
def _verified(app):
    """After each test all that is kept agrees."""
    yield
    found = list(verifying.verify(app.extensions["means"]))
    assert [each for each in found if each.faults] == []


def id_of(client):
    return client.get("players/me").json["id"]


def told(client, race):
    return client.get(f"races/{race['id']}").json


def ends(client, race):
    over = told(client, race)
    return over["status"], [entry.get("result") for entry in over["entries"]]


def brought_to(state, clock, first, second):
    """Bring a race of two to a state; give it as the first is told of it."""
    race = make(first, seats=3)
    enter(second, race)
    if state != "open":
        for client in (first, second):
            client.post(f"races/{race['id']}/ready", {})
    if state in ("running", "over"):
        clock.forward(seconds=10)
    race = told(first, race)
    if state == "over":
        first.post(f"games/{race['game']}/resign", {})
        race = told(first, race)
    assert race["status"] == state
    return race


def go_on(clock, client, race):
    """Let a race go on to its end, as far as a client may."""
    if told(client, race)["status"] == "open":
        enter_another(client.app, race)
        client.post(f"races/{race['id']}/ready", {})
    clock.forward(minutes=60)
    return ends(client, race)


def enter_another(app, race):
    another = Client(app, Client(app).post("players", {}, expect=201).json["token"])
    enter(another, race)
    another.post(f"races/{race['id']}/ready", {})


def link(ada, guest, **how):
    return ada.post("players/me/link", {"token": guest.token}, **how)


@pytest.mark.parametrize("state", STATES)
def test_a_guests_race_comes_along_in_any_state(ada, player, rival, *, clock, sql, state):
    race = brought_to(state, clock, player, rival)
    before = told(player, race)
    link(ada, player)
    assert told(ada, race) == before
    assert told(rival, race)["entries"] == before["entries"]
    player.get(f"races/{race['id']}", expect=401)
    if state == "running":
        ada.call("PATCH", f"games/{race['game']}", {"autoplay": "off"})
        body = {"moves": winning(sql, race)}
        won = ada.post(f"games/{race['game']}/moves", body).json
        assert won["race"]["result"] == "won"
        assert ada.get("players/me/stats").json["races"]["overall"]["won"] == 1
    elif state != "over":
        ada.post(f"races/{race['id']}/ready", {})


@pytest.mark.parametrize("state", STATES[:3])
def test_who_is_in_one_race_twice_is_not_linked_before_its_end(ada, player, clock, state):
    race = brought_to(state, clock, player, ada)
    refused = link(ada, player, expect=409)
    assert refused.code == "not_allowed_here"
    assert "race" in refused.json["detail"]
    assert told(player, race)["status"] == state
    clock.forward(minutes=60)
    assert told(player, race)["status"] in ("over", "cancelled")
    link(ada, player)
    assert [each["id"] for each in ada.get("races").json["items"]] == [race["id"]]
    assert len(ada.get("players/me/export").json["races"]) == 1


def test_who_was_in_a_race_twice_has_no_figures_of_it(ada, player, rival, clock):
    """It is none of the account's, as soon as the guest is; a rival in it keeps what they did."""
    alone, _ = started(clock, ada, player)
    ada.post(f"games/{alone['game']}/resign", {})
    mine, second, theirs = started(clock, ada, player, rival)
    ada.post(f"games/{mine['game']}/resign", {})
    player.post(f"games/{second['game']}/resign", {})
    before = ada.get("players/me/stats").json["races"]["overall"]
    assert before == {"played": 2, "won": 0, "drawn": 0}
    link(ada, player)
    races = ada.get("players/me/stats").json["races"]
    assert races == {"overall": {"played": 0, "won": 0, "drawn": 0}, "variants": []}
    won = rival.get("players/me/stats").json["races"]["overall"]
    assert won == {"played": 1, "won": 1, "drawn": 0}
    kept = [each["id"] for each in ada.get("races").json["items"]]
    assert kept == [theirs["id"], alone["id"]]


def test_a_move_that_waits_for_the_link_is_made_in_the_race(
    ada, player, rival, *, clock, sql, overtake
):
    mine, _ = started(clock, player, rival)
    line = winning(sql, mine)
    player.call("PATCH", f"games/{mine['game']}", {"autoplay": "off"})
    answer = overtake(
        LINKED,
        lambda: player.post(f"games/{mine['game']}/moves", {"moves": line}, expect=None),
        values=[id_of(player)],
    )
    assert answer.status == 200
    assert ends(ada, mine) == ("over", ["won", "lost"])


@pytest.mark.parametrize("call", ["ready", "leave"])
def test_what_waits_for_the_link_is_done_for_nobody(ada, player, rival, *, clock, overtake, call):
    race = brought_to("open", clock, player, rival)
    answer = overtake(
        LINKED,
        lambda: player.post(f"races/{race['id']}/{call}", {}, expect=None),
        values=[id_of(player)],
    )
    assert answer.status in (401, 404)
    assert [entry["state"] for entry in told(ada, race)["entries"]] == ["waiting"] * 2


@pytest.mark.usefixtures("ada")
def test_an_entry_that_waits_for_the_link_is_nobodys(player, rival, overtake):
    race = make(rival, seats=3)
    answer = overtake(
        LINKED,
        lambda: player.post("race-entries", {"code": race["code"]}, expect=None),
        values=[id_of(player)],
    )
    assert answer.status == 401
    assert len(told(rival, race)["entries"]) == 1


@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize("state", STATES)
def test_rivals_go_on_when_one_is_deleted(ada, rival, clock, *, state, killed, monkeypatch):
    """Also when the service is killed before the one who is deleted was taken out of the race."""
    race = brought_to(state, clock, ada, rival)
    if killed:
        monkeypatch.setattr(refereeing, "resign", lambda *_: None)
    ada.call("DELETE", "players/me", expect=204)
    monkeypatch.undo()
    assert go_on(clock, rival, race)[0] == "over"
    over = told(rival, race)
    mine = next(entry for entry in over["entries"] if entry["seat"] == over["seat"])
    assert mine["result"] == ("drawn" if state == "open" else "won")
    assert b"Ada" not in rival.get(f"races/{race['id']}").raw
    assert b"Ada" not in rival.get(f"races/{race['id']}/events").raw


def test_who_leaves_for_good_in_the_countdown_is_out_at_the_start(ada, rival, clock):
    race = brought_to("starting", clock, rival, ada)
    ada.call("DELETE", "players/me", expect=204)
    assert told(rival, race)["entries"][1]["leaves_at"] == race["starts_at"]
    clock.forward(seconds=10)
    over = told(rival, race)
    assert (over["ended_at"], over["reason"]) == (race["starts_at"], "last_able")


def test_a_kept_answer_forgets_a_deleted_rival(ada, rival):
    race = make(ada, seats=3)
    send = {"code": race["code"]}
    first = rival.post("race-entries", send, expect=201, Idempotency_Key="k")
    assert b"Ada" in first.raw
    ada.call("DELETE", "players/me", expect=204)
    again = rival.post("race-entries", send, expect=201, Idempotency_Key="k")
    assert b"Ada" not in again.raw
    assert again.json["id"] == race["id"]


def test_who_enters_a_race_while_they_are_deleted_leaves_no_name(ada, rival, monkeypatch):
    race = make(rival, seats=3)
    withdraw = entering.withdraw

    def early(means, player_id):
        withdraw(means, player_id)
        enter(ada, race)

    monkeypatch.setattr(accounts, "withdraw", early)
    ada.call("DELETE", "players/me", expect=204)
    assert b"Ada" not in rival.get(f"races/{race['id']}").raw
    assert b"Ada" not in rival.get(f"races/{race['id']}/events").raw


def test_nobody_enters_a_race_while_they_are_deleted(ada, rival, superuser, monkeypatch):
    race = make(rival, seats=3)
    remove, calls = players.remove, []

    def late(lent, player_id):
        send = {"code": race["code"]}
        calls.append(pool.submit(ada.post, "race-entries", send, expect=401))
        wait_for(lambda: superuser.execute(WAITING).fetchone() == (1,))
        remove(lent, player_id)

    monkeypatch.setattr(players, "remove", late)
    with ThreadPoolExecutor(1) as pool:
        ada.call("DELETE", "players/me", expect=204)
        calls.pop().result()
    assert len(told(rival, race)["entries"]) == 1


def test_an_answer_that_is_kept_while_a_rival_is_deleted_forgets_them(
    ada, rival, superuser, monkeypatch
):
    race = make(ada, seats=3)
    enter(rival, race)
    answered, deleting = raced.answered, []

    def late(*args, **how):
        monkeypatch.setattr(entering, "answered", answered)
        monkeypatch.setattr(accounts, "withdraw", lambda *_: None)
        deleting.append(pool.submit(ada.call, "DELETE", "players/me", expect=204))
        wait_for(lambda: superuser.execute(WAITING).fetchone() == (1,))
        return answered(*args, **how)

    monkeypatch.setattr(entering, "answered", late)
    path = f"races/{race['id']}/ready"
    with ThreadPoolExecutor(1) as pool:
        assert b"Ada" in rival.post(path, Idempotency_Key="k").raw
        deleting.pop().result()
    assert b"Ada" not in rival.post(path, Idempotency_Key="k").raw


@pytest.mark.parametrize("another", [False, True])
def test_a_key_whose_answer_is_gone_makes_no_second_race(ada, player, rival, *, another):
    """The answer held the name of who was deleted, and its race is not the player's any more."""
    sent = {"variant": "fan", "seats": 4}, {"Idempotency_Key": "k"}
    race = player.post("races", sent[0], expect=201, **sent[1]).json
    enter(ada, race)
    if another:
        enter(rival, race)
        player.post(f"races/{race['id']}/leave", {})
    ada.call("DELETE", "players/me", expect=204)
    if not another:
        player.post(f"races/{race['id']}/leave", {})
    again = player.post("races", sent[0], expect=422 if another else 201, **sent[1])
    if another:
        assert again.code == "idempotency_key_reused"
    else:  # who was last stays in what is cancelled
        assert (again.json["id"], again.json["status"]) == (race["id"], "cancelled")


def test_a_new_name_reaches_races_their_events_and_kept_answers(ada, rival, clock, operate):
    race = brought_to("running", clock, ada, rival)
    kept = make(ada, seats=3)
    keyed = {"code": kept["code"]}
    assert b"Ada" in rival.post("race-entries", keyed, expect=201, Idempotency_Key="k").raw
    elsewhere = make(rival, seats=3)
    enter(ada, elsewhere)
    ada.post(f"races/{elsewhere['id']}/leave", {})
    theirs = Client(
        ada.app, Client(ada.app).post("players", {"name": "Zoé"}, expect=201).json["token"]
    )
    enter(theirs, elsewhere)
    before = rival.get(f"races/{race['id']}")
    status, said = operate("rename", "Ada", "Kim")
    assert status == 0, said
    after = rival.get(f"races/{race['id']}", If_None_Match=before.headers["ETag"])
    assert after.json["entries"][0]["name"] == "Kim"
    last = rival.get(f"races/{race['id']}/events").json["items"][-1]
    assert (last["kind"], last["seat"], last["name"]) == ("renamed", 1, "Kim")
    names = [entry.get("name") for entry in told(rival, elsewhere)["entries"]]
    assert names == [None, "Zoé"]
    again = rival.post("race-entries", keyed, expect=201, Idempotency_Key="k")
    events = [rival.get(f"races/{each['id']}/events") for each in (race, kept, elsewhere)]
    for answer in (again, *events, rival.get("players/me/export")):
        assert b"Ada" not in answer.raw
    assert "Zoé" in events[2].raw.decode()


def test_a_banned_player_waits_for_the_end(ada, rival, clock, operate):
    race = brought_to("running", clock, ada, rival)
    operate("ban", "Ada")
    for path in (f"races/{race['id']}/leave", f"races/{race['id']}/ready", "races"):
        assert ada.post(path, {"variant": "fan", "seats": 2}, expect=None).status in (403, 422)
    assert ada.post(f"games/{race['game']}/resign", {}, expect=403).code == "banned"
    assert told(ada, race)["status"] == "running"
    clock.forward(minutes=60)
    assert ends(ada, race) == ("over", ["drawn", "drawn"])


def test_a_guest_in_a_race_that_is_open_is_not_forgotten(app, player, rival, clock):
    means = app.extensions["means"]
    clock.forward(days=29, hours=23, minutes=55)
    race = make(player, seats=3)
    enter(rival, race)
    clock.forward(minutes=10)
    assert sum(each.guests for each in forgetting.forget(means)) == 0
    assert len(told(player, race)["entries"]) == 2
    clock.forward(minutes=10)
    assert told(player, race)["status"] == "cancelled"
    assert sum(each.guests for each in forgetting.forget(means)) == 2


def test_figures_count_what_came_to_a_result(player, rival, clock, sql):
    won, _ = started(clock, player, rival)
    player.call("PATCH", f"games/{won['game']}", {"autoplay": "off"})
    player.post(f"games/{won['game']}/moves", {"moves": winning(sql, won)})
    lost, _ = started(clock, player, rival, name="klondike")
    player.post(f"games/{lost['game']}/resign", {})
    started(clock, player, rival, minutes=1)
    make(player)
    clock.forward(minutes=16)
    for client, wins in ((player, 1), (rival, 1)):
        figures = client.get("players/me/stats").json
        assert figures["races"]["overall"] == {"played": 3, "won": wins, "drawn": 1}
        assert [each["variant"] for each in figures["races"]["variants"]] == [
            "grandfathers-clock",
            "klondike",
        ]
        assert figures["overall"]["all"]["played"] == 0
    exported = player.get("players/me/export").json
    assert [race["status"] for race in exported["races"]] == ["cancelled", *["over"] * 3]
    assert exported["stats"]["races"] == player.get("players/me/stats").json["races"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("race_entry SET result = 'won' WHERE seat = 1 RETURNING seat", "seat 1: "),
        ("race_entry SET cards_placed = 9 WHERE seat = 1 RETURNING seat", "cards_placed"),
        ("race_event SET told = '{}' WHERE kind = 'result' RETURNING seat", "cannot have happened"),
        ("race_event SET seat = 7 WHERE kind = 'resigned' RETURNING seat", "cannot have happened"),
        ("race_event SET version = 99 WHERE version = 2 RETURNING seat", "do not count from 1"),
        ("race SET reason = 'limit' RETURNING id", "reason"),
        (
            "game SET race_result = 'drawn' WHERE status = 'resigned' RETURNING id",
            "result is drawn",
        ),
    ],
)
def test_what_was_changed_in_a_race_is_found(player, rival, clock, *, sql, app, change, fault):
    brought_to("over", clock, player, rival)
    sql(f"UPDATE {change}")
    means = app.extensions["means"]
    found = [
        fault for each in verifying.verify(means) if each.kind == "race" for fault in each.faults
    ]
    assert any(fault in each for each in found), found
    sql("DELETE FROM race RETURNING id")
    sql("DELETE FROM game RETURNING id")
