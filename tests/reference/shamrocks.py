"""Shamrocks.

Seventeen fans of three cards and one of a single card, face up. Before play the kings of a fan go
under its other cards, their order kept (option kings none: they stay). Foundations are built up in
suit from ace to king. A fan takes a card one rank higher or lower than its top, whatever the suit,
not beyond king or ace, and never holds more than three cards. Empty fans stay empty. One card at a
time, nothing comes back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from tests.reference.table import Options, Table, next_up, numbered_piles, rank

HOMES = numbered_piles("f", 4)
FANS = numbered_piles("t", 18)


class Shamrocks(Table):
    """Four foundations and eighteen fans."""

    OPTIONS: ClassVar[Options] = {"kings": ("bottom", "none")}

    def lay_out(self, order: list[str]) -> None:
        """Deal in rounds, then put the kings under."""
        self.place(HOMES)
        self.deal(order, dict.fromkeys(FANS, 3) | {"t18": 1})
        if self.options["kings"] == "bottom":
            for fan in FANS:
                kings = [card for card in self.cards[fan] if rank(card) == 13]
                others = [card for card in self.cards[fan] if rank(card) != 13]
                self.cards[fan] = kings + others

    def legal(self) -> Iterator[str]:
        """The top of a fan to its foundation or another fan."""
        yield from self.singles(FANS, HOMES + FANS)

    def takes(self, target: str, card: str) -> bool:
        """A fan of one or two cards takes a neighbour in rank."""
        if target in HOMES:
            return self.home_takes(target, card)
        pile = self.cards[target]
        if len(pile) not in {1, 2}:
            return False
        return next_up(pile[-1], card) or next_up(card, pile[-1])
