"""A player's races: a page of them, and sums over those that came to a result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from service.storage.races import RACE_COLUMNS, Entry, Race
from service.storage.statements import columns, ready, rows

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from service.storage.pool import Database, Lent


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceSelection:
    """Which of a player's races to list, the newest first, and after which."""

    status: str | None = None
    after: tuple[datetime, UUID] | None = None
    limit: int


def page(database: Database, player_id: UUID, selection: RaceSelection) -> list[tuple[Race, Entry]]:
    """List the races a player is in with their entry, the newest first."""
    after_time, after_id = selection.after or (None, None)
    values = {
        "player_id": player_id,
        "status": selection.status,
        "after_time": after_time,
        "after_id": after_id,
        "limit": selection.limit,
    }
    found = rows(database, _PAGE, values)
    return [(Race(*row[:RACE_COLUMNS]), Entry(*row[RACE_COLUMNS:])) for row in found]


@dataclass(frozen=True, slots=True)
class RaceFigures:
    """A player's races that came to a result, of one variant or, where it is None, of all."""

    variant: str | None
    played: int
    won: int
    drawn: int


def figures(
    database: Database | Lent, player_id: UUID, *, variant: str | None
) -> list[RaceFigures]:
    """Sum up a player's races, overall and by variant.

    One that they were in twice, since a guest was linked to them, was no race against others.
    """
    found = rows(database, _FIGURES, {"player_id": player_id, "variant": variant})
    return [RaceFigures(*row) for row in found]


_PAGE: Final = ready(
    """
    SELECT DISTINCT ON (r.created_at, r.id) {race}, {entry}
    FROM race_entry e JOIN race r ON r.id = e.race_id
    WHERE e.player_id = %(player_id)s
      AND (%(status)s::text IS NULL OR r.status = %(status)s)
      AND (%(after_id)s::uuid IS NULL
           OR (r.created_at, r.id) < (%(after_time)s::timestamptz, %(after_id)s))
    ORDER BY r.created_at DESC, r.id DESC, e.seat
    LIMIT %(limit)s
    """,
    race=columns(Race, of="r"),
    entry=columns(Entry, of="e"),
)

_FIGURES: Final = b"""
    SELECT r.variant, count(*), count(*) FILTER (WHERE e.result = 'won'),
           count(*) FILTER (WHERE e.result = 'drawn')
    FROM race_entry e JOIN race r ON r.id = e.race_id
    WHERE e.player_id = %(player_id)s AND e.result IS NOT NULL
      AND NOT EXISTS (SELECT FROM race_entry o
                      WHERE o.player_id = e.player_id AND o.race_id = e.race_id
                        AND o.seat <> e.seat)
      AND (%(variant)s::text IS NULL OR r.variant = %(variant)s)
    GROUP BY GROUPING SETS ((r.variant), ())
    """
