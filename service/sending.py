"""Which moves of a line that wins the player has to send: automatic play makes the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import Level, way_along

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Move, Position
    from service.storage.games import Game


def to_send(game: Game, position: Position, line: Sequence[Move]) -> Sequence[Move]:
    """Give a line's moves without those that automatic play makes, which may win before its end.

    Where automatic play leaves the line, the line is given as it is: what wins then is another.
    """
    way = way_along(position, line, Level(game.autoplay))
    return line if way is None else way.sent
