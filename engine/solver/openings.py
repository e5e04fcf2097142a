"""Whether to open a layer with the top waste card, not knowing the stock.

The first card placed in a layer fixes the layer's suit, and the first two layers fix all four;
until then there is a choice, and to wait keeps it. A card that has its place in every order of
suits still open is placed (`engine.solver.rank_piles`: greedy play in an order is as good as any).
So a game has no more than two questions: with which suit to open the first layer, and the second.

Greedy play in an order, tried on samples of the stock, tells what it is worth to settle for that
order now. A choice that is kept is worth more than the best of them, and how much more was learned:
its chance of a win is a sum of *signs*, products of the orders' wins and of the number of cards not
seen yet, with weights fitted to how games ended that were played by such weights
(`bench/learn_openings.py`). Where the rules allow another number of redeals than was learned from,
the best order stands for the choice. Whole numbers, so that every machine judges alike.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from operator import mul
from typing import TYPE_CHECKING, Final

from engine.solver.rank_piles import chances

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.position import Position

SAMPLES: Final = 200
CERTAIN: Final = 10**12  # the worth of a win
LEARNED_REDEALS: Final = 1
BOTH, SECOND, SETTLED = "both layers", "second layer", "settled"  # what is left to choose


@dataclass(frozen=True, kw_only=True)
class Prospect:
    """What may come of a choice: the samples that the best order of suits wins, and the signs."""

    choice: str
    best: int
    signs: tuple[int, ...]


def opens(position: Position, seed: int) -> bool:
    """Tell whether to place the top waste card now; never where it has no place."""
    if (plain := settled(position)) is not None:
        return plain
    stock = position.deal.rules.stock
    learned = stock is not None and stock.redeals - position.redeals_used == LEARNED_REDEALS
    placed, left = prospects(position, seed)
    weights = learned_weights() if learned else {}
    return worth(placed, weights) >= worth(left, weights)


def settled(position: Position) -> bool | None:
    """Tell whether the top waste card has its place in all open orders, or in none; else None."""
    fits = {placed is not None for _, placed, _ in chances(position, 0, 0)}
    return fits.pop() if len(fits) == 1 else None


def prospects(position: Position, seed: int) -> tuple[Prospect, Prospect]:
    """Give what may come of placing the top waste card, and of leaving it."""
    found = chances(position, seed, SAMPLES)
    unseen = len(position.cards("s"))
    placed = {order: won for order, won, _ in found if won is not None}
    return _prospect(placed, unseen), _prospect({order: won for order, _, won in found}, unseen)


def worth(prospect: Prospect, weights: Mapping[str, Sequence[int]]) -> int:
    """Give the chance of a win, CERTAIN for certainty; at least that of the best order."""
    surely = prospect.best * CERTAIN // SAMPLES
    learned = weights.get(prospect.choice)
    if learned is None:
        return surely
    expected: int = sum(map(mul, learned, prospect.signs))
    return max(surely, expected)


@cache
def learned_weights() -> dict[str, list[int]]:
    """Give the weights that were learned, by what is left to choose."""
    found: dict[str, list[int]] = json.loads(
        files("engine.solver").joinpath("openings.json").read_text()
    )
    return found


def _prospect(won: Mapping[tuple[int, ...], int], unseen: int) -> Prospect:
    """Name the choice and its signs; orders and suits are ranked by what they win."""
    best = max(won.values())
    by_suit: dict[int, list[int]] = {}
    for order, wins in won.items():
        by_suit.setdefault(order[0], []).append(wins)
    ranked = sorted((sorted(wins, reverse=True) for wins in by_suit.values()), reverse=True)
    if len(won) == 1:
        return Prospect(choice=SETTLED, best=best, signs=())
    if len(ranked) == 1:
        first, second = ranked[0]
        plain = [1, first, second, unseen]
        products = [first**2, first * second, second**2, unseen**2, unseen * first]
        return Prospect(
            choice=SECOND,
            best=best,
            signs=(*plain, *products, unseen * second, unseen * first**2),
        )
    firsts = [wins[0] for wins in ranked]
    other = ranked[0][1]
    products = [firsts[0] ** 2, firsts[0] * firsts[1], firsts[1] ** 2, firsts[0] * other]
    with_unseen = [unseen**2, *(unseen * wins for wins in (firsts[0], firsts[1], other))]
    signs = (1, *firsts, other, ranked[1][1], unseen, *products, *with_unseen)
    return Prospect(choice=BOTH, best=best, signs=signs)
