"""Solve a position: choose the solver by what the rules say, check its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.solver.ascending import search_runs
from engine.solver.clocks import turned_out
from engine.solver.open_games import search_all
from engine.solver.rank_piles import line_of, open_orders
from engine.solver.telling import ascends
from engine.solver.verdicts import Budget, Solution, Verdict
from engine.views import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.position import Position

_DEFAULT = Budget()


def solve(position: Position, budget: Budget = _DEFAULT) -> Solution:
    """Give the verdict on a position, with every card known, and a line where it is winnable.

    The position stays as it is. For a variant with hidden cards this is what could be known with
    all cards turned up: never to be shown before the deal closes.
    """
    if position.status() is Status.WON:
        return Solution(verdict=Verdict.WON)
    if position.stuck():
        return Solution(verdict=Verdict.LOST)
    verdict, codes, states = _search(position, budget)
    if verdict is not Verdict.WINNABLE:
        return Solution(verdict=verdict, states=states)
    if not position.wins_by(codes):
        raise RuntimeError("a solver's line does not win")  # a bug of ours, never an answer
    return Solution(verdict=verdict, line=position.compiled.moves_of(codes), states=states)


def _search(position: Position, budget: Budget) -> tuple[Verdict, Sequence[int], int]:
    rules = position.deal.rules
    if rules.rank_piles is not None:
        orders = open_orders(position)
        for order in orders:
            line = line_of(position, order)
            if line is not None:
                return Verdict.WINNABLE, line, len(line)
        return Verdict.LOST, (), len(orders)
    if rules.turning is not None:
        turned = turned_out(position)
        codes = [position.compiled.code_of(move) for move in turned or ()]
        return (Verdict.LOST if turned is None else Verdict.WINNABLE), codes, 1
    if ascends(rules):
        return search_runs(position, budget)
    if rules.foundations is None:
        return Verdict.UNKNOWN, (), 0
    return search_all(position, budget)
