"""Boards, put together from the games' own rows each time they are read.

Page and window come from one statement, so that they show the same board. The index `game_board`
has a day's games in the order of the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from service.storage.statements import rows

if TYPE_CHECKING:
    from datetime import date, datetime
    from uuid import UUID

    from service.storage.pool import Database


@dataclass(frozen=True, slots=True)
class Result:
    """A player's entry of a day: `place` counts without ties, `listed` tells that it is paged."""

    listed: bool
    mine: bool
    place: int
    rank: int
    game_id: UUID
    name: str
    status: str
    score: int
    moves: int
    elapsed_ms: int
    finished_at: datetime


@dataclass(frozen=True, slots=True)
class Topped:
    """On how many days a player was first; `key` tells apart those who were so on as many."""

    listed: bool
    mine: bool
    place: int
    rank: int
    key: str
    name: str
    days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Which part of a board: the entries after one, so many; and around whom, how far each way."""

    after: tuple[int | str, ...] | None
    limit: int
    around: UUID | None
    reach: int


def of_day(
    database: Database, variant: str, day: date, *, closes_at: datetime, part: Part
) -> list[Result]:
    """Give a part of a day's board in its order, after it the window around a player."""
    score, moves, elapsed_ms, game_id = part.after or (None,) * 4
    values = {
        "variant": variant,
        "day": day,
        "closes_at": closes_at,
        "score": score,
        "moves": moves,
        "elapsed_ms": elapsed_ms,
        "game_id": game_id,
    }
    return [Result(*row) for row in rows(database, _OF_DAY, values | _around(part))]


def of_all_days(
    database: Database, variant: str, *, until: date, open_days: int, part: Part
) -> list[Topped]:
    """Give a part of the board of days topped until a day, after it the window around a player."""
    days, key = part.after or (None, None)
    values = {
        "variant": variant,
        "until": until,
        "open_days": open_days,
        "days": days,
        "key": key,
    }
    return [Topped(*row) for row in rows(database, _OF_ALL_DAYS, values | _around(part))]


@dataclass(frozen=True, slots=True)
class Entry:
    """A game on a board, as the operator sees it."""

    game_id: UUID
    name: str | None
    score: int
    off_board: bool


def entries(database: Database, variant: str, day: date, who: str) -> list[Entry]:
    """List the games that count on a day of players of a name, or the one of an id.

    Among them are also such as are off the board.
    """
    found = rows(database, _ENTRIES, {"variant": variant, "day": day, "who": who})
    return [Entry(*row) for row in found]


def take_off(database: Database, game_id: UUID) -> None:
    """Take a game off its board."""
    rows(database, _TAKE_OFF, {"game_id": game_id})


def _around(part: Part) -> dict[str, object]:
    return {"limit": part.limit, "around": part.around, "reach": part.reach}


# What is on a board: players' games in earnest, without help, and with a move at least.
_COUNTS: Final = """
    g.daily_on IS NOT NULL AND NOT g.practice AND g.played AND g.final_score IS NOT NULL
    AND NOT g.assisted AND NOT g.off_board AND p.name IS NOT NULL AND p.banned_at IS NULL
    """

_PAGE_AND_WINDOW: Final = """
    SELECT true, shown.* FROM (
        SELECT * FROM board WHERE AFTER ORDER BY place LIMIT %(limit)s
    ) shown
    UNION ALL
    SELECT false, shown.* FROM (
        SELECT board.* FROM board JOIN board me ON me.mine
        WHERE board.place BETWEEN me.place - %(reach)s AND me.place + %(reach)s
    ) shown
    ORDER BY 1 DESC, place
    """

_OF_DAY: Final = f"""
    WITH board AS MATERIALIZED (
        SELECT coalesce(g.player_id = %(around)s::uuid, false) AS mine,
               row_number() OVER (
                   ORDER BY g.final_score DESC, g.final_moves, g.final_ms, g.id
               ) AS place,
               rank() OVER (ORDER BY g.final_score DESC, g.final_moves, g.final_ms) AS rank,
               g.id, p.name, g.status, g.final_score, g.final_moves, g.final_ms, g.finished_at
        FROM game g JOIN player p ON p.id = g.player_id
        WHERE g.variant = %(variant)s AND g.daily_on = %(day)s
          AND g.finished_at < %(closes_at)s AND {_COUNTS}
    )
    {_PAGE_AND_WINDOW}
    """.replace(  # noqa: S608 - constants
    "AFTER",
    """
    %(game_id)s::uuid IS NULL OR (-final_score, final_moves, final_ms, id) > (
        -%(score)s::integer, %(moves)s::integer, %(elapsed_ms)s::bigint, %(game_id)s::uuid
    )
    """,
).encode()

_ON_TIME: Final = """
    g.finished_at < (g.daily_on + %(open_days)s::integer)::timestamp AT TIME ZONE 'UTC'
    """

_OF_ALL_DAYS: Final = f"""
    WITH best AS (
        SELECT d.day, first.* FROM daily d CROSS JOIN LATERAL (
            SELECT g.final_score, g.final_moves, g.final_ms
            FROM game g JOIN player p ON p.id = g.player_id
            WHERE g.variant = d.variant AND g.daily_on = d.day AND {_ON_TIME} AND {_COUNTS}
            ORDER BY g.final_score DESC, g.final_moves, g.final_ms, g.id
            LIMIT 1
        ) first
        WHERE d.variant = %(variant)s AND d.day <= %(until)s AND d.withdrawn_at IS NULL
    ),
    topped AS (
        SELECT p.id, p.name, count(*) AS days, min(g.id::text) AS key
        FROM best
        JOIN game g ON g.variant = %(variant)s AND g.daily_on = best.day
             AND g.final_score = best.final_score AND g.final_moves = best.final_moves
             AND g.final_ms = best.final_ms
        JOIN player p ON p.id = g.player_id
        WHERE {_ON_TIME} AND {_COUNTS}
        GROUP BY p.id
    ),
    board AS MATERIALIZED (
        SELECT coalesce(id = %(around)s::uuid, false) AS mine,
               row_number() OVER (ORDER BY days DESC, key) AS place,
               rank() OVER (ORDER BY days DESC) AS rank,
               key, name, days
        FROM topped
    )
    {_PAGE_AND_WINDOW}
    """.replace(  # noqa: S608 - constants
    "AFTER",
    "%(key)s::text IS NULL OR (-days, key) > (-%(days)s::bigint, %(key)s::text)",
).encode()

_ENTRIES: Final = b"""
    SELECT g.id, p.name, g.final_score, g.off_board
    FROM game g JOIN player p ON p.id = g.player_id
    WHERE g.variant = %(variant)s AND g.daily_on = %(day)s AND NOT g.practice
      AND g.final_score IS NOT NULL
      AND (p.name = %(who)s::text OR g.id::text = lower(%(who)s::text))
    ORDER BY g.final_score DESC, g.id
    """

_TAKE_OFF: Final = b"UPDATE game SET off_board = true WHERE id = %(game_id)s RETURNING id"
