"""What a client may prefer, who is told of it, and when the watcher wakes and ends."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import timedelta
from threading import Event
from typing import Any
from uuid import UUID, uuid4

import pytest

from service.api.headers import HEADERS_IN
from service.app import create_app
from service.config import Config
from service.details import Detail
from service.errors import TooManyWaiting, Unavailable
from service.rates import Rate, Rates
from service.waiting import Caller, Waiting, Watched, of_address
from tests.client import Client
from tests.serving import wait_for

THING = UUID(int=7)
HERE = b"here"
LONG_S = 600


@pytest.fixture
def path(player):
    return f"games/{player.start('german-clock')['id']}"


@pytest.mark.parametrize(
    ("sent", "applied"),
    [
        (HEADERS_IN["Prefer"]["example"], "wait=25"),
        ("wait=0", "wait=0"),
        ("wait=007", "wait=7"),
        ("WAIT = 3", "wait=3"),
        ('wait="3"', "wait=3"),
        ("wait=3; how=patiently", "wait=3"),
        ('respond-async, x="a,b;wait=9", wait=3', "wait=3"),
        ("wait=3, wait=9", "wait=3"),
        ("wait=26", "wait=25"),
        ("wait=" + "9" * 8000, "wait=25"),
        ("wait=" + "0" * 8000 + "3", "wait=3"),
    ],
)
def test_a_preference_is_heeded_within_what_the_service_allows(player, path, sent, applied):
    answer = player.get(path, If_None_Match='"9"', Prefer=sent)
    assert answer.headers["Preference-Applied"] == applied
    assert {"Prefer", "Authorization"} <= set(answer.headers["Vary"].split(", "))


@pytest.mark.parametrize(
    "sent",
    [
        *("", "wait", "wait=", "wait=-1", "wait=1.5", "wait=3s", 'wait="3', "wait=³", "wait==3"),
        *("await=3", "wait-long=3", "respond-async", 'x="wait=3"', "wait=x, wait=3", ",;=,"),
    ],
)
def test_what_is_not_well_formed_is_ignored(player, path, sent):
    answer = player.get(path, If_None_Match='"1"', Prefer=sent, expect=304)
    assert "Preference-Applied" not in answer.headers
    assert "Prefer" in answer.headers["Vary"]


@pytest.mark.parametrize(
    ("tag", "status"), [(None, 200), ("*", 304), ('"else"', 200), ("nonsense", 200)]
)
def test_nobody_waits_who_names_no_version(player, path, tag, status):
    sent = {} if tag is None else {"If_None_Match": tag}
    answer = player.get(path, Prefer="wait=25", expect=status, **sent)
    assert "Preference-Applied" not in answer.headers
    assert "Prefer" in answer.headers["Vary"]


def test_browsers_may_read_what_was_applied(path):
    app = create_app(Config(cors_origins=("*",)))
    answer = Client(app).get(path, Origin="https://play.example.org", expect=401)
    assert "Preference-Applied" in answer.headers["Access-Control-Expose-Headers"]


def test_a_wait_is_one_call_for_the_limits(player, path):
    config = player.app.extensions["means"].config
    app = create_app(replace(config, rates=Rates(calls=Rate(requests=1, unit="h", burst=2))))
    with app.extensions["database"].open():
        client = Client(app, player.token)
        waited = client.get(path, If_None_Match='"1"', Prefer="wait=1", expect=304)
        assert '"calls";r=1;' in waited.headers["RateLimit"]
        client.get(path)
        client.get(path, If_None_Match='"1"', Prefer="wait=1", expect=429)


@dataclass
class Things:
    """Things whose states a test sets; what is waited for in them is one of a kind."""

    states: dict[UUID, Any] = field(default_factory=lambda: {THING: (1, None)})
    looked: Event = field(default_factory=Event)
    client_gone: Event = field(default_factory=Event)
    failing: list[Exception] = field(default_factory=list)

    def hung_up(self):
        return self.client_gone.is_set()

    def watched(self):
        return Watched(name="thing", states=self._states)

    def _states(self, _database, ids):
        assert ids == [THING]
        self.looked.set()
        if self.failing:
            raise self.failing.pop()
        return dict(self.states)


@pytest.fixture
def things():
    return Things()


@pytest.fixture
def waiting():
    return Waiting(threads=10, of_one=6, of_address=6)


@pytest.fixture
def wait(app, things, waiting):
    """Begin to wait in another thread, and go on when the thing was looked at."""
    with ThreadPoolExecutor(4) as pool:

        def begin():
            watched, means = things.watched(), app.extensions["means"]
            things.looked.clear()
            caller = Caller(waiting=waiting, address=HERE, hung_up=things.hung_up)
            ended = pool.submit(caller.wait, means, watched, THING, known=1, seconds=LONG_S)
            assert things.looked.wait(30)
            assert not ended.done()
            return ended

        yield begin
        waiting.drain()


def watchers():
    return [each for each in threading.enumerate() if each.name == "watcher"]


@pytest.mark.parametrize("change", [{THING: (2, None)}, {THING: (0, None)}, {}])
def test_a_change_of_any_kind_wakes(things, wait, change):
    ended = wait()
    things.states = change
    ended.result(30)


def test_time_alone_wakes_when_it_is_due(things, wait, clock):
    things.states = {THING: (1, clock() + timedelta(seconds=60))}
    ended = wait()
    clock.forward(seconds=60)
    ended.result(30)


def test_who_has_hung_up_waits_no_longer(things, wait):
    ended = wait()
    things.client_gone.set()
    ended.result(30)


@pytest.mark.parametrize("failure", [Unavailable(), RuntimeError("a defect")])
def test_a_look_that_fails_is_made_again(things, wait, failure):
    things.failing = [failure]
    ended = wait()
    wait_for(lambda: not things.failing)
    things.states = {}
    ended.result(30)


def test_one_thread_watches_for_all_and_ends_with_the_last(things, wait):
    wait_for(lambda: not watchers())
    ended = [wait(), wait(), wait()]
    assert len(watchers()) == 1
    things.states = {}
    for each in ended:
        each.result(30)
    wait_for(lambda: not watchers())
    things.states = {THING: (1, None)}
    wait()
    assert len(watchers()) == 1


def test_a_stop_wakes_everybody_and_nobody_waits_after_it(app, things, waiting, wait):
    ended = [wait(), wait()]
    assert not waiting.over
    waiting.drain()
    for each in ended:
        each.result(30)
    assert waiting.over
    caller = Caller(waiting=waiting, address=HERE, hung_up=things.hung_up)
    caller.wait(app.extensions["means"], things.watched(), THING, known=1, seconds=LONG_S)
    with pytest.raises(TooManyWaiting), waiting.place(THING, HERE):
        pass
    wait_for(lambda: not watchers())


@pytest.mark.parametrize(("threads", "places"), [(1, 1), (8, 1), (9, 1), (10, 2), (64, 56)])
def test_places_leave_threads_for_others_and_are_given_back(threads, places):
    waiting = Waiting(threads=threads, of_one=threads, of_address=threads)

    def fill(left):
        with waiting.place(THING, HERE):
            if left > 1:
                fill(left - 1)
                return
            with pytest.raises(TooManyWaiting) as refusal, waiting.place(THING, HERE):
                pass
            assert refusal.value.retry_after

    fill(places)
    fill(places)


def test_of_one_address_many_players_together_leave_places_to_others():
    waiting = Waiting(threads=14, of_one=2, of_address=3)

    def refused(player, address):
        with pytest.raises(TooManyWaiting) as refusal, waiting.place(player, address):
            pass
        assert refusal.value.retry_after
        return refusal.value.detail

    for _ in range(2):
        with ExitStack() as stack:
            for _ in range(3):
                stack.enter_context(waiting.place(uuid4(), HERE))
            assert refused(uuid4(), HERE) is Detail.WAITING_ADDRESS
            for _ in range(2):
                stack.enter_context(waiting.place(THING, b"there"))
            assert refused(THING, b"there") is Detail.WAITING_YOURSELF
            stack.enter_context(waiting.place(uuid4(), b"there"))
            assert refused(uuid4(), b"elsewhere") is None


@pytest.mark.parametrize(
    ("threads", "most", "share"), [(64, None, 28), (11, None, 2), (1, None, 1), (64, 50, 50)]
)
def test_an_address_has_half_of_the_places_unless_it_is_set_otherwise(threads, most, share):
    assert of_address(Config(threads=threads, max_waiting_address=most)) == share
