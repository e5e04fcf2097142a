"""How often ways of playing win German and Bavarian Solitaire without knowing the stock.

    python -m bench.study_ascending --variant german-solitaire --deals 2000

Deals 1, 2, 3 and so on, the same for every way of playing. The interval is Wilson's, 95 %.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tqdm import tqdm

from engine import Budget, Deal, MoveKind, Position, Status, Verdict, Why, hint, solve, variant
from engine.measured import wilson
from engine.solver.laying import plays_out
from engine.solver.telling import ascends

if TYPE_CHECKING:
    from collections.abc import Callable

WIDE = Budget(states=100_000_000, memory=1 << 30)


def main() -> None:
    """Print one line for each way of playing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", default="german-solitaire")
    parser.add_argument("--cap", default="none", choices=("none", "13"))
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--only", choices=WAYS, action="append")
    chosen = parser.parse_args()
    rules = variant(chosen.variant).with_options({"cap": chosen.cap})
    if not ascends(rules):
        parser.error("for variants whose piles are built up in any suit")
    print(f"{'policy':<22} {'won':>6} {'deals':>6} {'share':>8}   95 % interval")
    for name in chosen.only or WAYS:
        won = 0
        numbers = range(chosen.first, chosen.first + chosen.deals)
        bar = tqdm(numbers, desc=name, leave=False, unit="deal")
        for number in bar:
            won += WAYS[name](Deal.numbered(rules, str(number)))
        low, high = wilson(won, chosen.deals)
        share = won / chosen.deals
        print(f"{name:<22} {won:>6} {chosen.deals:>6} {share:>8.2%}   {low:.2%} to {high:.2%}")


def play_first_place(deal: Deal) -> bool:
    """Lay the waste card on the first pile that takes it, else draw; move nothing else."""
    position = Position.start(deal)
    while True:
        moves = position.legal_moves()
        laying = next((move for move in moves if move.source == "w"), None)
        drawing = next((move for move in moves if move.kind is MoveKind.DRAW), None)
        move = laying or drawing
        if move is None:
            return position.status() is Status.WON
        position.apply(move)


def play_by_hints(deal: Deal) -> bool:
    """Follow hints to the end."""
    position = Position.start(deal)
    while position.status() is Status.PLAYING and (given := hint(position)) is not None:
        if given.move is None:
            break
        position.apply(given.move)
        if given.why is Why.FORCED and position.repeats:
            break  # a card that can only go back and forth
    return position.status() is Status.WON


def _looking(draws: int) -> Callable[[Deal], bool]:
    return lambda deal: plays_out(Position.start(deal), draws)


def _known(deal: Deal) -> bool:
    return solve(Position.start(deal), WIDE).verdict is Verdict.WINNABLE


WAYS: dict[str, Callable[[Deal], bool]] = {
    "first place": play_first_place,
    "joined, always laid": _looking(-1),
    "no draw ahead": _looking(0),
    "one draw ahead": _looking(1),
    "hints": play_by_hints,
    "stock known": _known,
}


if __name__ == "__main__":
    main()
