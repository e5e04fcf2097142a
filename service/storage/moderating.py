"""What operators look up and change of players, connected as the owner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from service.storage.statements import rows, together

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from service.storage.pool import Database


@dataclass(frozen=True, slots=True)
class Known:
    """A player as an operator tells them from others: name, age, and how many games."""

    id: UUID
    name: str | None
    created_at: datetime
    games: int


def by_id(database: Database, player_id: UUID) -> list[Known]:
    """List the player of an id."""
    return [Known(*row) for row in rows(database, _BY_ID, {"id": player_id})]


def by_name(database: Database, name: str) -> list[Known]:
    """List the players of a name, the oldest first."""
    return [Known(*row) for row in rows(database, _BY_NAME, {"name": name})]


def rename(database: Database, player_id: UUID, name: str, *, at: datetime) -> bool:
    """Give a player another name, also in their races; False if there is no such player any more.

    The player is locked first, as by whoever enters a race, and then the races.
    """
    values = {"id": player_id, "name": name, "at": at}
    with together(database) as lent:
        found = bool(rows(lent, _RENAME, values))
        if found and rows(lent, _LOCK_RACES, values):
            rows(lent, _RENAME_IN_RACES, values)
            rows(lent, _RENAME_IN_EVENTS, values)
    return found


def ban(database: Database, player_id: UUID, *, at: datetime) -> bool:
    """Ban a player; False if they were banned before."""
    return bool(rows(database, _BAN, {"id": player_id, "at": at}))


def lift(database: Database, player_id: UUID) -> bool:
    """Lift a player's ban; False if there was none."""
    return bool(rows(database, _LIFT, {"id": player_id}))


_KNOWN: Final = b"""
    SELECT p.id, p.name, p.created_at, (SELECT count(*) FROM game g WHERE g.player_id = p.id)
    FROM player p
    """
_BY_ID: Final = _KNOWN + b"WHERE p.id = %(id)s AND p.linked_to IS NULL"
_BY_NAME: Final = (
    _KNOWN + b"WHERE p.name = %(name)s AND p.linked_to IS NULL ORDER BY p.created_at, p.id"
)

_RENAME: Final = b"""
    UPDATE player SET name = %(name)s WHERE id = %(id)s AND linked_to IS NULL RETURNING id
    """

_IN_RACES: Final = """
    SELECT race_id FROM race_entry WHERE player_id = %(id)s
    UNION SELECT race_id FROM race_event WHERE kind = 'joined' AND player_id = %(id)s
    """
_LOCK_RACES: Final = (
    f"SELECT id FROM race WHERE id IN ({_IN_RACES}) ORDER BY id FOR UPDATE"  # noqa: S608 - a constant
).encode()
_RENAME_IN_RACES: Final = b"""
    WITH e AS (
        UPDATE race_entry SET name = %(name)s WHERE player_id = %(id)s AND name IS NOT NULL
        RETURNING race_id, seat
    ), n AS (
        SELECT race_id, seat, row_number() OVER (PARTITION BY race_id ORDER BY seat) AS nth,
               count(*) OVER (PARTITION BY race_id) AS all_of_them
        FROM e
    ), r AS (
        UPDATE race SET version = version + (SELECT count(*) FROM n WHERE n.race_id = race.id)
        WHERE id IN (SELECT race_id FROM n)
        RETURNING id, version
    )
    INSERT INTO race_event (race_id, version, kind, at, seat, told, player_id)
    SELECT r.id, r.version - n.all_of_them + n.nth, 'renamed', %(at)s, n.seat,
           jsonb_build_object('name', %(name)s::text), %(id)s
    FROM r JOIN n ON n.race_id = r.id
    RETURNING version
    """
# Answers that were kept for repeated requests hold the names of all who were in the race then. An
# event that took the last seat is not noted as its player's; nobody else can have had that seat.
_RENAME_IN_EVENTS: Final = f"""
    UPDATE race_event v SET answer = NULL, told = CASE
        WHEN v.told ? 'name' AND (v.player_id = %(id)s OR v.player_id IS NULL AND EXISTS (
            SELECT FROM race_entry e
            WHERE e.race_id = v.race_id AND e.seat = v.seat AND e.player_id = %(id)s
        ))
        THEN v.told || jsonb_build_object('name', %(name)s::text) ELSE v.told END
    WHERE v.race_id IN ({_IN_RACES}) AND (v.answer IS NOT NULL OR v.told ? 'name')
    RETURNING v.version
    """.encode()  # noqa: S608 - a constant

_BAN: Final = b"""
    UPDATE player SET banned_at = %(at)s
    WHERE id = %(id)s AND banned_at IS NULL AND linked_to IS NULL RETURNING id
    """

_LIFT: Final = b"""
    UPDATE player SET banned_at = NULL WHERE id = %(id)s AND banned_at IS NOT NULL RETURNING id
    """
