"""How hard a winnable deal is: how many positions a plain search looks at until it has won.

The search is always the same: from the cards as dealt, without automatic play, with one budget, and
the line as it is found. So the figure is one of the deal alone, the same on every machine, and may
be told while the deal is played: it is counted where every card lies open, and says nothing of
what to do. Where the levels begin, and what they were measured on, is docs/difficulty.md.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from engine.position import Position
from engine.solver import Budget, solve

if TYPE_CHECKING:
    from engine.deals import Deal

EFFORT: Final = Budget(states=60_000, tries=0)


class Difficulty(StrEnum):
    """How hard a winnable deal is, in words."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    VERY_HARD = "very_hard"


BEGINS_AT: Final = {
    Difficulty.MEDIUM: 100,
    Difficulty.HARD: 1_000,
    Difficulty.VERY_HARD: 10_000,
}
"""The fewest positions of each level but the first."""


def measure(deal: Deal) -> int:
    """Count the positions looked at until a win is found, `EFFORT.states` if none is by then.

    >>> from engine import Deal, variant
    >>> measure(Deal.numbered(variant("freecell").rules, "1")) < EFFORT.states
    True
    """
    return min(solve(Position.start(deal), EFFORT).states, EFFORT.states)


def difficulty(states: int) -> Difficulty:
    """Give the level of a deal that so many positions were looked at for.

    >>> difficulty(1), difficulty(10_000_000)
    (<Difficulty.EASY: 'easy'>, <Difficulty.VERY_HARD: 'very_hard'>)
    """
    found = Difficulty.EASY
    for level, least in BEGINS_AT.items():
        if states >= least:
            found = level
    return found
