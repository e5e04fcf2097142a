"""The connections to Postgres: one pool a process, opened explicitly after the fork.

Connections are in autocommit: a statement is a transaction. A lost, late or refused connection is
`Unavailable`, whatever its cause, and so is a change on a server that has become a standby; every
other error is a fault of ours and passes through. Nothing is tried again here, since only the
caller knows whether it may be.

A connection that Postgres has closed is not lent: that is looked for without a round trip.
While Postgres is away the pool tries about once a second for those who wait, and not ever more
seldom, as psycopg's would: it is back for us as soon as it is back.
"""

import select
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

import psycopg
from psycopg_pool import ConnectionPool

from service.config import Config

RECONNECT_S = 0.5  # psycopg's own pauses double for five minutes


class Unavailable(Exception):
    """The database cannot be reached now."""


class Unreadable(Exception):
    """DATABASE_URL=…: expected postgresql://user:password@host:port/name."""


class NotPermitted(Exception):
    """The role of DATABASE_URL may not do this; operators' commands connect as the owner."""


class OthersFirst(Exception):
    """Another change came first, and nothing of this one was written."""


class Lost(Unavailable):
    """A connection ended while it was in use; whether its statement took effect is not known."""


class Database:
    """A pool of connections to the database that the settings name."""

    def __init__(self, config: Config) -> None:
        """Describe the pool; nothing is connected before `open`."""
        self._config = config
        self._pool = ConnectionPool(
            config.database_url or "",
            open=False,
            min_size=1,
            max_size=config.pool_size,
            timeout=config.pool_timeout,
            kwargs={
                "autocommit": True,
                "prepare_threshold": config.prepare_threshold,
                "connect_timeout": config.pool_timeout,
                "tcp_user_timeout": config.pool_timeout * 1000,
            },
            configure=self._configure,
            check=self._check,
            reconnect_timeout=RECONNECT_S,
            reconnect_failed=_try_again,
            name="longcase",
        )

    def open(self) -> Self:
        """Start connecting, in this process; an absent database does not stop it."""
        self._pool.open(wait=False)
        return self

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def connection(self) -> Iterator[psycopg.Connection]:
        """Lend a connection for a block."""
        connection = None
        try:
            with self._pool.connection() as connection:
                yield from _writable(connection)
        except psycopg.errors.ReadOnlySqlTransaction as error:
            raise Unavailable from error
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            lost = connection is not None and connection.broken
            raise (Lost if lost else Unavailable) from error
        except psycopg.errors.InsufficientPrivilege as error:
            raise NotPermitted(NotPermitted.__doc__) from error

    @contextmanager
    def snapshot(self) -> Iterator["Lent"]:
        """Lend the database for a block as it is at the first look, to read and not to write."""
        with self.connection() as connection, connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            yield Lent(connection)

    @contextmanager
    def transaction(self) -> Iterator["Lent"]:
        """Lend the database for a block whose statements take effect together or not at all."""
        with self.connection() as connection, connection.transaction():
            yield Lent(connection)

    def _check(self, connection: psycopg.Connection) -> None:
        """Refuse to lend a connection that Postgres has closed.

        On an idle connection Postgres says little but farewell. Whoever ends one ends them all,
        so the others are looked at before the pool offers them one by one.
        """
        try:
            while _has_news(connection):
                connection.pgconn.consume_input()
        except psycopg.OperationalError:
            self._pool.check()
            raise

    def _configure(self, connection: psycopg.Connection) -> None:
        for name, value in (
            ("statement_timeout", f"{self._config.statement_timeout}ms"),
            ("idle_in_transaction_session_timeout", f"{self._config.statement_timeout}ms"),
            ("TimeZone", "UTC"),
        ):
            connection.execute("SELECT set_config(%s, %s, false)", (name, value))


class Lent:
    """One connection for the statements of a block, in one transaction."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection

    @contextmanager
    def connection(self) -> Iterator[psycopg.Connection]:
        """Lend the one connection, again and again."""
        yield self._connection


def _writable(connection: psycopg.Connection) -> Iterator[psycopg.Connection]:
    """Lend a connection, and close it if its server has become a standby, to connect anew."""
    try:
        yield connection
    except psycopg.errors.ReadOnlySqlTransaction:
        connection.close()
        raise


def _has_news(connection: psycopg.Connection) -> bool:
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return bool(poll.poll(0))


def _try_again(pool: ConnectionPool) -> None:
    """Go on connecting as long as somebody waits; a later request starts anew by itself."""
    if pool.get_stats()["requests_waiting"]:
        pool.check()


def reach(dsn: str, *, seconds: float) -> None:
    """Wait until a database can be connected to, for a program that starts before it.

    Raises:
        Unreadable: how to connect is not written as Postgres reads it.
        Unavailable: it cannot be connected to in this time.
    """
    end = time.monotonic() + seconds
    while True:
        try:
            return psycopg.connect(dsn, connect_timeout=5).close()
        except psycopg.ProgrammingError:  # its text quotes what it stumbled over: a password
            raise Unreadable((Unreadable.__doc__ or "").rstrip(".")) from None
        except psycopg.OperationalError as error:
            if time.monotonic() > end:
                raise Unavailable(f"the database cannot be reached: {error}") from error
            time.sleep(0.5)
