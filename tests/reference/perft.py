"""Counts of move sequences, to be held against those of the engine."""

from __future__ import annotations

from tests.reference.table import Table


def count(table: Table, depth: int) -> int:
    """How many sequences of exactly `depth` moves there are; an ended game has no next move."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(table.moves())
    return sum(split(table, depth).values())


def split(table: Table, depth: int) -> dict[str, int]:
    """The same count for each first move apart, to find by eye where two programs part."""
    counts = {}
    for move in table.moves():
        after = table.copy()
        after.act(move)
        counts[move] = count(after, depth - 1)
    return counts
