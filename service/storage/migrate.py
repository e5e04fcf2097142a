"""Bring a database up to date: numbered files of SQL, each applied once, in order.

A file is one transaction together with its row in `schema_migration`, so that a stop at any
moment leaves whole steps. Two migrators wait for each other. A file that changed after it was
applied, or a database that knows more than this program, is refused: nothing is guessed.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from service.storage import grants

MIGRATIONS = Path(__file__).parent / "migrations"


class MigrationError(Exception):
    """The database and the files of this program do not fit together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """One file."""

    number: int
    name: str
    checksum: str
    text: str


def migrations(folder: Path = MIGRATIONS) -> tuple[Migration, ...]:
    """Read the files `NNNN_name.sql`, numbered from 1 without gaps."""
    found = tuple(_read(path) for path in sorted(folder.glob("*.sql")))
    numbers = [each.number for each in found]
    if numbers != list(range(1, len(found) + 1)):
        raise MigrationError(f"the files in {folder.name} are numbered {numbers}")
    return found


def migrate(dsn: str, *, folder: Path = MIGRATIONS) -> tuple[Migration, ...]:
    """Apply what is missing; return what was applied."""
    wanted = migrations(folder)
    with psycopg.connect(dsn, autocommit=True) as connection, _alone(connection):
        connection.execute(
            "CREATE TABLE IF NOT EXISTS schema_migration (number integer PRIMARY KEY, "
            "name text NOT NULL, checksum text NOT NULL, "
            "applied_at timestamptz NOT NULL DEFAULT now())"
        )
        have = _unchanged(connection, wanted)
        if have > len(wanted):
            raise MigrationError(
                f"the database is at migration {have}, this program knows {len(wanted)}: "
                "it is older than the one that last migrated"
            )
        missing = wanted[have:]
        for each in missing:
            _apply(connection, each)
        grants.write(connection)
    return missing


def check(dsn: str, *, folder: Path = MIGRATIONS) -> None:
    """Refuse a database that lacks something; one that knows more may be served."""
    wanted = migrations(folder)
    with psycopg.connect(dsn, autocommit=True) as connection:
        known = connection.execute("SELECT to_regclass('schema_migration')").fetchone()
        have = _unchanged(connection, wanted) if known != (None,) else 0
    if have < len(wanted):
        raise MigrationError(
            f"the database is at migration {have} of {len(wanted)}: run `longcase migrate`"
        )


def _read(path: Path) -> Migration:
    number, _, name = path.stem.partition("_")
    if len(number) != 4 or not number.isdigit() or not name:  # noqa: PLR2004 - NNNN
        raise MigrationError(f"{path.name} is not named NNNN_name.sql")
    text = path.read_text(encoding="utf-8")
    checksum = hashlib.sha256(text.encode()).hexdigest()
    return Migration(number=int(number), name=name, checksum=checksum, text=text)


@contextmanager
def _alone(connection: psycopg.Connection) -> Iterator[None]:
    connection.execute("SELECT pg_advisory_lock(hashtext('longcase migrate'))")
    try:
        yield
    finally:
        if not connection.broken:
            connection.execute("SELECT pg_advisory_unlock(hashtext('longcase migrate'))")


def _unchanged(connection: psycopg.Connection, wanted: tuple[Migration, ...]) -> int:
    """Return how many files were applied, and make sure that ours are these."""
    rows = connection.execute(
        "SELECT number, name, checksum FROM schema_migration ORDER BY number"
    ).fetchall()
    for (number, name, checksum), each in zip(rows, wanted, strict=False):
        if (number, checksum) != (each.number, each.checksum):
            raise MigrationError(
                f"migration {number:04}_{name} was applied with another text than this program "
                "has: an applied file must not change, add a new one"
            )
    return len(rows)


def _apply(connection: psycopg.Connection, each: Migration) -> None:
    try:
        with connection.transaction():
            connection.execute(each.text.encode())
            connection.execute(
                "INSERT INTO schema_migration (number, name, checksum) VALUES (%s, %s, %s)",
                (each.number, each.name, each.checksum),
            )
    except psycopg.Error as error:
        raise MigrationError(f"migration {each.number:04}_{each.name} fails: {error}") from error
