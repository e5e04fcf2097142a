"""The connections to Postgres: one pool a process, opened explicitly after the fork.

Connections are in autocommit: a statement is a transaction. A lost, late or refused
connection is `Unavailable`, whatever its cause; every other error is a fault of ours and
passes through. Nothing is tried again here, since only the caller knows whether it may be.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

import psycopg
from psycopg_pool import ConnectionPool

from service.config import Config


class Unavailable(Exception):
    """The database cannot be reached now."""


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
            name="longcase",
        )

    def open(self) -> Self:
        """Start connecting, in this process; an absent database does not stop it."""
        self._pool.open(wait=False)
        return self

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()

    @contextmanager
    def connection(self) -> Iterator[psycopg.Connection]:
        """Lend a connection for a block."""
        try:
            with self._pool.connection() as connection:
                yield connection
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            # Whoever kills one connection kills them all: find the others before they are lent.
            self._pool.check()
            raise Unavailable from error

    def _configure(self, connection: psycopg.Connection) -> None:
        for name, value in (
            ("statement_timeout", f"{self._config.statement_timeout}ms"),
            ("idle_in_transaction_session_timeout", f"{self._config.statement_timeout}ms"),
            ("TimeZone", "UTC"),
        ):
            connection.execute("SELECT set_config(%s, %s, false)", (name, value))


def reach(dsn: str, *, seconds: float) -> None:
    """Wait until a database can be connected to, for a program that starts before it."""
    end = time.monotonic() + seconds
    while True:
        try:
            return psycopg.connect(dsn, connect_timeout=5).close()
        except psycopg.OperationalError as error:
            if time.monotonic() > end:
                raise Unavailable(f"the database cannot be reached: {error}") from error
            time.sleep(0.5)


def answers(database: Database) -> bool:
    """Tell whether the database answers now."""
    try:
        with database.connection() as connection:
            return connection.execute("SELECT 1").fetchone() == (1,)
    except Unavailable:
        return False
