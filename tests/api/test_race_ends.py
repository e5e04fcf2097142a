"""How races end when nobody wins by cards alone: blocked players, draws, what is placed at once."""

import pytest

from service import verifying
from tests.racing import deal_instead, enter, make

pytestmark = pytest.mark.usefixtures("clock")  # noon of the first of March

DEAL = "115"
BLOCKS = "t1-t18"
"""A deal of Shamrocks, and a move that leaves no other."""


@pytest.fixture(autouse=True)
def _verified(app):
    """After each test all that is kept agrees."""
    yield
    found = list(verifying.verify(app.extensions["means"]))
    assert any(each.kind == "race" for each in found)
    assert [each for each in found if each.faults] == []


def start(sql, clock, *clients, name="shamrocks", deal=DEAL):
    """Start a race on a numbered deal; give it as each of them is told of it."""
    first, *others = clients
    race = make(first, name, seats=len(clients), minutes=1)
    deal_instead(sql, race, deal)
    for client in others:
        enter(client, race)
    clock.forward(seconds=10)
    return [client.get(f"races/{race['id']}").json for client in clients]


def move(client, race, *moves, **how):
    client.call("PATCH", f"games/{race['game']}", {"autoplay": "off"}, expect=None)
    return client.post(f"games/{race['game']}/moves", {"moves": list(moves)}, **how)


def ends(client, race):
    """Why it ended, and each entry's state and result."""
    over = client.get(f"races/{race['id']}").json
    assert over["status"] == "over"
    entries = [(entry["state"], entry["result"]) for entry in over["entries"]]
    events = client.get(f"races/{race['id']}/events").json["items"]
    assert [event["version"] for event in events] == list(range(1, over["version"] + 1))
    (result,) = (event for event in events if event["kind"] == "result")
    assert events[-1] == result
    best = [entry["seat"] for entry in over["entries"] if entry["result"] != "lost"]
    assert (result["reason"], result["seats"]) == (over["reason"], best)
    return over["reason"], entries


def test_of_two_the_one_who_is_not_blocked_wins(player, rival, clock, sql):
    mine, theirs = start(sql, clock, player, rival)
    game = move(player, mine, BLOCKS).json
    assert (game["status"], game["race"]["result"]) == ("lost", "lost")
    assert rival.get(f"games/{theirs['game']}").json["status"] == "stopped"
    assert ends(rival, theirs) == ("last_able", [("blocked", "lost"), ("stopped", "won")])
    assert move(rival, theirs, BLOCKS, expect=409).code == "race_over"


def test_to_be_ready_or_leave_once_out_changes_nothing_and_is_too_late_after_the_end(
    player, rival, third, clock, sql
):
    mine, theirs, _ = start(sql, clock, player, rival, third)
    move(player, mine, BLOCKS)
    path = f"races/{mine['id']}"
    out = player.get(path).json
    for call in ("ready", "leave"):
        assert player.post(f"{path}/{call}", {}).json == out
    assert player.get(path).json == out
    rival.post(f"games/{theirs['game']}/resign", {})
    for client in (player, rival, third):
        for call in ("ready", "leave"):
            assert client.post(f"{path}/{call}", {}, expect=409).code == "race_over"


def test_undo_helps_nobody_who_is_blocked(player, rival, third, clock, sql):
    mine, *_ = start(sql, clock, player, rival, third)
    game = move(player, mine, BLOCKS).json
    assert (game["status"], game["race"]) == ("lost", {"id": mine["id"]})
    for call, body in (("undo", {}), ("redo", {}), ("autoplay", {"mode": "all"}), ("resign", {})):
        refused = player.post(f"games/{mine['game']}/{call}", body, expect=409)
        assert refused.code == "game_over"


def test_of_three_the_last_who_is_not_blocked_wins(player, rival, third, clock, sql):
    first, second, last = start(sql, clock, player, rival, third)
    move(rival, second, BLOCKS)
    assert player.get(f"races/{first['id']}").json["status"] == "running"
    move(third, last, BLOCKS)
    blocked = ("blocked", "lost")
    assert ends(third, last) == ("last_able", [("stopped", "won"), blocked, blocked])


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(("name", "deal"), [("shamrocks", "26"), ("beleaguered-castle", "130")])
def test_a_deal_without_a_first_move_is_a_draw(
    player, rival, third, *, clock, sql, name, deal, players
):
    clients = (player, rival, third)[:players]
    races = start(sql, clock, *clients, name=name, deal=deal)
    for client, race in zip(clients, races, strict=True):
        assert ends(client, race) == ("none_able", [("blocked", "drawn")] * players)
        game = client.get(f"games/{race['game']}").json
        assert (game["status"], game["race"]["result"]) == ("lost", "drawn")
        figures = client.get("players/me/stats").json["races"]["overall"]
        assert figures == {"played": 1, "won": 0, "drawn": 1}


def test_who_was_deleted_wins_nothing_where_nobody_has_a_first_move(
    player, rival, third, clock, sql
):
    """The deal blocks all by one write, also who was to be out then for having gone."""
    race = make(player, "shamrocks", seats=3)
    deal_instead(sql, race, "26")
    for client in (rival, third):
        enter(client, race)
    third.call("DELETE", "players/me", expect=204)
    clock.forward(seconds=10)
    assert ends(player, race) == ("none_able", [("blocked", "drawn")] * 3)


def test_what_is_placed_at_once_is_no_lead(player, rival, clock, sql):
    """Automatic play places cards for both at the start; one of them moves then and places none."""
    mine, theirs = start(sql, clock, player, rival, name="fan", deal="1")
    placed = [entry["cards_placed"] for entry in theirs["entries"]]
    assert placed[0] == placed[1] > 0
    move(player, mine, "t2-t16")
    clock.forward(minutes=2)
    assert ends(player, mine) == ("limit", [("stopped", "drawn")] * 2)
    assert [e["cards_placed"] for e in rival.get(f"races/{mine['id']}").json["entries"]] == placed
