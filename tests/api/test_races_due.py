"""A race past its time is over wherever that matters, though nobody has read it since."""

from dataclasses import replace

import pytest

from tests.client import Client
from tests.racing import enter, make, started


@pytest.fixture(autouse=True)
def _at_noon(clock):
    """It is noon of the first of March."""


@pytest.fixture
def ada(app):
    return Client(app, Client(app).post("players", {"name": "Ada"}, expect=201).json["token"])


@pytest.fixture
def limits(app):
    """Set limits of the service."""

    def to(**limits):
        means = app.extensions["means"]
        app.extensions["means"] = replace(means, config=replace(means.config, **limits))

    return to


def test_it_leaves_room_for_another(player, rival, clock, limits):
    limits(max_races=1)
    make(player)
    clock.forward(minutes=15)
    mine, _ = started(clock, player, rival, minutes=1)
    clock.forward(minutes=1)
    path = f"races/{mine['id']}/rematch"
    assert player.post(path, {}, expect=201).json["status"] == "open"
    clock.forward(minutes=15)
    enter(player, make(rival, seats=3))


@pytest.mark.parametrize("reads", [True, False])
def test_it_is_a_rematch_no_longer(player, rival, clock, *, reads):
    mine, _ = started(clock, player, rival, minutes=1)
    clock.forward(minutes=1)
    path = f"races/{mine['id']}"
    first = player.post(f"{path}/rematch", {}, expect=201).json
    assert rival.get(path).json["rematch"] == first["id"]
    clock.forward(minutes=15)
    if reads:
        assert "rematch" not in rival.get(path).json
    another = rival.post(f"{path}/rematch", {}, expect=201).json
    assert (another["status"], another["rematch_of"]) == ("open", mine["id"])
    assert player.get(f"races/{first['id']}").json["status"] == "cancelled"


def test_it_is_over_in_an_answer_that_is_written_anew(ada, player, rival, clock):
    """The answer that was kept went with the name of a rival who was deleted."""
    race = make(ada, seats=3, minutes=1)
    enter(player, race)
    enter(rival, race)
    path, key = f"races/{race['id']}/ready", {"Idempotency_Key": "k"}
    assert rival.post(path, **key).json["status"] == "starting"
    ada.call("DELETE", "players/me", expect=204)
    clock.forward(minutes=2)
    assert rival.post(path, **key).json["status"] == "over"


def test_its_game_leaves_room_for_another(player, rival, clock, limits):
    limits(max_unfinished=1)
    started(clock, player, rival, minutes=1)
    clock.forward(minutes=1)
    player.start("klondike")
    rival.start("freecell")


def test_it_is_no_reason_to_refuse_help(player, rival, clock):
    mine, _ = started(clock, player, rival, minutes=1)
    cards = {
        pile["id"]: pile["cards"] for pile in player.get(f"games/{mine['game']}").json["piles"]
    }
    copied = player.start("grandfathers-clock", layout=cards)
    clock.forward(minutes=1)
    assert player.post(f"games/{copied['id']}/hint", {}).json["move"]


def test_who_was_in_it_twice_can_be_linked(ada, player, clock):
    started(clock, player, ada, minutes=1)
    clock.forward(minutes=1)
    ada.post("players/me/link", {"token": player.token})
