"""Reading everything that `service.verifying` verifies, a bounded part at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID

from service.storage.games import Game
from service.storage.statements import columns, ready, rows

if TYPE_CHECKING:
    from service.storage.pool import Database, Lent

FIRST: Final = UUID(int=0)


def count_games(database: Database) -> int:
    """Count all games."""
    return int(rows(database, b"SELECT count(*) FROM game", {})[0][0])


def players(database: Database, *, after: UUID, limit: int) -> list[UUID]:
    """List players in order of id."""
    return [row[0] for row in rows(database, _PLAYERS, {"after": after, "limit": limit})]


def races(database: Database, *, after: UUID, limit: int) -> list[UUID]:
    """List races in order of id."""
    return [row[0] for row in rows(database, _RACES, {"after": after, "limit": limit})]


def games(snapshot: Lent, player_id: UUID, *, after: UUID, limit: int) -> list[Game]:
    """List a player's games in order of id."""
    values = {"player_id": player_id, "after": after, "limit": limit}
    return [Game(*row) for row in rows(snapshot, _GAMES, values)]


_PLAYERS: Final = b"SELECT id FROM player WHERE id > %(after)s ORDER BY id LIMIT %(limit)s"

_RACES: Final = b"SELECT id FROM race WHERE id > %(after)s ORDER BY id LIMIT %(limit)s"

_GAMES: Final = ready(
    """
    SELECT {columns} FROM game
    WHERE player_id = %(player_id)s AND id > %(after)s
    ORDER BY id
    LIMIT %(limit)s
    """,
    columns=columns(Game),
)
