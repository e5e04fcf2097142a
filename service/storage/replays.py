"""The table of replays: ended games that their players have shared, under ids nobody can guess."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from psycopg.errors import ForeignKeyViolation

from service.storage.games import Game
from service.storage.statements import columns, ready, rows

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from service.storage.pool import Database, Lent


@dataclass(frozen=True, slots=True)
class Replay:
    """A shared game, and its player's name."""

    id: str
    shared_at: datetime
    name: str | None
    game: Game


def share(database: Database | Lent, game_id: UUID, *, replay_id: str, at: datetime) -> str | None:
    """Share a game under an id, or give the id that it is shared under; None if it is gone."""
    values = {"id": replay_id, "game_id": game_id, "shared_at": at}
    try:
        rows(database, _SHARE, values)
    except ForeignKeyViolation:
        return None
    return id_of(database, game_id)


def id_of(database: Database | Lent, game_id: UUID) -> str | None:
    """Give the id that a game is shared under, if it is."""
    found = rows(database, _SHARED, {"game_id": game_id})
    return str(found[0][0]) if found else None


def find(database: Database, replay_id: str) -> Replay | None:
    """Find a shared game."""
    found = rows(database, _FIND, {"id": replay_id})
    if not found:
        return None
    name, shared_at, *game = found[0]
    return Replay(id=replay_id, shared_at=shared_at, name=name, game=Game(*game))


_SHARE: Final = b"""
    INSERT INTO replay (id, game_id, shared_at)
    VALUES (%(id)s, %(game_id)s, %(shared_at)s)
    ON CONFLICT (game_id) DO NOTHING
    RETURNING id
    """

_SHARED: Final = b"SELECT id FROM replay WHERE game_id = %(game_id)s"

_FIND: Final = ready(
    """
    SELECT p.name, r.shared_at, {game}
    FROM replay r JOIN game g ON g.id = r.game_id JOIN player p ON p.id = g.player_id
    WHERE r.id = %(id)s
    """,
    game=columns(Game, of="g"),
)
