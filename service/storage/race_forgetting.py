"""What goes of races when a player is deleted: their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.storage.statements import rows

if TYPE_CHECKING:
    from uuid import UUID

    from service.storage.pool import Lent


def forget_names(lent: Lent, player_id: UUID) -> None:
    """Take a player who is about to be deleted out of what stays of their races.

    Who is at one of the races is waited for, since an answer that is kept holds the names.
    """
    rows(lent, _LOCK, {"player_id": player_id})
    rows(lent, _FORGET_NAMES, {"player_id": player_id})


_OF_MINE: Final = """
    WITH mine AS (
        SELECT id FROM player WHERE id = %(player_id)s OR linked_to = %(player_id)s
    ), race_of AS (
        SELECT race_id FROM race_entry WHERE player_id = %(player_id)s
        UNION SELECT race_id FROM race_event WHERE player_id IN (SELECT id FROM mine)
    )
    """
_LOCK: Final = f"""
    {_OF_MINE}
    SELECT id FROM race WHERE id IN (SELECT race_id FROM race_of) ORDER BY id FOR UPDATE
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
    WHERE v.race_id IN (SELECT race_id FROM race_of) AND (v.answer IS NOT NULL OR v.told ? 'name')
    RETURNING v.version
    """.encode()  # noqa: S608 - a constant
