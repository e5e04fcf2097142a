"""A player's figures, summed up by the database from the rows of their games.

Both statements read the index `game_statistics` alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from service.storage.statements import rows

if TYPE_CHECKING:
    from datetime import date, datetime
    from uuid import UUID

    from service.storage.pool import Database, Lent


@dataclass(frozen=True, slots=True)
class Figures:
    """Sums over games: of one variant or, where it is None, of all; `assisted` alike."""

    variant: str | None
    assisted: bool | None
    played: int
    wins: int
    practice_played: int
    fastest_win_ms: int | None
    fewest_moves: int | None
    best_score: int | None


@dataclass(frozen=True, slots=True)
class Win:
    """A win that was not practice: when it was, in the player's zone of then and by its date."""

    variant: str
    assisted: bool
    won_at: datetime
    won_zone: str
    won_on: date


def figures(database: Database | Lent, player_id: UUID, *, variant: str | None) -> list[Figures]:
    """Sum up a player's games, overall, by variant, by clean and assisted, and by both."""
    found = rows(database, _FIGURES, {"player_id": player_id, "variant": variant})
    return [Figures(*row) for row in found]


def wins(database: Database | Lent, player_id: UUID, *, variant: str | None) -> list[Win]:
    """List a player's wins, the earliest first."""
    found = rows(database, _WINS, {"player_id": player_id, "variant": variant})
    return [Win(*row) for row in found]


_FIGURES: Final = b"""
    SELECT variant,
           CASE WHEN grouping(assisted) = 0 THEN assisted END,
           count(*) FILTER (WHERE NOT practice),
           count(*) FILTER (WHERE NOT practice AND status = 'won'),
           count(*) FILTER (WHERE practice),
           min(won_ms) FILTER (WHERE NOT practice),
           min(won_moves) FILTER (WHERE NOT practice),
           max(final_score) FILTER (WHERE NOT practice)
    FROM game
    WHERE player_id = %(player_id)s AND played AND race_id IS NULL
      AND (%(variant)s::text IS NULL OR variant = %(variant)s)
    GROUP BY GROUPING SETS ((variant, assisted), (variant), (assisted), ())
    """

_WINS: Final = b"""
    SELECT variant, assisted, finished_at, coalesce(won_zone, 'UTC'), won_on
    FROM game
    WHERE player_id = %(player_id)s AND played AND NOT practice AND status = 'won'
      AND race_id IS NULL
      AND (%(variant)s::text IS NULL OR variant = %(variant)s)
    ORDER BY finished_at, id
    """
