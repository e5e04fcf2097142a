"""What stands in the way of a win, weighed: for the order of the best-first search alone.

The weights were found by climbing, step by step, to where fewer positions are looked at: on deals
40,000 to 40,500 of FreeCell, on deals from 40,000 of Beleaguered Castle and Grandfather's Clock
together, and of Alexander the Great, Clover Leaf and Cruel together; `bench/solver.py` measures on
others. No verdict hangs on them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.rules import Suits

if TYPE_CHECKING:
    from engine.rules import Rules


class Hindrances(NamedTuple):
    """What each hindrance counts; four make a step of the guess."""

    home: int  # a card not home
    block: int  # a card on one of its pile that is needed sooner
    breach: int  # a card that is not in sequence with the one below
    cover: int  # a card on one that is next to go up, for each such
    cover_after: int  # the same for one that goes up after the next
    cell: int  # a card in a cell
    cell_wait: int  # for each card that must go up before it
    empty: int  # an empty pile, which counts less instead
    none_spare: int  # no cell and no pile is empty
    one_spare: int  # one is
    uneven: int  # each card that the highest foundation is above the lowest
    move: int  # a move to elsewhere than a foundation, so that lines stay short


IN_SUIT: Final = Hindrances(8, 4, 7, 1, 4, 4, 0, -3, 0, 4, 5, 4)
WITH_CELLS: Final = Hindrances(8, 3, 10, 4, 0, 6, 1, 11, 20, 9, 7, 6)
OTHERS: Final = Hindrances(8, 3, 4, 3, 1, 8, 0, 6, 4, 2, 0, 5)


def hindrances_of(rules: Rules) -> Hindrances:
    """Choose the weights by how piles are built and where else cards may lie."""
    build = rules.tableau.build if rules.tableau else None
    if build is not None and build.suits is Suits.SAME:
        return IN_SUIT
    return WITH_CELLS if rules.cells is not None else OTHERS
