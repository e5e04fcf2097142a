"""Which moves of a line that wins the player has to send: automatic play makes the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import Level, Way, find_way, way_along
from service.searching import promptly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Move, Position
    from service.means import Means
    from service.storage.games import Game


def way_of(means: Means, game: Game, position: Position, line: Sequence[Move]) -> Way:
    """Give a way to the win that a line is, or another where automatic play leaves that one.

    Where none is found, or no place to search is free, the line is given as it is: it tells that
    the cards can be won, and of no game at this level of automatic play.
    """
    level = Level(game.autoplay)
    way = way_along(position, line, level) or promptly(
        means.config, lambda budget: find_way(position, line, level, budget), busy=None
    )
    return way or Way(sent=tuple(line), plan=position.pack(line))
