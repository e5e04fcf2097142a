"""Running one statement: on a lent connection, again when Postgres asks for it.

A statement of the service is its own transaction, so a serialisation failure or a deadlock
(40001, 40P01) has changed nothing and the same statement may run again; after a few tries, each a
little later by chance, the service is `Unavailable`. Whether a statement took effect whose
connection was lost is not known: only a SELECT, and ours change nothing, is then run once more.
On a connection that is lent for a transaction nothing is run again: the whole is for the caller.
"""

from __future__ import annotations

import secrets
import time
from contextlib import contextmanager
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

from psycopg import sql
from psycopg.errors import DeadlockDetected, SerializationFailure

from service.errors import Unavailable
from service.storage import pool

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from psycopg.sql import Composable

    from service.storage.pool import Database, Lent

TRIES: Final = 5
LONGEST_PAUSE_MS: Final = 20

Row = tuple[Any, ...]


def rows(database: Database | Lent, statement: bytes, values: Mapping[str, object]) -> list[Row]:
    """Run a statement and give the rows it returns."""
    for attempt in range(1, TRIES + 1):
        try:
            with database.connection() as connection:
                return connection.execute(statement, values).fetchall()
        except pool.Unavailable as error:
            if not _may_run_again(statement, error, attempt):
                raise Unavailable from error
        time.sleep(attempt * secrets.randbelow(LONGEST_PAUSE_MS) / 1000)
    raise Unavailable


@contextmanager
def one_moment(database: Database) -> Iterator[Lent]:
    """Lend the database as it is at the first look, for what is to agree in an answer."""
    try:
        with database.snapshot() as lent:
            yield lent
    except pool.Unavailable as error:
        raise Unavailable from error


@contextmanager
def together(database: Database) -> Iterator[Lent]:
    """Lend the database for statements that take effect together or not at all."""
    try:
        with database.transaction() as lent:
            yield lent
    except pool.Unavailable as error:
        raise Unavailable from error


def _may_run_again(statement: bytes, error: pool.Unavailable, attempt: int) -> bool:
    if isinstance(error, pool.Lost):
        return attempt == 1 and statement.lstrip().startswith(b"SELECT")
    return isinstance(error.__cause__, (SerializationFailure, DeadlockDetected))


def columns(kind: type, *, of: str | None = None) -> Composable:
    """List the fields of a row's dataclass as columns, of a table's short name if given."""
    names = [field.name for field in fields(kind)]
    return sql.SQL(", ").join(
        sql.Identifier(of, name) if of else sql.Identifier(name) for name in names
    )


def parameters(names: Sequence[str]) -> Composable:
    """List named parameters."""
    return sql.SQL(", ").join(sql.Placeholder(name) for name in names)


def ready(text: str, **parts: Composable) -> bytes:
    """Fill the braces of a statement once, so that nothing is composed per request."""
    template = sql.SQL(text)
    return template.format(**parts).as_string(None).encode()
