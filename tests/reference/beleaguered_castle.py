"""Beleaguered Castle.

The aces lie on the foundations, which are built up in suit. The other cards lie face up in eight
columns of six, built down whatever the suits, never beyond an ace. One card at a time; an empty
column takes any card; nothing comes back.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.reference.table import SUITS, Table, next_up, numbered_piles

HOMES = numbered_piles("f", 4)
COLUMNS = numbered_piles("t", 8)


class BeleagueredCastle(Table):
    """Four foundations and eight columns."""

    def lay_out(self, order: list[str]) -> None:
        """The aces, then six rounds of eight."""
        for home, ace_suit in zip(HOMES, SUITS, strict=True):
            self.cards[home] = ["A" + ace_suit]
        self.deal(order, dict.fromkeys(COLUMNS, 6))

    def legal(self) -> Iterator[str]:
        """The top of a column to its foundation or another column."""
        yield from self.singles(COLUMNS, HOMES + COLUMNS)

    def takes(self, target: str, card: str) -> bool:
        """A column takes the next lower rank, or anything when empty."""
        if target in HOMES:
            return self.home_takes(target, card)
        pile = self.cards[target]
        return not pile or next_up(card, pile[-1])
