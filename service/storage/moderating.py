"""What operators look up and change of players, connected as the owner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from service.storage.statements import rows

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


def rename(database: Database, player_id: UUID, name: str) -> bool:
    """Give a player another name; False if there is no such player any more."""
    return bool(rows(database, _RENAME, {"id": player_id, "name": name}))


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

_BAN: Final = b"""
    UPDATE player SET banned_at = %(at)s
    WHERE id = %(id)s AND banned_at IS NULL AND linked_to IS NULL RETURNING id
    """

_LIFT: Final = b"""
    UPDATE player SET banned_at = NULL WHERE id = %(id)s AND banned_at IS NOT NULL RETURNING id
    """
