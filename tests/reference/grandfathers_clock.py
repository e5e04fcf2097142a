"""Grandfather's Clock.

Twelve foundations stand in a circle by hour and start with TH JS QD KC 2H 3S 4D 5C 6H 7S 8D 9C.
Each is built up in its suit, ace on king, and stops with the rank of its hour (jack 11, queen 12).
The other forty cards lie face up in eight columns of five. Columns are built down whatever the
suits, a king on an ace (option wrap off: not), one card at a time; an empty column takes any card.
Nothing comes back from the foundations. Won when the forty are away.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from tests.reference.table import Options, Table, next_round, next_up, numbered_piles, rank, suit

HOURS = numbered_piles("f", 12)
COLUMNS = numbered_piles("t", 8)
STARTS = ["TH", "JS", "QD", "KC", "2H", "3S", "4D", "5C", "6H", "7S", "8D", "9C"]


class GrandfathersClock(Table):
    """Twelve foundations and eight columns."""

    OPTIONS: ClassVar[Options] = {"wrap": ("on", "off")}

    def lay_out(self, order: list[str]) -> None:
        """A card on each hour, then five rounds of eight."""
        for hour, card in zip(HOURS, STARTS, strict=True):
            self.cards[hour] = [card]
        self.deal(order, dict.fromkeys(COLUMNS, 5))

    def legal(self) -> Iterator[str]:
        """The top of a column to the foundations or another column."""
        yield from self.singles(COLUMNS, HOURS + COLUMNS)

    def takes(self, target: str, card: str) -> bool:
        """A foundation up to its hour; a column downwards, or anything when empty."""
        pile = self.cards[target]
        if target in HOURS:
            complete = rank(pile[-1]) == int(target[1:])
            return not complete and suit(card) == suit(pile[-1]) and next_round(pile[-1], card)
        if not pile:
            return True
        if self.options["wrap"] == "on":
            return next_round(card, pile[-1])
        return next_up(card, pile[-1])
