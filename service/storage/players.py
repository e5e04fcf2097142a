"""The table of players: who holds a token, and what they told about themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from service.storage.statements import columns, ready, rows

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from service.storage.pool import Database


@dataclass(frozen=True, slots=True)
class Player:
    """A row of `player`; the fields are its columns in this order."""

    id: UUID
    token_hash: bytes
    name: str | None
    language: str
    time_zone: str
    zone_at: datetime | None
    created_at: datetime


def add(database: Database, player: Player) -> None:
    """Add a player."""
    rows(
        database,
        _ADD,
        {
            "id": player.id,
            "token_hash": player.token_hash,
            "name": player.name,
            "language": player.language,
            "time_zone": player.time_zone,
            "zone_at": player.zone_at,
            "created_at": player.created_at,
        },
    )


def by_token(database: Database, token_hash: bytes) -> Player | None:
    """Find the holder of a token."""
    found = rows(database, _BY_TOKEN, {"token_hash": token_hash})
    return Player(*found[0]) if found else None


def rewrite(database: Database, player: Player) -> None:
    """Write what a player may change: name, language and zone."""
    rows(
        database,
        _REWRITE,
        {
            "id": player.id,
            "name": player.name,
            "language": player.language,
            "time_zone": player.time_zone,
            "zone_at": player.zone_at,
        },
    )


_ADD: Final = ready(
    """
    INSERT INTO player ({columns})
    VALUES (%(id)s, %(token_hash)s, %(name)s, %(language)s, %(time_zone)s, %(zone_at)s,
            %(created_at)s)
    RETURNING id
    """,
    columns=columns(Player),
)

_BY_TOKEN: Final = ready(
    "SELECT {columns} FROM player WHERE token_hash = %(token_hash)s", columns=columns(Player)
)

_REWRITE: Final = b"""
    UPDATE player
    SET name = %(name)s, language = %(language)s, time_zone = %(time_zone)s, zone_at = %(zone_at)s
    WHERE id = %(id)s
    RETURNING id
    """
