"""The table of dailies: one deal a variant and UTC date, made once, whoever comes first."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Final

from psycopg.types.json import Jsonb

from service.storage.statements import columns, parameters, ready, rows

if TYPE_CHECKING:
    from datetime import date, datetime
    from uuid import UUID

    from service.storage.pool import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class Daily:
    """A row of `daily`; the fields are its columns in this order."""

    variant: str
    day: date
    rules_version: int
    options: dict[str, str]
    deal_order: bytes
    salt: bytes
    commitment: bytes
    line: bytes | None
    difficulty: int | None
    made_at: datetime
    withdrawn_at: datetime | None = None


def find(database: Database, variant: str, day: date) -> Daily | None:
    """Find a day's daily."""
    found = rows(database, _FIND, {"variant": variant, "day": day})
    return Daily(**dict(zip(_NAMES, found[0], strict=True))) if found else None


def add(database: Database, daily: Daily, *, takes: UUID | None) -> None:
    """Add a daily, unless its day has one already.

    With `takes`, the verified deal it is made of goes from those that wait; nothing is added if
    another took that one first.
    """
    values = asdict(daily) | {"options": Jsonb(daily.options), "takes": takes}
    rows(database, _ADD if takes is None else _ADD_TAKING, values)


def made(database: Database, day: date) -> frozenset[str]:
    """List the variants whose daily of a day is made."""
    return frozenset(row[0] for row in rows(database, _MADE, {"day": day}))


def withdraw(database: Database, variant: str, day: date, *, at: datetime) -> bool:
    """Withdraw a daily; tell whether it was not withdrawn before."""
    return bool(rows(database, _WITHDRAW, {"variant": variant, "day": day, "at": at}))


_NAMES: Final = [field.name for field in fields(Daily)]

_FIND: Final = ready(
    "SELECT {columns} FROM daily WHERE variant = %(variant)s AND day = %(day)s",
    columns=columns(Daily),
)

_INSERT: Final = """
    INSERT INTO daily ({columns}) SELECT {values} FROM SOURCE
    ON CONFLICT DO NOTHING
    RETURNING variant
    """
_PARTS: Final = {"columns": columns(Daily), "values": parameters(_NAMES)}

_ADD: Final = ready(_INSERT.replace("FROM SOURCE", ""), **_PARTS)

# As with games, the deal is locked, not waited for, and goes only if the daily is made of it.
_ADD_TAKING: Final = ready(
    f"""
    WITH waiting AS (SELECT id FROM verified_deal WHERE id = %(takes)s FOR UPDATE SKIP LOCKED),
    d AS ({_INSERT.replace("SOURCE", "waiting")}),
    taken AS (DELETE FROM verified_deal WHERE id IN (SELECT waiting.id FROM waiting, d))
    SELECT variant FROM d
    """,  # noqa: S608 - constants
    **_PARTS,
)

_MADE: Final = b"SELECT variant FROM daily WHERE day = %(day)s"

_WITHDRAW: Final = b"""
    UPDATE daily SET withdrawn_at = %(at)s
    WHERE variant = %(variant)s AND day = %(day)s AND withdrawn_at IS NULL
    RETURNING variant
    """
