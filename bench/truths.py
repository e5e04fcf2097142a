"""Verdicts over many deals, beside what is known: `make bench ARGS="truths freecell 32000"`.

Solves numbered deals 1 to N of an open variant, first with a small budget, then, what that leaves
undecided, with a large one. Prints the counts, the share that can be won with its 95 % interval,
and the numbers of the deals that are lost or undecided where they are few.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from tqdm import tqdm

from bench.study import interval
from engine import Budget, Deal, Position, Verdict, solve, variant

if TYPE_CHECKING:
    from collections.abc import Sequence

BUDGETS = (
    Budget(states=400_000, memory=64 << 20, tries=0),
    Budget(states=20_000_000, memory=384 << 20, tries=0),
)
FEW = 12


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; give the exit status."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=truths", description=__doc__)
    parser.add_argument("variant")
    parser.add_argument("deals", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    asked = parser.parse_args(arguments)
    rules = variant(asked.variant).with_options(dict(o.split("=", 1) for o in asked.option))
    found: dict[Verdict, list[int]] = {verdict: [] for verdict in Verdict}
    deals: Sequence[int] = range(1, asked.deals + 1)
    for budget in BUDGETS:
        found[Verdict.UNKNOWN] = []
        for number in tqdm(deals, desc=f"{budget.states:,} states", leave=False):
            position = Position.start(Deal.numbered(rules, str(number)))
            found[solve(position, budget).verdict].append(number)
        print(
            f"{asked.variant} {dict(rules.options)}, {asked.deals} deals,"
            f" {budget.states:,} states and {budget.memory >> 20} MB a deal:"
            f" {len(found[Verdict.WINNABLE])} winnable, {len(found[Verdict.LOST])} lost,"
            f" {len(found[Verdict.UNKNOWN])} undecided"
        )
        deals = found[Verdict.UNKNOWN]
        if not deals:
            break
    low, high = interval(len(found[Verdict.WINNABLE]), asked.deals)
    print(f"winnable: 95 % interval {low:.3%} to {high:.3%} (undecided counted as not)")
    for verdict in (Verdict.LOST, Verdict.UNKNOWN):
        if 0 < len(found[verdict]) <= FEW:
            print(f"{verdict}: {', '.join(map(str, sorted(found[verdict])))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
