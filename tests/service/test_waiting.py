"""Waiting for a change, with two processes of the service: changes wake, and nobody starves."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from service.embedded import running
from service.storage.migrate import migrate
from tests.devices import PATIENCE_S, Device
from tests.serving import serving, wait_for

LONG = {
    "LONGCASE_WAIT": "50",
    "LONGCASE_MAX_WAITING": "50",
    "LONGCASE_MAX_WAITING_ADDRESS": "50",
}
LOOKS = """SELECT 1 FROM pg_stat_activity WHERE datname = %s AND query_start > %s
    AND query LIKE '%%id, version FROM game WHERE%%'"""


@pytest.fixture(scope="module")
def servers(module_database):
    with serving(module_database, **LONG) as one, serving(module_database, **LONG) as other:
        yield one.address, other.address


@pytest.fixture
def devices(servers, database):  # noqa: ARG001 - the database is emptied
    """Two devices of one player, each at a process of its own, and a game."""
    here, there = map(Device, servers)
    path = here.start()
    there.token = here.token
    return here, there, path


@pytest.fixture
def waits(database, cluster):
    """Begin to wait in another thread, and go on when the database was looked at for it."""
    name = conninfo_to_dict(database)["dbname"]
    with (
        ThreadPoolExecutor(1) as pool,
        psycopg.connect(cluster.superuser(str(name)), autocommit=True) as watcher,
    ):

        def begin(device, path):
            (since,) = watcher.execute("SELECT clock_timestamp()").fetchone() or ()
            waiting = pool.submit(device.wait, path)
            wait_for(lambda: waiting.done() or watcher.execute(LOOKS, (name, since)).fetchone())
            assert not waiting.done(), waiting.result()
            return waiting

        yield begin


def test_a_move_made_at_another_process_ends_a_wait(devices, waits):
    here, there, path = devices
    waiting = waits(here, path)
    made = there.draw(path)
    answer = waiting.result()
    assert (answer.status, answer.headers["ETag"]) == (200, '"2"')
    assert answer.headers["Preference-Applied"] == "wait=50"
    assert answer.body == made.body | {"steps": []}


def test_a_wait_without_a_change_ends_when_its_time_is_over(devices):
    here, _, path = devices
    begun = time.monotonic()
    answer = here.wait(path, seconds=1)
    assert time.monotonic() - begun >= 1
    assert (answer.status, answer.headers["ETag"], answer.body) == (304, '"1"', None)
    assert answer.headers["Preference-Applied"] == "wait=1"


def test_a_change_that_came_before_is_not_waited_for(devices):
    here, there, path = devices
    there.draw(path)
    answer = here.wait(path)
    assert (answer.status, answer.headers["ETag"]) == (200, '"2"')


def test_a_game_that_goes_ends_a_wait(devices, waits, owner):
    here, _, path = devices
    waiting = waits(here, path)
    with psycopg.connect(owner) as connection:
        connection.execute("DELETE FROM game")
    answer = waiting.result()
    assert (answer.status, answer.body["code"]) == (404, "not_found")


def test_a_player_who_goes_ends_a_wait(devices, waits):
    here, there, path = devices
    waiting = waits(here, path)
    assert there.call("DELETE", "players/me").status == 204
    answer = waiting.result()
    assert (answer.status, answer.body["code"]) == (401, "unauthenticated")


def test_nobody_waits_for_the_game_of_another(devices):
    _, there, path = devices
    rival = Device(there.address)
    rival.start()
    answer = rival.wait(path)
    assert (answer.status, answer.body["code"]) == (404, "not_found")


@contextmanager
def full(database, *, places, **settings):
    """A service whose places are all taken by devices that wait for one game."""
    with (
        serving(database, LONGCASE_THREADS=str(places + 8), **LONG, **settings) as server,
        ThreadPoolExecutor(places) as pool,
    ):
        device = Device(server.address)
        path = device.start()
        waiting = [pool.submit(wait_for, lambda: placed(device, path)) for _ in range(places)]
        one_more = wait_for(lambda: refused(device, path))
        assert not any(each.done() for each in waiting)
        yield server, device, path, waiting, one_more


def placed(device, path):
    """Wait, if there is a place; give the answer."""
    answer = device.wait(path)
    return answer if answer.status != 503 else None


def refused(device, path):
    """Try to wait, for no longer than a second; give the refusal."""
    answer = device.wait(path, seconds=1)
    return answer if answer.status == 503 else None


def connections(watcher):
    (count,) = watcher.execute(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND backend_type = 'client backend'"  # nor is autovacuum anybody's
    ).fetchone()
    return count


def test_fifty_wait_with_one_connection_and_one_more_is_told_to_come_again(database, cluster):
    name = str(conninfo_to_dict(database)["dbname"])
    with psycopg.connect(cluster.superuser(name), autocommit=True) as watcher, ExitStack() as stack:
        before = connections(watcher)
        filled = full(database, places=50, LONGCASE_POOL_SIZE="2")
        _, device, path, waiting, one_more = stack.enter_context(filled)
        assert one_more.body["code"] == "too_many_waiting"
        assert int(one_more.headers["Retry-After"]) > 0
        assert connections(watcher) <= before + 2
        assert device.call("GET", path).status == 200
        assert device.call("GET", path, If_None_Match='"1"').status == 304
        assert device.draw(path).status == 200
        assert {each.result().status for each in waiting} == {200}
        assert device.wait(path, known='"2"', seconds=1).status == 304


def test_many_guests_of_one_address_leave_places_to_others(database):
    """Addresses are told as for the rates: by a proxy that is trusted, of IPv6 the network."""
    settings = {"LONGCASE_THREADS": "12", "LONGCASE_TRUSTED_PROXIES": "127.0.0.1/32"}
    crowd = ["2001:db8::1", "2001:db8::2", "2001:db8::ffff:1"]

    def wait(address, *, seconds):
        guest = Device(server.address)
        headers = {"Prefer": f"wait={seconds}", "If_None_Match": '"1"', "Accept_Language": "en"}
        return guest.call("GET", guest.start(), X_Forwarded_For=address, **headers)

    def placed(address):
        """Wait, if there is a place: who tries below may have it for a second."""
        answer = wait(address, seconds=50)
        return answer if answer.status != 503 else None

    with serving(database, LONGCASE_WAIT="50", **settings) as server, ThreadPoolExecutor(2) as pool:
        waiting = [pool.submit(wait_for, partial(placed, each)) for each in crowd[:2]]

        def refused():
            answer = wait(crowd[2], seconds=1)
            return answer if answer.status == 503 else None

        one_more = wait_for(refused)
        assert one_more.body["code"] == "too_many_waiting"
        assert "your network" in one_more.body["detail"]
        assert int(one_more.headers["Retry-After"]) > 0
        assert wait("2001:db8:0:1::1", seconds=1).status == 304
        assert not any(each.done() for each in waiting)
        server.process.send_signal(signal.SIGTERM)
        assert {each.result().status for each in waiting} == {304}


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGHUP])
def test_a_stop_answers_who_waits(database, stop):
    with full(database, places=4) as (server, _, _, waiting, _):
        server.process.send_signal(stop)
        answers = [each.result() for each in waiting]
        assert {(each.status, each.headers["ETag"]) for each in answers} == {(304, '"1"')}
        if stop == signal.SIGTERM:
            assert server.process.wait(PATIENCE_S) == 0


def test_a_stop_at_once_is_not_held_up_by_who_waits(database):
    with full(database, places=4, LONGCASE_GRACEFUL_TIMEOUT="600") as (server, _, _, waiting, _):
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(PATIENCE_S) == 0
        for each in waiting:
            assert each.exception() or each.result().status == 304


def test_who_waits_while_the_database_restarts_is_woken_by_a_change_after_it(scratch):
    with ExitStack() as stack:
        embedded = stack.enter_context(running(scratch))
        migrate(embedded.owner)
        server = stack.enter_context(serving(embedded.app, **LONG))
        pool = stack.enter_context(ThreadPoolExecutor(1))
        device = Device(server.address)
        path = device.start()
        waiting = pool.submit(device.wait, path)
        with psycopg.connect(embedded.superuser(), autocommit=True) as watcher:
            name = conninfo_to_dict(embedded.app)["dbname"]
            wait_for(lambda: watcher.execute(LOOKS, (name, "-infinity")).fetchone())
        postmaster = (scratch / "postgres" / "postmaster.pid").read_text().split()[0]
        os.kill(int(postmaster), signal.SIGKILL)
        wait_for(embedded.mend)
        assert not waiting.done()
        wait_for(lambda: device.draw(path).status == 200)
        answer = waiting.result()
        assert (answer.status, answer.headers["ETag"]) in {(200, '"2"'), (200, '"3"')}
