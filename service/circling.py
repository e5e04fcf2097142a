"""Going in circles: told to the player as help, and judged by nobody.

It follows from the surviving moves alone, so an undo takes it back too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine import Position

TIMES: Final = 2
"""So often a position may come back before a game goes in circles, if no pass shows it sooner."""


def goes_in_circles(position: Position) -> bool:
    """Tell whether the game has led back to where it was, so that going on likewise is idle.

    Either the position stood `TIMES` times before on the line, or it stood there once before and
    the stock was turned over since: a whole pass through the stock changed nothing. Piles that
    may change places count as alike.

    The player sees as much as is asked here: two positions of one line that look alike are alike,
    since no card changes its place or its order face down.
    """
    if position.repeats == 0:
        return False
    return position.repeats >= TIMES or _stock_gone_through(position)


def _stock_gone_through(position: Position) -> bool:
    """Tell whether the stock was turned over since the position last stood on the line."""
    if position.turned_over == 0:
        return False
    past, key = position.copy(), position.key()
    past.undo()
    while past.length and past.key() != key:
        past.undo()
    return past.turned_over < position.turned_over
