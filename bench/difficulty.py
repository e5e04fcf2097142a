"""How hard winnable deals are, by variant: `make bench ARGS="difficulty 300"`.

Takes the first numbered deals of each open variant that are proved winnable with the budget of a
deal served, so many of each. Prints the quantiles of what `engine.difficulty.measure` counts, and
the share of each level.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import count
from typing import TYPE_CHECKING

from tqdm import tqdm

from engine import Deal, Difficulty, Position, Verdict, catalogue, difficulty, solve
from engine.difficulty import EFFORT, measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Rules

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)


def measured(rules: Rules, deals: int) -> list[int]:
    """Measure so many winnable deals, the lowest numbers first."""
    found: list[int] = []
    with tqdm(total=deals, desc=rules.variant, leave=False) as bar:
        for number in count(1):
            deal = Deal.numbered(rules, str(number))
            if solve(Position.start(deal), EFFORT).verdict is Verdict.WINNABLE:
                found.append(measure(deal))
                bar.update()
            if len(found) == deals:
                return found
    raise AssertionError  # there are more numbers than deals anybody asks for


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; give the exit status."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=difficulty", description=__doc__)
    parser.add_argument("deals", type=int, nargs="?", default=300)
    deals = parser.parse_args(arguments).deals
    heads = [f"{quantile:.0%}" for quantile in QUANTILES]
    print(f"| variant | {' | '.join(heads)} | {' | '.join(Difficulty)} |")
    print(f"| --- |{' ---: |' * (len(QUANTILES) + len(Difficulty))}")
    for variant in catalogue():
        if variant.rules.hides or variant.rules.chance_only:
            continue
        states = sorted(measured(variant.rules, deals))
        quantiles = [str(states[int(deals * quantile)]) for quantile in QUANTILES]
        levels = Counter(map(difficulty, states))
        shares = [f"{levels[level] / deals:.0%}" for level in Difficulty]
        print(f"| `{variant.id}` | {' | '.join(quantiles)} | {' | '.join(shares)} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
