"""The table of what was proved of public deals; a row is written once and never changes.

There are more public deals than can be kept: the verdicts judged longest ago make room.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Final

from psycopg.types.json import Jsonb

from service.storage.statements import columns, parameters, ready, rows

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from service.storage.pool import Database

LEAVING: Final = 2  # at once, so that the table also comes down to a bound that was lowered


@dataclass(frozen=True, slots=True, kw_only=True)
class DealKey:
    """Which deal: the rules with all their options, and the number."""

    variant: str
    rules_version: int
    options: Mapping[str, str]
    number: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealVerdict:
    """What is proved of a deal: the verdict, a line that wins, positions looked at, and when.

    `difficulty` is that of a winnable deal; it is not known of one that was judged by a program
    before it was measured.
    """

    verdict: str
    line: bytes
    states: int
    judged_at: datetime
    difficulty: int | None


def find(database: Database, key: DealKey) -> DealVerdict | None:
    """Find what was proved of a deal."""
    found = rows(database, _FIND, _values(key))
    return DealVerdict(**dict(zip(_NAMES, found[0], strict=True))) if found else None


def add(database: Database, key: DealKey, verdict: DealVerdict, *, most: int) -> None:
    """Keep what was proved of a deal, unless something is kept of it already; so many at most."""
    rows(database, _ADD, _values(key) | asdict(verdict) | {"most": most, "leaving": LEAVING})


def _values(key: DealKey) -> dict[str, object]:
    named = {name: getattr(key, name) for name in _KEY_NAMES}
    return named | {"options": Jsonb(dict(key.options))}


_KEY_NAMES: Final = [field.name for field in fields(DealKey)]
_NAMES: Final = [field.name for field in fields(DealVerdict)]

_FIND: Final = ready(
    """
    SELECT {columns} FROM deal_verdict
    WHERE variant = %(variant)s AND number = %(number)s
      AND rules_version = %(rules_version)s AND options = %(options)s
    """,
    columns=columns(DealVerdict),
)

_ADD: Final = ready(
    """
    WITH too_old AS (
        SELECT {key} FROM deal_verdict
        ORDER BY judged_at
        LIMIT least(%(leaving)s, greatest(0, (SELECT count(*) FROM deal_verdict) + 1 - %(most)s))
    ), gone AS (
        DELETE FROM deal_verdict WHERE ({key}) IN (SELECT {key} FROM too_old)
    )
    INSERT INTO deal_verdict ({key}, {columns}) VALUES ({key_values}, {values})
    ON CONFLICT DO NOTHING
    RETURNING number
    """,
    key=columns(DealKey),
    key_values=parameters(_KEY_NAMES),
    columns=columns(DealVerdict),
    values=parameters(_NAMES),
)
