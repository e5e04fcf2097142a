"""What stands in the way of a win, weighed: for the order of the best-first search alone.

The weights were found by climbing, step by step, to where fewer positions are looked at: on deals
40,000 to 40,500 of FreeCell, on deals from 40,000 of Beleaguered Castle and Grandfather's Clock
together, and of Alexander the Great, Clover Leaf and Cruel together. The other weights with cells,
and the rounds with cells, were found on those of FreeCell's deals 40,501 to 112,000 that took the
first more than 600 positions. `bench/solver.py` measures on others. No verdict hangs on them.
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
    again: int  # each earlier move that laid the same card on the same with as many home


class Round(NamedTuple):
    """One search for any win, in an order of its own, and how long it may take."""

    weights: Hindrances
    thrift: int  # how much the moves made weigh against the guess; more gives shorter lines
    spread: int  # so many buckets behind the best have their turn, at every other position
    states: int


IN_SUIT: Final = Hindrances(8, 4, 7, 1, 4, 4, 0, -3, 0, 4, 5, 4, 8)
WITH_CELLS: Final = Hindrances(8, 3, 10, 4, 0, 6, 1, 11, 20, 9, 7, 6, 4)
WITH_CELLS_SECOND: Final = Hindrances(8, 3, 14, 4, 1, 18, 1, 21, 12, 5, 4, 6, 8)
WITH_CELLS_THIRD: Final = Hindrances(8, 3, 10, 0, 0, 6, 0, 11, 20, 9, 7, 8, 8)
OTHERS: Final = Hindrances(8, 3, 4, 3, 1, 8, 0, 6, 4, 2, 0, 5, 6)

# By their states, the last without end. Where one order leads astray another seldom does: most of
# the deals that take one thousands of positions take the other some hundreds.
ROUNDS: Final = ((1, 600), (2, 2_000), (0, 2_000), (2, 8_000), (1, 1 << 40))
ROUNDS_WITH_CELLS: Final = (
    Round(WITH_CELLS, 1, 0, 400),
    Round(WITH_CELLS_SECOND, 1, 0, 1_000),
    Round(WITH_CELLS._replace(again=8), 1, 4, 1_500),
    Round(WITH_CELLS_SECOND._replace(again=12), 2, 4, 5_000),
    Round(WITH_CELLS_THIRD, 1, 4, 8_000),
    Round(WITH_CELLS_SECOND._replace(again=12), 2, 4, 30_000),
    Round(WITH_CELLS, 1, 0, 1 << 40),
)


def rounds_of(rules: Rules) -> tuple[Round, ...]:
    """Choose the orders of search by how piles are built and where else cards may lie."""
    build = rules.tableau.build if rules.tableau else None
    in_suit = build is not None and build.suits is Suits.SAME
    if rules.cells is not None and not in_suit:
        return ROUNDS_WITH_CELLS
    weights = IN_SUIT if in_suit else OTHERS
    return tuple(Round(weights, thrift, 0, states) for thrift, states in ROUNDS)
