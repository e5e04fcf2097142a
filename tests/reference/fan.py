"""Fan.

Seventeen fans of three cards and one of a single card, face up. Foundations are built up in suit
from ace to king. A fan takes the next lower card of its top's suit; an empty fan takes a king and
nothing else. One card at a time, nothing comes back, no redeal.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.reference.table import Table, next_up, numbered_piles, rank, suit

HOMES = numbered_piles("f", 4)
FANS = numbered_piles("t", 18)


class Fan(Table):
    """Four foundations and eighteen fans."""

    def lay_out(self, order: list[str]) -> None:
        """Deal in rounds: the last fan has only a card of the first."""
        self.place(HOMES)
        self.deal(order, dict.fromkeys(FANS, 3) | {"t18": 1})

    def legal(self) -> Iterator[str]:
        """The top of a fan to its foundation or another fan."""
        yield from self.singles(FANS, HOMES + FANS)

    def takes(self, target: str, card: str) -> bool:
        """A fan takes the next lower card of the suit; an empty one takes a king."""
        if target in HOMES:
            return self.home_takes(target, card)
        pile = self.cards[target]
        if not pile:
            return rank(card) == 13
        return suit(card) == suit(pile[-1]) and next_up(card, pile[-1])
