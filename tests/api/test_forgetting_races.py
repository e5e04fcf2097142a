"""Races that nobody needs any more go, and no others."""

from datetime import timedelta

import pytest

from service import clockwork, forgetting
from tests.api.test_forgetting import MOMENT, OneTurn
from tests.racing import enter, make, started

pytestmark = pytest.mark.usefixtures("clock")  # noon of the first of March

KEPT_CANCELLED = timedelta(days=30)
TABLES = ("race", "race_entry", "race_event")


@pytest.fixture
def left(superuser):
    """How many rows each table still has."""

    def count():
        statement = "SELECT count(*) FROM {}"
        return [superuser.execute(statement.format(table)).fetchone()[0] for table in TABLES]

    return count


@pytest.fixture
def forget(app):
    """Remove the races that nobody needs; give how many went."""
    return lambda **how: sum(forgetting.forget_races(app.extensions["means"], **how))


def delete(client):
    client.call("DELETE", "players/me", expect=204)


def played(clock, *clients):
    """Let players race, and the first resign; give the race."""
    race, *_ = started(clock, *clients)
    clients[0].post(f"games/{race['game']}/resign")
    return race


def test_a_race_stays_as_long_as_one_of_its_players(player, rival, clock, forget, left):
    race = played(clock, player, rival)
    delete(player)
    clock.forward(days=36_500)
    assert forget() == 0
    assert rival.get(f"races/{race['id']}").json["status"] == "over"
    delete(rival)
    assert (forget(dry_run=True), left()[0]) == (1, 1)
    assert (forget(), left()) == (1, [0, 0, 0])


def test_a_cancelled_race_stays_for_thirty_days(player, rival, clock, forget, left):
    race = make(player, seats=3)
    enter(rival, race)
    clock.forward(minutes=15)
    assert player.get(f"races/{race['id']}").json["status"] == "cancelled"
    clock.time += KEPT_CANCELLED
    assert forget() == 0
    clock.time += MOMENT
    assert (forget(), left()) == (1, [0, 0, 0])
    assert player.get(f"races/{race['id']}", expect=404).code == "not_found"
    assert player.get("races").json["items"] == []


def test_a_race_that_all_have_left_goes(player, rival, clock, forget, left):
    race = make(player, seats=3)
    enter(rival, race)
    for client in (rival, player):
        client.post(f"races/{race['id']}/leave")
    clock.forward(days=31)
    assert (forget(), left()) == (1, [0, 0, 0])


@pytest.mark.parametrize("state", ["open", "starting", "running"])
def test_a_race_that_is_not_over_stays(player, rival, clock, *, state, forget):
    race = make(player)
    if state != "open":
        enter(rival, race)
    if state == "running":
        clock.forward(seconds=10)
        assert player.get(f"races/{race['id']}").json["status"] == "running"
    clock.forward(days=36_500)
    assert forget() == 0


def test_a_race_goes_after_its_rematch(player, rival, clock, forget, left):
    race = played(clock, player, rival)
    for client in (player, rival):
        client.post(f"races/{race['id']}/rematch", expect=201)
    clock.forward(minutes=60)
    assert {each["status"] for each in player.get("races").json["items"]} == {"over"}
    for client in (player, rival):
        delete(client)
    assert (forget(), left()[0]) == (1, 1)
    assert (forget(), left()) == (1, [0, 0, 0])


def test_the_clockwork_does_it_daily_and_stops_when_told(app, player, clock, *, left, monkeypatch):
    monkeypatch.setattr(forgetting, "PAGE", 1)
    for _ in range(2):
        make(player)
    clock.time += KEPT_CANCELLED + timedelta(minutes=15) + MOMENT
    assert len(player.get("races").json["items"]) == 2  # they are cancelled, as by the clockwork
    (job,) = (job for job in clockwork.JOBS if job.name == "forget races")
    assert job.every_s == 24 * 3600
    job.act(app.extensions["means"], OneTurn(1))
    assert left()[0] == 1
    job.act(app.extensions["means"], OneTurn(99))
    assert left()[0] == 0
