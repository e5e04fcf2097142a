"""Removing what guests left behind: their unfinished games, and themselves.

A guest has no name, and neither was linked to an account nor is one that a guest was linked to. The
guests in question are locked first, so that none starts a game, takes a name or is linked
meanwhile; each statement after that looks anew. Who is at one of these just now is left for the
next time.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final
from uuid import UUID

from psycopg import sql

from service.storage.statements import ready, rows, together

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from service.storage.pool import Database

FIRST: Final = UUID(int=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ages:
    """What is old enough: games last touched, and guests last with a game, before these times."""

    now: datetime
    games_before: datetime
    guests_before: datetime


@dataclass(frozen=True, slots=True)
class Forgotten:
    """How many guests were looked at, and how many games and guests went, or would go."""

    looked_at: int
    games: int
    guests: int


def count_guests(database: Database) -> int:
    """Count all guests."""
    return int(rows(database, _COUNT, {})[0][0])


def guests(database: Database, *, after: UUID, limit: int) -> list[UUID]:
    """List guests in order of id."""
    return [row[0] for row in rows(database, _GUESTS, {"after": after, "limit": limit})]


def look(database: Database, guests: Sequence[UUID], ages: Ages) -> Forgotten:
    """Count what of these guests is old enough."""
    ((games, empty),) = rows(database, _LOOK, {"guests": list(guests), **asdict(ages)})
    return Forgotten(len(guests), games, empty)


def remove(database: Database, guests: Sequence[UUID], ages: Ages) -> Forgotten:
    """Remove what of these guests is old enough."""
    with together(database) as lent:
        values = {"guests": list(guests), **asdict(ages)}
        values["guests"] = [row[0] for row in rows(lent, _LOCK, values)]
        games = rows(lent, _REMOVE_GAMES, values)
        rows(lent, _NOTE, values | {"guests": list({row[0] for row in games})})
        gone = rows(lent, _REMOVE_GUESTS, values)
    return Forgotten(len(guests), len(games), len(gone))


_IS_GUEST: Final = sql.SQL(
    """(
    p.name IS NULL AND p.linked_to IS NULL
    AND NOT EXISTS (SELECT FROM player linked WHERE linked.linked_to = p.id)
)"""
)

# A hint touches a game and moves nothing. Of a game that is touched meanwhile the newest event
# cannot be seen yet, so the game stays.
_IS_OLD: Final = sql.SQL(
    """(
    g.status = 'playing' AND g.race_id IS NULL AND g.last_move_at < %(games_before)s AND EXISTS (
        SELECT FROM game_event e
        WHERE e.game_id = g.id AND e.version = g.version AND e.at < %(games_before)s
    )
)"""
)

_IS_EMPTY: Final = sql.SQL(
    """(
    greatest(p.created_at, p.emptied_at) < %(guests_before)s
    AND NOT EXISTS (SELECT FROM game WHERE player_id = p.id)
    AND NOT EXISTS (SELECT FROM race_entry n JOIN race r ON r.id = n.race_id
                    WHERE n.player_id = p.id AND r.ended_at IS NULL)
)"""
)

_COUNT: Final = ready("SELECT count(*) FROM player p WHERE {is_guest}", is_guest=_IS_GUEST)

_GUESTS: Final = ready(
    """
    SELECT id FROM player p WHERE id > %(after)s AND {is_guest} ORDER BY id LIMIT %(limit)s
    """,
    is_guest=_IS_GUEST,
)

_LOOK: Final = ready(
    """
    SELECT (SELECT count(*) FROM game g WHERE g.player_id = ANY (%(guests)s) AND {is_old}),
           (SELECT count(*) FROM player p WHERE p.id = ANY (%(guests)s) AND {is_empty})
    """,
    is_empty=_IS_EMPTY,
    is_old=_IS_OLD,
)

_LOCK: Final = ready(
    """
    SELECT id FROM player p
    WHERE id = ANY (%(guests)s) AND {is_guest}
      AND ({is_empty} OR EXISTS (SELECT FROM game g WHERE g.player_id = p.id AND {is_old}))
    ORDER BY id
    FOR UPDATE SKIP LOCKED
    """,
    is_guest=_IS_GUEST,
    is_empty=_IS_EMPTY,
    is_old=_IS_OLD,
)

_REMOVE_GAMES: Final = ready(
    """
    DELETE FROM game g USING player p
    WHERE p.id = ANY (%(guests)s) AND g.player_id = p.id AND {is_guest} AND {is_old}
    RETURNING p.id
    """,
    is_guest=_IS_GUEST,
    is_old=_IS_OLD,
)

_NOTE: Final = b"""
    UPDATE player SET emptied_at = %(now)s WHERE id = ANY (%(guests)s) RETURNING id
    """

_REMOVE_GUESTS: Final = ready(
    """
    DELETE FROM player p
    WHERE p.id = ANY (%(guests)s) AND {is_guest} AND {is_empty}
    RETURNING p.id
    """,
    is_guest=_IS_GUEST,
    is_empty=_IS_EMPTY,
)
