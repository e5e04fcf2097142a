"""Count the lines of play of a given length: `python -m engine.perft freecell:617 4 --split`.

Every sequence of exactly that many legal moves counts, without automatic play; an ended position
has no continuation. The counts are the same for any right reading of the rules, which makes them
a test; with `--split` they are shown move by move, so that a wrong branch is found by eye.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from engine.deals import Deal
from engine.errors import EngineError
from engine.position import Position
from engine.variants import variant

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def split(position: Position, depth: int) -> dict[str, int]:
    """Count the sequences of `depth` moves, at least 1, from a position, by their first move."""
    counts = {}
    for move in position.legal_moves():
        position.apply(move)
        counts[str(move)] = position.count_lines(depth - 1)
        position.undo()
    return counts


def deal_named(name: str, options: Mapping[str, str] | None = None) -> Deal:
    """Give the deal written as `variant:number`.

    Raises:
        UnknownVariant, BadDeal: as they say.
    """
    id_, _, number = name.partition(":")
    return Deal.numbered(variant(id_).with_options(options), number)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m engine.perft", description=__doc__)
    parser.add_argument("deal", help="variant:number, as freecell:617")
    parser.add_argument("depth", type=int, help="how many moves, from 1")
    parser.add_argument("--split", action="store_true", help="show the count of each first move")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule"
    )
    asked = parser.parse_args(arguments)
    options = dict(option.partition("=")[::2] for option in asked.option)
    try:
        position = Position.start(deal_named(asked.deal, options))
    except EngineError as error:
        parser.error(str(error))
    if asked.depth < 1:
        parser.error("depth is at least 1")
    counts = split(position, asked.depth)
    if asked.split:
        for move, count in counts.items():
            sys.stdout.write(f"{move}: {count:,}\n")
    sys.stdout.write(f"{asked.deal} depth {asked.depth}: {sum(counts.values()):,}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
