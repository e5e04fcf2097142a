"""Which of the special solvers fits: asked of the rules, never of a variant's name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.rules import Build, Carry, FaceDown, Fill, Goal, Stock

if TYPE_CHECKING:
    from engine.rules import Rules

_MOST_PILES: Final = 12
_BUILD: Final = Build(steps=(1,), wrap=True)
_STOCK: Final = Stock(draw=1, redeals=0)
_GOALS: Final = (Goal.STOCK_PLACED, Goal.FULL_RUNS)


def ascends(rules: Rules) -> bool:
    """Tell whether all there is are piles built up in any suit, and a stock gone through once.

    `engine.solver.runs` knows such piles by their top ranks and lengths.
    """
    tableau = rules.tableau
    if tableau is None or rules.cells or rules.foundations or rules.rank_piles:
        return False
    plain = tableau.carry is Carry.ONE and tableau.face_down is FaceDown.NONE
    built = tableau.build == _BUILD and tableau.fill == Fill.any() and tableau.interchangeable
    return (
        plain
        and built
        and len(tableau.pile_sizes) <= _MOST_PILES
        and rules.stock == _STOCK
        and rules.tableau_redeal is None
        and rules.goal in _GOALS
    )
