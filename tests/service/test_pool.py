"""Connections that end: none is lent, reads are made again, an outage ends with its cause."""

import os
import threading
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from service.config import Config
from service.errors import Unavailable
from service.storage import moderating
from service.storage.pool import Database
from service.storage.statements import one_moment, rows
from tests.serving import wait_for

SIZE = 4
READ = b"SELECT count(*) FROM player"
WRITE = b"""INSERT INTO player (id, token_hash, language, time_zone, created_at)
    SELECT gen_random_uuid(), decode(md5('x') || md5('y'), 'hex'), 'en', 'UTC', now()
    FROM (SELECT count(*) FROM player) held RETURNING 1"""


@contextmanager
def pool_of(dsn, *, size=SIZE, timeout=30):
    pool = Database(Config(database_url=dsn, pool_size=size, pool_timeout=timeout)).open()
    try:
        yield pool
    finally:
        pool.close()


@pytest.fixture
def pool(database):
    with pool_of(database) as pool:
        yield pool


@pytest.fixture
def superuser(database, cluster):
    name = str(conninfo_to_dict(database)["dbname"])
    with psycopg.connect(cluster.superuser(name), autocommit=True) as connection:
        yield connection


def fill(pool, count=SIZE):
    """Have the pool hold as many connections as it may: lend them all at once."""
    everyone = threading.Barrier(count)

    def hold():
        with pool.connection() as connection:
            everyone.wait(30)
            connection.execute("SELECT 1")

    threads = [threading.Thread(target=hold) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)


def end_all(superuser):
    """End every other connection to the database, and wait for their processes' ends."""
    ended = superuser.execute(
        "SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    ).fetchall()
    wait_for(lambda: not any(lives(pid) for pid, _ in ended))


def lives(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_connections_that_were_ended_are_never_lent(pool, superuser):
    for _ in range(3):
        fill(pool)
        end_all(superuser)
        for _ in range(2 * SIZE):
            with pool.connection() as connection:
                assert connection.execute("SELECT 1").fetchone() == (1,)


def test_what_postgres_says_without_being_asked_ends_no_connection(database, superuser):
    with pool_of(database, size=1) as pool:
        with pool.connection() as connection:
            before = connection.info.backend_pid
            connection.execute("LISTEN news")
        for _ in range(3):
            superuser.execute("NOTIFY news")
            with pool.connection() as connection:
                assert connection.info.backend_pid == before


def cut_within(superuser, pool, statement):
    """Run a statement, and end its connection while it waits for a lock; give what came of it."""
    waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    came: list[object] = []

    def at_lock():
        superuser.execute("SELECT pg_stat_clear_snapshot()")  # or a transaction sees it once only
        return superuser.execute(waiting).fetchone()

    def run():
        try:
            came.append(rows(pool, statement, {}))
        except Unavailable as error:
            came.append(error)

    thread = threading.Thread(target=run)
    with psycopg.connect(superuser.info.dsn, password=superuser.info.password) as holder:
        holder.execute("LOCK TABLE player IN ACCESS EXCLUSIVE MODE")
        thread.start()
        (pid,) = wait_for(at_lock)
        superuser.execute("SELECT pg_terminate_backend(%s)", (pid,))
        wait_for(lambda: at_lock() != (pid,))
    thread.join(30)
    return came[0]


def test_a_read_whose_connection_ends_is_made_again(pool, superuser):
    assert cut_within(superuser, pool, READ) == [(0,)]


def test_a_write_whose_connection_ends_is_not_made_again(pool, superuser):
    assert isinstance(cut_within(superuser, pool, WRITE), Unavailable)
    assert rows(pool, READ, {}) == [(0,)]


def test_after_an_outage_the_next_request_is_answered(database, superuser, scratch):
    socket = Path(str(conninfo_to_dict(database)["host"]))
    scratch.symlink_to(socket)
    try:
        with pool_of(make_conninfo(database, host=str(scratch)), timeout=2) as pool:
            fill(pool)
            scratch.unlink()
            end_all(superuser)
            for _ in range(3):  # psycopg's own pause is then longer than a request waits
                with pytest.raises(Unavailable):
                    rows(pool, READ, {})
            scratch.symlink_to(socket)
            assert rows(pool, READ, {}) == [(0,)]
    finally:
        scratch.unlink(missing_ok=True)


def test_a_server_that_has_become_a_standby_is_an_outage_and_is_left(database):
    with pool_of(database, size=1) as pool:
        with pool.connection() as connection:
            connection.execute("SET default_transaction_read_only = on")
        with pytest.raises(Unavailable):
            rows(pool, WRITE, {})
        assert rows(pool, WRITE, {}) == [(1,)]


@pytest.mark.parametrize(
    "act",
    [
        lambda pool: rows(pool, READ, {}),
        lambda pool: moderating.rename(pool, UUID(int=1), "Ada", at=datetime.now(UTC)),
        lambda pool: one_moment(pool).__enter__(),
    ],
)
def test_whatever_is_done_a_database_that_is_away_is_told_of_in_one_way(act):
    with (
        pool_of("postgresql://nobody@127.0.0.1:1/x", timeout=1) as pool,
        pytest.raises(Unavailable),
    ):
        act(pool)
