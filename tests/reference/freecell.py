"""FreeCell.

The whole pack lies face up in eight columns. Four cells hold a card each. Foundations are built up
in suit from ace to king. Columns are built down in alternating colours; an empty column takes any
card. N cards in sequence move together if N is at most (free cells + 1), doubled for every empty
column other than the target; every such N onto an empty column is a move of its own. A card does
not go from cell to cell, and nothing comes back from the foundations.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tests.reference.table import Table, colour, move_text, next_up, numbered_piles

CELLS = numbered_piles("c", 4)
HOMES = numbered_piles("f", 4)
COLUMNS = numbered_piles("t", 8)


class FreeCell(Table):
    """Four cells, four foundations and eight columns."""

    def lay_out(self, order: list[str]) -> None:
        """Cards to the columns in turn, so that the first four get seven and the others six."""
        self.place(CELLS + HOMES)
        sizes = dict.fromkeys(COLUMNS[:4], 7) | dict.fromkeys(COLUMNS[4:], 6)
        self.deal(order, sizes)

    def legal(self) -> Iterator[str]:
        """Single cards between cells, columns and foundations; sequences between columns."""
        yield from self.singles(COLUMNS, CELLS + HOMES)
        yield from self.singles(CELLS, HOMES + COLUMNS)
        columns = self.there(COLUMNS)
        for source in columns:
            for target in columns:
                if target != source:
                    yield from self.sequences(source, target)

    def sequences(self, source: str, target: str) -> Iterator[str]:
        """Name the moves of one or more cards from a column to another."""
        for count in range(1, self.most_at_once(target) + 1):
            moving = self.cards[source][-count:]
            if len(moving) < count or not in_sequence(moving):
                break
            if self.takes(target, moving[0]):
                yield move_text(source, target, count)

    def most_at_once(self, target: str) -> int:
        """How many cards the free cells and the other empty columns can pass on."""
        free = sum(not self.cards[cell] for cell in self.there(CELLS))
        others = [column for column in self.there(COLUMNS) if column != target]
        empty = sum(not self.cards[column] for column in others)
        return int((free + 1) * 2**empty)

    def takes(self, target: str, card: str) -> bool:
        """A free cell anything; a column anything when empty, else the next below."""
        if target in HOMES:
            return self.home_takes(target, card)
        pile = self.cards[target]
        if target in CELLS:
            return not pile
        return not pile or in_sequence([pile[-1], card])


def in_sequence(cards: list[str]) -> bool:
    """Whether each card is one rank below the card under it and of the other colour."""
    return all(
        next_up(upper, lower) and colour(upper) != colour(lower) for lower, upper in pairwise(cards)
    )
