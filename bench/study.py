"""What hints are worth where cards are hidden: `make study VARIANT=klondike ARGS="--deals 2000"`.

Plays numbered deals to the end by several ways of playing, none of which sees a hidden card, and
prints for each the share won with its 95 % interval; with `--known` it solves the deals too, every
card known. `--way` chooses ways, `--write` puts the counts among those that the catalogue and
`docs/results/shares.md` tell. The deals are public numbers, so the figures can be had again.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from typing import TYPE_CHECKING

from tqdm import tqdm

from bench.chances import best_play
from bench.recording import WAYS_HEAD, as_asked, record, table_row
from bench.truths import winnable
from bench.ways import BY_HINTS, ways
from engine import Deal, Rules, variant
from engine.measured import Measured, not_default

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bench.ways import Way


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; give the exit status."""
    parser = argparse.ArgumentParser(prog="make study", description=__doc__)
    parser.add_argument("variant")
    parser.add_argument("--deals", type=int, default=2_000)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--way", action="append", help="one of those that the variant has, or all")
    parser.add_argument("--known", action="store_true", help="solve the deals too, cards known")
    parser.add_argument("--quick", action="store_true", help="solve without the large budget")
    parser.add_argument("--write", action="store_true", help="write the counts down")
    asked = parser.parse_args(arguments)
    rules = variant(asked.variant).with_options(dict(o.split("=", 1) for o in asked.option))
    there = ways(rules)
    for name in asked.way or ():
        if name not in there:
            parser.error(f"{asked.variant} has the ways {', '.join(there)}, not {name}")
    chosen = [there[name] for name in asked.way or there]
    print(f"{asked.variant} {dict(rules.options)}, deals 1 to {asked.deals:,}")
    rows = list(_measure(rules, chosen, asked.deals))
    if asked.known:
        rows.append(winnable(rules, asked.deals, effort="quick" if asked.quick else "")[0])
    print(WAYS_HEAD)
    for row in rows:
        print(table_row(row))
    if asked.write:
        record(rules, rows)
    return 0


def _measure(rules: Rules, chosen: Sequence[Way], deals: int) -> Iterator[Measured]:
    options = not_default(rules, variant(rules.variant))
    for way in chosen:
        bar = tqdm(range(1, deals + 1), desc=way.title, leave=False, unit="deal")
        won = 0
        for number in bar:
            won += way.wins(Deal.numbered(rules, str(number)))
            bar.set_postfix_str(f"{won / number:.1%} won", refresh=False)
        asked = f"--deals {deals} --way {way.name}{as_asked(options)}"
        yield Measured(
            way=way.title,
            version=rules.version,
            options=options,
            deals=deals,
            won=won,
            exact=best_play(rules) if way.name == BY_HINTS else None,
            command=f"make study VARIANT={rules.variant} ARGS={shlex.quote(asked)}",
        )


if __name__ == "__main__":
    sys.exit(main())
