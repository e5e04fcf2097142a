"""What goes of races: the names of players who are deleted, and races that nobody needs any more.

A race that is over stays as long as one of its players does, and one that was cancelled for a
while. A race goes after its rematches, with its entries and events; its players' games are gone
before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.storage.statements import ready, rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from service.storage.pool import Database, Lent


def forget_names(lent: Lent, player_id: UUID) -> None:
    """Take a player who is about to be deleted out of what stays of their races.

    Who is at one of the races is waited for, since an answer that is kept holds the names.
    """
    rows(lent, _LOCK, {"player_id": player_id})
    rows(lent, _FORGET_NAMES, {"player_id": player_id})


def page(database: Database, *, after: UUID, limit: int) -> list[UUID]:
    """List races in order of id."""
    return [row[0] for row in rows(database, _PAGE, {"after": after, "limit": limit})]


def count(database: Database, races: Sequence[UUID], *, cancelled_before: datetime) -> int:
    """Count those of the races that nobody needs."""
    values = {"races": list(races), "cancelled_before": cancelled_before}
    return int(rows(database, _COUNT, values)[0][0])


def remove(database: Database, races: Sequence[UUID], *, cancelled_before: datetime) -> int:
    """Remove those of the races that nobody needs; give how many there were.

    One that somebody is at just now is left for the next time.
    """
    values = {"races": list(races), "cancelled_before": cancelled_before}
    return len(rows(database, _REMOVE, values))


_OF_MINE: Final = """
    WITH mine AS (
        SELECT id FROM player WHERE id = %(player_id)s OR linked_to = %(player_id)s
    ), race_of AS (
        SELECT race_id FROM race_entry WHERE player_id = %(player_id)s
        UNION SELECT race_id FROM race_event
              WHERE kind = 'joined' AND player_id = ANY (ARRAY(SELECT id FROM mine))
    )
    """
_LOCK: Final = f"""
    {_OF_MINE}
    SELECT id FROM race WHERE id = ANY (ARRAY(SELECT race_id FROM race_of)) ORDER BY id FOR UPDATE
    """.encode()  # noqa: S608 - a constant

# Answers that were kept for repeated requests hold the names of all who were in the race then.
_FORGET_NAMES: Final = f"""
    {_OF_MINE}, entry AS (
        UPDATE race_entry SET name = NULL WHERE player_id = %(player_id)s RETURNING race_id, seat
    )
    UPDATE race_event v SET
        told = CASE WHEN v.player_id IN (SELECT id FROM mine)
                      OR (v.race_id, v.seat) IN (SELECT race_id, seat FROM entry)
                    THEN v.told - 'name' ELSE v.told END,
        answer = NULL
    WHERE v.race_id = ANY (ARRAY(SELECT race_id FROM race_of))
      AND (v.answer IS NOT NULL OR v.told ? 'name')
    RETURNING v.version
    """.encode()  # noqa: S608 - a constant

_IS_NEEDLESS: Final = """(
    r.ended_at IS NOT NULL
    AND (r.status = 'cancelled' AND r.ended_at < %(cancelled_before)s
         OR NOT EXISTS (SELECT FROM race_entry e
                        WHERE e.race_id = r.id AND e.player_id IS NOT NULL))
    AND NOT EXISTS (SELECT FROM race m WHERE m.rematch_of = r.id)
)"""
_PAGE: Final = b"SELECT id FROM race WHERE id > %(after)s ORDER BY id LIMIT %(limit)s"
_COUNT: Final = ready(
    f"SELECT count(*) FROM race r WHERE r.id = ANY (%(races)s) AND {_IS_NEEDLESS}"  # noqa: S608 - a constant
)
_REMOVE: Final = ready(
    f"""
    DELETE FROM race WHERE id IN (
        SELECT r.id FROM race r WHERE r.id = ANY (%(races)s) AND {_IS_NEEDLESS}
        FOR UPDATE SKIP LOCKED
    ) RETURNING id
    """  # noqa: S608 - a constant
)
