"""Points, profile 1: for cards placed, and for a win also for time and moves.

`floor(500 x best share of cards placed)`; a win adds 1,000, up to 300 for time (falling linearly
to 0 at the variant's par time) and up to 200 for moves (to 0 at twice its par moves). So any win
outscores any loss. "Best" is taken along the line of moves without its detours: a way round to a
position where the game already was gains nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.variant import Par

PROFILE = 1


def score(
    par: Par, *, best_placed: int, to_place: int, won: bool, elapsed_ms: int, moves: int
) -> int:
    """Give the points of a game.

    Args:
        par: the variant's par figures.
        best_placed: most cards placed at once along the line, of `to_place`.
        to_place: cards a win places.
        won: whether the game is won.
        elapsed_ms: milliseconds played.
        moves: net moves and automatic steps.
    """
    points = 500 * best_placed // to_place
    if not won:
        return points
    par_ms = par.seconds * 1000
    quick = max(0, 300 * (par_ms - elapsed_ms) // par_ms)
    short = max(0, 200 * (2 * par.moves - moves) // (2 * par.moves))
    return points + 1000 + quick + short
