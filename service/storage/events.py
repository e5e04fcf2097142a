"""The table of events: everything that happened in a game, in the order of its versions.

Events are only read here; an event is written by the statement that changes its game
(`service.storage.games`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from service.storage.statements import columns, ready, rows

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from service.storage.pool import Database, Lent


@dataclass(frozen=True, slots=True)
class Event:
    """A row of `game_event`; the fields are its columns in this order."""

    game_id: UUID
    version: int
    kind: str
    moves: bytes
    level: str | None
    answer: bytes | None
    at: datetime
    request_key: str | None
    fingerprint: bytes | None


def between(
    database: Database | Lent, game_id: UUID, *, after: int, upto: int, limit: int
) -> list[Event]:
    """List a game's events with versions after the one and up to the other, oldest first."""
    found = rows(
        database, _BETWEEN, {"game_id": game_id, "after": after, "upto": upto, "limit": limit}
    )
    return [Event(*row) for row in found]


_BETWEEN: Final = ready(
    """
    SELECT {columns} FROM game_event
    WHERE game_id = %(game_id)s AND version > %(after)s AND version <= %(upto)s
    ORDER BY version
    LIMIT %(limit)s
    """,
    columns=columns(Event),
)
