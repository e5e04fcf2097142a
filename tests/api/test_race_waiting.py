"""Who waits on a race that is over hears what becomes of its rematch, and of its entrants."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event

import pytest

from service import watching
from service.waiting import Waiting
from tests.client import Client
from tests.racing import started

PATIENCE_S = 30
LONG_S = 600


@pytest.fixture(autouse=True)
def _at_noon(clock):
    """It is noon of the first of March."""


@pytest.fixture
def waits(app, clock, monkeypatch):  # noqa: ARG001 - the clock is one of the means
    """Begin to wait on a race in another thread, and go on when it was looked at.

    The wait is longer than a test's patience, since at its end the race is read anew.
    """
    means = app.extensions["means"]
    app.extensions["means"] = replace(means, config=replace(means.config, wait=LONG_S))
    waiting = Waiting(threads=10, of_one=6, of_address=6)  # its watcher has this test's clock
    monkeypatch.setitem(app.extensions, "waiting", waiting)
    looked, answers = Event(), watching.ANSWERS

    def states(database, ids):
        found = answers.states(database, ids)
        looked.set()
        return found

    monkeypatch.setattr(watching, "ANSWERS", replace(answers, states=states))
    with ThreadPoolExecutor(1) as pool:

        def begin(client, path):
            tag = client.get(path).headers["ETag"]
            looked.clear()
            ended = pool.submit(client.get, path, If_None_Match=tag, Prefer=f"wait={LONG_S}")
            assert looked.wait(PATIENCE_S)
            assert not ended.done(), ended.result()
            return ended

        yield begin
        waiting.drain()


@pytest.fixture
def over(player, rival, clock):
    mine, _ = started(clock, player, rival)
    player.post(f"games/{mine['game']}/resign", {})
    return f"races/{mine['id']}"


@pytest.mark.parametrize("how", ["all_left", "not_started"])
def test_a_rematch_that_is_cancelled_is_heard_of(player, rival, clock, *, waits, over, how):
    rematch = player.post(f"{over}/rematch", {}, expect=201).json
    ended = waits(rival, over)
    if how == "all_left":
        player.post(f"races/{rematch['id']}/leave", {})
    else:
        clock.forward(minutes=15)
    assert "rematch" not in ended.result(PATIENCE_S).json
    assert player.get(f"races/{rematch['id']}").json["reason"] == how


def test_another_rematch_is_heard_of(player, rival, waits, over):
    first = player.post(f"{over}/rematch", {}, expect=201).json
    player.post(f"races/{first['id']}/leave", {})
    ended = waits(rival, over)
    another = player.post(f"{over}/rematch", {}, expect=201).json
    assert ended.result(PATIENCE_S).json["rematch"] == another["id"]


def test_a_rematch_that_starts_is_no_news_of_the_race_before(player, rival, clock, over):
    for client in (player, rival):
        client.post(f"{over}/rematch", {}, expect=201)
    tag = player.get(over).headers["ETag"]
    clock.forward(seconds=10)
    player.get(over, If_None_Match=tag, expect=304)


def test_a_rival_who_is_deleted_afterwards_is_heard_of(app, player, clock, waits):
    ada = Client(app, Client(app).post("players", {"name": "Ada"}, expect=201).json["token"])
    mine, *_ = started(clock, player, ada)
    player.post(f"games/{mine['game']}/resign", {})
    path = f"races/{mine['id']}"
    ended = waits(player, path)
    ada.call("DELETE", "players/me", expect=204)
    assert "name" not in ended.result(PATIENCE_S).json["entries"][1]
