"""Verdicts over many deals, every card known: `make bench ARGS="truths freecell 32000"`.

Solves numbered deals 1 to N of a variant, first with a small budget, then, what that leaves
undecided, with a large one, unless it is to be `--quick`, and if it may be `--patient` with one
that few machines have to spare. Prints the counts, the share that can be
won with its 95 % interval, the numbers of the deals that are lost or undecided where they are few,
and how many were still undecided after so many states, with the longest CPU time a deal took.
`--write` puts the counts among those that the catalogue and `docs/results/shares.md` tell
(`bench/recording.py`).
"""

from __future__ import annotations

import argparse
import sys
from time import process_time
from typing import TYPE_CHECKING

from tqdm import tqdm

from bench.recording import as_asked, record
from engine import Budget, Deal, Position, Rules, Verdict, solve, variant
from engine.measured import WINNABLE, Measured, not_default

if TYPE_CHECKING:
    from collections.abc import Sequence

BUDGETS = (
    Budget(states=400_000, memory=64 << 20, tries=0),
    Budget(states=20_000_000, memory=384 << 20, tries=0),
    Budget(states=700_000_000, memory=13 << 30, tries=0),
)
FEW = 12
EFFORTS = (
    1_000,
    10_000,
    100_000,
    400_000,
    1_000_000,
    4_000_000,
    10_000_000,
    20_000_000,
    80_000_000,
    400_000_000,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; give the exit status."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=truths", description=__doc__)
    parser.add_argument("variant")
    parser.add_argument("deals", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    efforts = parser.add_mutually_exclusive_group()
    efforts.add_argument("--quick", action="store_true", help="with the small budget alone")
    efforts.add_argument("--patient", action="store_true", help="at last with 13 gigabytes")
    parser.add_argument("--write", action="store_true", help="write the counts down")
    asked = parser.parse_args(arguments)
    rules = variant(asked.variant).with_options(dict(o.split("=", 1) for o in asked.option))
    print(f"{asked.variant} {dict(rules.options)}, {asked.deals} deals")
    effort = "quick" if asked.quick else "patient" if asked.patient else ""
    row, found = winnable(rules, asked.deals, effort=effort)
    low, high = row.interval
    print(f"winnable: 95 % interval {low:.3%} to {high:.3%} (undecided: none of them, all of them)")
    for verdict in (Verdict.LOST, Verdict.UNKNOWN):
        if 0 < len(found[verdict]) <= FEW:
            print(f"{verdict}: {', '.join(map(str, sorted(found[verdict])))}")
    if asked.write:
        record(rules, [row])
    return 0


def winnable(rules: Rules, deals: int, *, effort: str) -> tuple[Measured, dict[Verdict, list[int]]]:
    """Solve the deals 1 to `deals`; give the row to write down, and their numbers by verdict."""
    found: dict[Verdict, list[int]] = {verdict: [] for verdict in Verdict}
    taken: dict[int, int] = {}
    longest = 0.0
    numbers: Sequence[int] = range(1, deals + 1)
    for budget in BUDGETS[: {"quick": 1, "": 2, "patient": 3}[effort]]:
        found[Verdict.UNKNOWN] = []
        for number in tqdm(numbers, desc=f"{budget.states:,} states", leave=False, unit="deal"):
            position = Position.start(Deal.numbered(rules, str(number)))
            began = process_time()
            solution = solve(position, budget)
            longest = max(longest, process_time() - began)
            found[solution.verdict].append(number)
            taken[number] = solution.states
        print(
            f"{budget.states:,} states and {budget.memory >> 20} MB a deal:"
            f" {len(found[Verdict.WINNABLE])} winnable, {len(found[Verdict.LOST])} lost,"
            f" {len(found[Verdict.UNKNOWN])} undecided"
        )
        numbers = found[Verdict.UNKNOWN]
        if not numbers:
            break
    for most in EFFORTS:
        left = sum(1 for states in taken.values() if states > most)
        print(f"more than {most:,} states: {left} deals, {left / deals:.2%}")
    print(f"longest: {longest:.1f} s of CPU time, {max(taken.values(), default=0):,} states")
    options = not_default(rules, variant(rules.variant))
    asked = as_asked(options) + (f" --{effort}" if effort else "")
    row = Measured(
        way=WINNABLE,
        version=rules.version,
        options=options,
        deals=deals,
        won=len(found[Verdict.WINNABLE]),
        undecided=len(found[Verdict.UNKNOWN]),
        command=f'make bench ARGS="truths {rules.variant} {deals}{asked}"',
    )
    return row, found


if __name__ == "__main__":
    sys.exit(main())
