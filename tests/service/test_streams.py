"""Streams of races, from two processes of the service: every event once, whatever breaks."""

import os
import random
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from service.embedded import running
from service.storage.migrate import migrate
from service.watching import FARTHEST_BEHIND
from tests.devices import Device
from tests.serving import serving, wait_for

SETTINGS = {
    "LONGCASE_WAIT": "50",
    "LONGCASE_HEARTBEAT": "1",
    "LONGCASE_RACE_COUNTDOWN": "1",
}
MOST = 6
CHANGES = 60
BEHIND = """INSERT INTO race_event (race_id, version, kind, at, told)
    SELECT id, version + n, 'progress', now(), '{"cards_placed": 0, "moves_made": 0}'
    FROM race, generate_series(1, %s) n"""


@dataclass(frozen=True, kw_only=True)
class Racing:
    """Two players in a race, each with a device at each process, and one's game."""

    race: str
    mine: tuple[Device, Device]
    rival: Device
    game: str

    def change(self, device=None):
        """Make a move, or take it back."""
        device = device or self.mine[0]
        moves = device.call("GET", f"{self.game}/moves").body["items"]
        made = device.call("POST", f"{self.game}/undo", {})
        if made.status == 409:
            made = device.call("POST", f"{self.game}/moves", {"moves": [moves[0]["move"]]})
        assert made.status == 200, made.body

    def listed(self, device, *, after=0):
        """Read the events as JSON, page by page."""
        items: list[Any] = []
        more = True
        while more:
            page = device.call("GET", f"races/{self.race}/events?after={after}").body
            items, more = items + page["items"], page["more"]
            after = items[-1]["version"] if items else after
        return items


def make(here, there=None, *, start=True):
    """Make a race of two guests, and let it start."""
    there = there or here
    mine, rival = Device(here), Device(there)
    for device in (mine, rival):
        device.token = device.call("POST", "players", {}).body["token"]
    race = mine.call("POST", "races", {"variant": "freecell", "seats": 2}).body
    assert rival.call("POST", "race-entries", {"code": race["code"]}).status == 201
    game = mine.call("GET", f"races/{race['id']}").body["game"]
    racing = Racing(
        race=race["id"],
        mine=(mine, Device(there, mine.token)),
        rival=rival,
        game=f"games/{game}",
    )
    if start:
        wait_for(lambda: mine.call("GET", racing.game).status == 200)
    return racing


@pytest.fixture(scope="module")
def servers(module_database):
    with (
        serving(module_database, **SETTINGS) as one,
        serving(module_database, **SETTINGS) as other,
    ):
        yield one.address, other.address


@pytest.fixture
def racing(servers, database):  # noqa: ARG001 - the database is emptied
    return make(*servers)


def cut(racing, chance):
    """Follow a race to its end, by streams that are cut after some bytes; give all that came."""
    came: list[Any] = []
    for turn in range(100 * CHANGES):
        last = came[-1].id if came else None
        with racing.mine[turn % 2].follow(racing.race, last=last) as stream:
            if stream.status == 503:  # those before are seen to have hung up in a moment
                continue
            assert stream.status == 200
            left = chance.randint(1, 900)
            while left > 0 and stream.read(size := chance.randint(1, left)):
                left -= size
        came += stream.events
        if came and came[-1].kind == "result":
            return came
    raise AssertionError("it never ended")


def poll(racing):
    """Follow a race to its end by long polls; give all that came."""
    items: list[Any] = []
    over = False
    while not over:
        after = items[-1]["version"] if items else 0
        path = f"races/{racing.race}/events?after={after}&limit=7"
        page = racing.rival.call("GET", path, Prefer="wait=50").body
        items += page["items"]
        over = page["over"] and not page["more"]
    return items


@pytest.mark.parametrize("seed", range(3))
def test_what_is_cut_anywhere_and_resumed_elsewhere_misses_nothing(racing, seed):
    chance = random.Random(seed)  # noqa: S311 - to be repeated
    with ThreadPoolExecutor(2) as pool:
        streamed = pool.submit(cut, racing, chance)
        polled = pool.submit(poll, racing)
        for number in range(CHANGES):
            racing.change(racing.mine[number % 2])
        racing.rival.call("POST", f"races/{racing.race}/leave")
        racing.mine[0].call("POST", f"{racing.game}/resign", {})
        events = streamed.result()
    kept = racing.listed(racing.mine[0])
    assert [event["version"] for event in kept] == list(range(1, len(kept) + 1))
    assert len(kept) > CHANGES
    assert [event.data for event in events] == kept
    assert [(event.id, event.kind) for event in events] == [
        (event["version"], event["kind"]) for event in kept
    ]
    assert polled.result() == kept == racing.listed(racing.rival)


def test_who_is_too_far_behind_gets_one_resync_and_then_what_follows(racing, owner):
    mine = racing.mine[0]
    with psycopg.connect(owner) as connection:
        connection.execute(BEHIND, [FARTHEST_BEHIND])
        connection.execute("UPDATE race SET version = version + %s", [FARTHEST_BEHIND])
    newest = mine.call("GET", f"races/{racing.race}").body
    far = newest["version"] - FARTHEST_BEHIND
    with mine.follow(racing.race, last=far) as stream:
        stream.until(lambda stream: stream.last == newest["version"])
    assert [event.id for event in stream.events] == list(range(far + 1, newest["version"] + 1))
    assert {event.kind for event in stream.events} == {"progress"}
    with mine.follow(racing.race, last=far - 1) as stream:
        stream.until(lambda stream: stream.events)
        racing.change()
        first, second = stream.until(lambda stream: stream.last == newest["version"] + 1)
    assert (first.kind, first.id, first.data) == ("resync", newest["version"], newest)
    assert (second.kind, second.data["version"]) == ("progress", newest["version"] + 1)


def test_a_quiet_stream_has_heartbeats_and_goes_on(racing):
    with racing.mine[0].follow(racing.race) as stream:
        before = len(stream.until(lambda stream: stream.heartbeats == 3))
        racing.change(racing.mine[1])
        stream.until(lambda stream: len(stream.events) > before)
    assert stream.events[-1].kind == "progress"


def test_a_start_is_told_though_nobody_asks(servers, database):  # noqa: ARG001 - it is emptied
    racing = make(*servers, start=False)
    with racing.rival.follow(racing.race) as stream:
        started = stream.until_kind("started")
    starting = next(event for event in stream.events if event.kind == "starting")
    assert started.data["at"] == starting.data["starts_at"]


def test_a_player_who_is_deleted_hears_no_more_and_the_others_do(racing):
    with racing.mine[0].follow(racing.race) as gone, racing.rival.follow(racing.race) as stays:
        gone.until_kind("started")
        assert racing.mine[1].call("DELETE", "players/me").status == 204
        assert "result" not in [event.kind for event in gone.to_end()]
        assert stays.until_kind("result").data["outcome"] == "won"


def test_who_leaves_before_the_start_hears_no_more_on_any_channel(servers, database):  # noqa: ARG001 - it is emptied
    stays, goes = map(Device, servers)
    for device in (stays, goes):
        device.token = device.call("POST", "players", {}).body["token"]
    race = stays.call("POST", "races", {"variant": "freecell", "seats": 3}).body
    entered = goes.call("POST", "race-entries", {"code": race["code"]})
    path, version = f"races/{race['id']}", entered.body["version"]
    with goes.follow(race["id"]) as stream, ThreadPoolExecutor(2) as pool:
        stream.until(lambda stream: stream.last == version)
        waiting = [
            pool.submit(goes.call, "GET", asked, Prefer="wait=50", If_None_Match=f'"{version}"')
            for asked in (path, f"{path}/events?after={version}")
        ]
        assert goes.call("POST", f"{path}/leave").status == 200
        assert [event.id for event in stream.to_end()] == list(range(1, version + 1))
        assert {each.result().status for each in waiting} == {404}
    told = stays.call("GET", f"{path}/events").body["items"]
    assert [event["kind"] for event in told] == ["joined", "joined", "left"]


def test_a_token_that_is_no_longer_good_ends_a_stream(racing, owner):
    mine = racing.mine[0]
    with mine.follow(racing.race) as stream:
        stream.until_kind("started")
        new = Device(mine.address, mine.call("POST", "players/me/token").body["token"])
        racing.change(new)
        stream.until_kind("progress")  # the old one is good for a minute more
        with psycopg.connect(owner) as connection:
            connection.execute(
                "UPDATE player SET old_token_until = now() WHERE old_token_until IS NOT NULL"
            )
        stream.to_end()
        racing.change(new)
    assert new.call("GET", f"races/{racing.race}").body["version"] > stream.last
    with mine.follow(racing.race, last=stream.last) as refused:
        assert refused.status == 401
    with new.follow(racing.race, last=stream.last) as resumed:
        resumed.until_kind("progress")


def test_who_is_banned_still_follows(racing, owner):
    with racing.rival.follow(racing.race) as stream:
        stream.until_kind("started")
        with psycopg.connect(owner) as connection:
            connection.execute(
                "UPDATE player SET banned_at = now() WHERE id IN"
                " (SELECT player_id FROM race_entry WHERE seat = 2)"
            )
        assert racing.rival.call("POST", f"races/{racing.race}/leave").body["code"] == "banned"
        racing.change()
        stream.until_kind("progress")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_what_a_stop_or_a_kill_ends_is_resumed_at_the_other_process(database, servers, how):
    with serving(database, **SETTINGS, LONGCASE_GRACEFUL_TIMEOUT="600") as server:
        racing = make(server.address, servers[1])
        here, there = racing.mine
        with here.follow(racing.race) as stream:
            stream.until_kind("started")
            if how == signal.SIGKILL:
                os.killpg(server.process.pid, how)
            else:
                server.process.send_signal(how)
            stream.to_end()
        racing.change(there)
        if how == signal.SIGTERM:
            assert server.process.wait(40) == 0
        with there.follow(racing.race, last=stream.last) as resumed:
            resumed.until_kind("progress")
        told = [event.data for event in (*stream.events, *resumed.events)]
        assert told == racing.listed(there)[: len(told)]


def test_a_stream_outlives_a_restart_of_the_database(scratch):
    with ExitStack() as stack:
        embedded = stack.enter_context(running(scratch))
        migrate(embedded.owner)
        server = stack.enter_context(serving(embedded.app, **SETTINGS))
        racing = make(server.address)
        streams = [stack.enter_context(racing.rival.follow(racing.race)) for _ in range(4)]
        for stream in streams:
            stream.until_kind("started")
        before = len(server.lines())
        postmaster = (scratch / "postgres" / "postmaster.pid").read_text().split()[0]
        os.kill(int(postmaster), signal.SIGKILL)
        wait_for(embedded.cluster.stopped)
        for stream in streams:
            beats = stream.heartbeats
            stream.until(lambda stream, beats=beats: stream.heartbeats > beats)
        wait_for(embedded.mend)
        wait_for(lambda: racing.mine[0].call("GET", racing.game).status == 200)
        racing.change()
        for stream in streams:
            stream.until_kind("progress")
            assert [event.id for event in stream.events] == list(range(1, stream.last + 1))
        said = {line["logger"] for line in server.lines()[before:]}
        assert said <= {"psycopg.pool", "gunicorn.access"}


def connections(watcher):
    (count,) = watcher.execute(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND backend_type = 'client backend'"  # nor is autovacuum anybody's
    ).fetchone()
    return count


def test_forty_streams_hold_no_connection_and_one_more_is_told_to_come_again(database, cluster):
    name = str(conninfo_to_dict(database)["dbname"])
    places = {
        "LONGCASE_THREADS": "48",
        "LONGCASE_MAX_WAITING": "39",
        "LONGCASE_MAX_WAITING_ADDRESS": "40",
        "LONGCASE_POOL_SIZE": "2",
    }
    with psycopg.connect(cluster.superuser(name), autocommit=True) as watcher, ExitStack() as stack:
        before = connections(watcher)
        server = stack.enter_context(serving(database, **SETTINGS, **places))
        racing = make(server.address)
        mine = racing.mine[0]
        streams = [stack.enter_context(mine.follow(racing.race)) for _ in range(39)]
        streams.append(stack.enter_context(racing.rival.follow(racing.race)))
        for stream in streams:
            stream.until_kind("started")
        assert connections(watcher) <= before + 2
        refused = racing.rival.call(
            "GET", f"races/{racing.race}/events", Accept="text/event-stream"
        )
        assert (refused.status, refused.body["code"]) == (503, "too_many_waiting")
        assert refused.headers["Content-Type"] == "application/problem+json"
        assert int(refused.headers["Retry-After"]) > 0
        racing.change()
        for stream in streams:
            stream.until_kind("progress")
        assert connections(watcher) <= before + 2


def test_one_player_takes_few_places_and_gets_them_back_by_hanging_up(racing):
    here, there = racing.mine
    events = f"races/{racing.race}/events"
    for _ in range(2 * MOST):  # who asks for the head alone has no stream
        assert here.call("HEAD", events, Accept="text/event-stream").status == 200
    with ExitStack() as stack:
        for _ in range(MOST):
            stream = stack.enter_context(here.follow(racing.race))
            stream.until_kind("started")
        for path, headers in (
            (events, {"Accept": "text/event-stream"}),
            (f"{events}?after=4", {"Prefer": "wait=9"}),
            (f"races/{racing.race}", {"Prefer": "wait=9", "If_None_Match": '"4"'}),
            (racing.game, {"Prefer": "wait=9", "If_None_Match": '"1"'}),
        ):
            refused = here.call("GET", path, Accept_Language="en", **headers)
            assert (refused.status, refused.body["code"]) == (503, "too_many_waiting"), path
            assert "as a player may" in refused.body["detail"]
            assert int(refused.headers["Retry-After"]) > 0
        assert here.call("GET", events).status == 200
        rival = Device(here.address, racing.rival.token)
        for device in (rival, there):
            with device.follow(racing.race) as stream:
                stream.until_kind("started")

    def is_free():
        with here.follow(racing.race) as stream:
            return stream.status == 200

    wait_for(is_free)
