"""Perft tables: how many sequences of legal moves of each length a deal has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engine import Deal, Position, Rules, Variant
from engine.perft import split
from engine.rules import Shuffle
from tests.engine.every import rules_of
from tests.reference import Table, perft, start
from tests.reference.dealing import numbered

GOLDEN = Path(__file__).parent
MOST_LINES = 300_000  # of all depths together
DEEPEST = 60  # of a game in which there is nothing to choose

Tables = dict[tuple[str, str], list[int]]
"""Counts for depths from 1 on, by the options (as one text) and the number of a deal."""


def path_of(variant: str) -> Path:
    """Give where a variant's table is."""
    return GOLDEN / variant / "perft.txt"


def numbers_of(rules: Rules) -> tuple[str, ...]:
    """Give the deals that are counted; Microsoft's 617 and 11982 are known far and wide."""
    return ("1", "617", "11982") if rules.shuffle is Shuffle.MICROSOFT else ("1", "2", "3")


def options_text(rules: Rules) -> str:
    """Write options in one line; `-` where a variant has none."""
    return " ".join(f"{name}={value}" for name, value in sorted(rules.options.items())) or "-"


def counted(variant: Variant) -> Tables:
    """Count by the engine, for every option, as deep as the count stays small."""
    return {
        (options_text(rules), number): list(_counts(Position.start(Deal.numbered(rules, number))))
        for rules in rules_of(variant)
        for number in numbers_of(rules)
    }


def written(variant: Variant, tables: Tables) -> str:
    """Write tables as text."""
    lines = [
        f"# {variant.id}, rules version {variant.version}: sequences of legal moves by length,",
        "# without automatic play. The reference of the tests counts the same.",
    ]
    for (options, number), counts in tables.items():
        lines += ["", f"deal {number}  options {options}"]
        lines += [f"{depth:4}  {lines_:8}" for depth, lines_ in enumerate(counts, start=1)]
    return "".join(f"{line}\n" for line in lines)


def read(variant: str) -> Tables:
    """Read a variant's table."""
    tables: Tables = {}
    counts: list[int] = []
    for line in path_of(variant).read_text(encoding="ascii").splitlines():
        if heading := re.fullmatch(r"deal (\d+)  options (.+)", line):
            counts = tables[heading[2], heading[1]] = []
        elif row := re.fullmatch(r" *(\d+) +(\d+)", line):
            assert int(row[1]) == len(counts) + 1, f"depths of {variant} are not in order"
            counts.append(int(row[2]))
        else:
            assert not line or line.startswith("#"), f"unreadable in {variant}: {line}"
    return tables


def reference_table(rules: Rules, number: str) -> Table:
    """Lay a numbered deal out in the reference."""
    options = dict(rules.options)
    return start(rules.variant, numbered(rules.variant, int(number), options), options)


def difference(rules: Rules, number: str, depth: int) -> str:
    """Show where engine and reference count differently, first move by first move."""
    ours = split(Position.start(Deal.numbered(rules, number)), depth)
    theirs = perft.split(reference_table(rules, number), depth)
    rows = [
        f"  {move:10} engine {ours.get(move, '-'):>8}  reference {theirs.get(move, '-'):>8}"
        f"{'' if ours.get(move) == theirs.get(move) else '   <- differs'}"
        for move in sorted(ours | theirs)
    ]
    heading = f"{rules.variant} deal {number}, {options_text(rules)}, depth {depth}, by first move:"
    return "\n".join([heading, *rows])


def affordable(counts: list[int], most_nodes: int) -> int:
    """Give the depth the slow reference reaches by looking at that many positions."""
    nodes, depth = 1, 1
    while depth < len(counts) and nodes + counts[depth - 1] <= most_nodes:
        nodes += counts[depth - 1]
        depth += 1
    return depth


def _counts(position: Position) -> Iterator[int]:
    total = 0
    for depth in range(1, DEEPEST + 1):
        lines = position.count_lines(depth)
        total += lines
        if total > MOST_LINES or (lines == 0 and depth > 1):
            return
        yield lines
