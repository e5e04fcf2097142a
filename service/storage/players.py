"""The table of players: who holds a token, and what they told about themselves."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from service.storage.statements import columns, ready, rows

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from service.storage.pool import Database, Lent


@dataclass(frozen=True, slots=True)
class Player:
    """A row of `player`; the fields are its columns in this order, explained in schema.sql."""

    id: UUID
    token_hash: bytes
    name: str | None
    language: str
    time_zone: str
    zone_at: datetime | None
    created_at: datetime
    old_token_hash: bytes | None = None
    old_token_until: datetime | None = None
    linked_to: UUID | None = None
    banned_at: datetime | None = None


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
    """Find the holder of a token, which may be the old one, also past its time."""
    found = rows(database, _BY_TOKEN, {"token_hash": token_hash})
    return Player(*found[0]) if found else None


def rotate(database: Database, player: Player, *, new_hash: bytes, until: datetime) -> bool:
    """Give a player another token, and the one read a time to live; False if it was rotated."""
    values = {
        "id": player.id,
        "token_hash": player.token_hash,
        "new_hash": new_hash,
        "until": until,
    }
    return bool(rows(database, _ROTATE, values))


def remove(lent: Lent, player_id: UUID) -> None:
    """Delete a player, who is locked, with all that is theirs."""
    rows(lent, _REMOVE, {"id": player_id})


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What players say anew about themselves; what is None stays. A zone comes with its moment."""

    name: str | None = None
    language: str | None = None
    time_zone: str | None = None
    zone_at: datetime | None = None


def rewrite(database: Database, player: Player, about: About) -> Player | None:
    """Write what players say about themselves; give the player.

    None if there is no such player any more, or the zone was to change and changed meanwhile.
    """
    values = asdict(about) | {"id": player.id, "zone_read": player.zone_at}
    found = rows(database, _REWRITE, values)
    return Player(*found[0]) if found else None


_REMOVE: Final = b"DELETE FROM player WHERE id = %(id)s AND linked_to IS NULL RETURNING id"

OF_HOLDER: Final = "(p.token_hash = %(token_hash)s OR p.old_token_hash = %(token_hash)s)"
"""Whose token this is or was, for every statement that begins with a token."""

_ADD: Final = b"""
    INSERT INTO player (id, token_hash, name, language, time_zone, zone_at, created_at)
    VALUES (%(id)s, %(token_hash)s, %(name)s, %(language)s, %(time_zone)s, %(zone_at)s,
            %(created_at)s)
    RETURNING id
    """

_BY_TOKEN: Final = ready(
    f"SELECT {{columns}} FROM player p WHERE {OF_HOLDER}",  # noqa: S608 - a constant
    columns=columns(Player, of="p"),
)

_ROTATE: Final = b"""
    UPDATE player
    SET token_hash = %(new_hash)s, old_token_hash = token_hash, old_token_until = %(until)s
    WHERE id = %(id)s AND token_hash = %(token_hash)s AND linked_to IS NULL
    RETURNING id
    """

_REWRITE: Final = ready(
    """
    UPDATE player p
    SET name = coalesce(%(name)s, name), language = coalesce(%(language)s, language),
        time_zone = coalesce(%(time_zone)s, time_zone), zone_at = coalesce(%(zone_at)s, zone_at)
    WHERE id = %(id)s AND linked_to IS NULL
      AND (%(time_zone)s::text IS NULL OR zone_at IS NOT DISTINCT FROM %(zone_read)s)
    RETURNING {columns}
    """,
    columns=columns(Player, of="p"),
)
