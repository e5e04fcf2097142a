"""Clover Leaf and Alexander the Great.

Two foundations start with aces and are built up in suit to the king, two start with kings and are
built down in suit to the ace: the red aces (f1 diamonds, f2 hearts) and the black kings (f3 clubs,
f4 spades), or, with the option colours black-aces, the black aces (f1 clubs, f2 spades) and the red
kings (f3 diamonds, f4 hearts). The other 48 cards lie face up in sixteen fans of three (Alexander:
twelve of four). A fan takes the next higher or the next lower card of its top's suit, nothing
beyond king or ace; an empty fan takes an ace or a king only. One card at a time. The top of a
foundation may come back to a fan that takes it, but the card the foundation started with stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from tests.reference.table import Options, Table, next_up, numbered_piles, rank, suit

HOMES = numbered_piles("f", 4)
UPWARD_HOMES = ["f1", "f2"]
BASES = {"red-aces": ["AD", "AH", "KC", "KS"], "black-aces": ["AC", "AS", "KD", "KH"]}


class CloverLeaf(Table):
    """Four foundations and sixteen fans of three."""

    OPTIONS: ClassVar[Options] = {"colours": ("red-aces", "black-aces")}
    FANS: ClassVar[list[str]] = numbered_piles("t", 16)
    FAN_SIZE: ClassVar[int] = 3

    def lay_out(self, order: list[str]) -> None:
        """The bases, then the fans in rounds."""
        for home, base in zip(HOMES, BASES[self.options["colours"]], strict=True):
            self.cards[home] = [base]
        self.deal(order, dict.fromkeys(self.FANS, self.FAN_SIZE))

    def legal(self) -> Iterator[str]:
        """The top of a fan anywhere; the top of a foundation, not its base, to the fans."""
        yield from self.singles(self.FANS, HOMES + self.FANS)
        yield from self.singles([home for home in HOMES if len(self.cards[home]) > 1], self.FANS)

    def takes(self, target: str, card: str) -> bool:
        """In suit: a foundation in its one direction, a fan in both; an empty fan ace or king."""
        pile = self.cards[target]
        if not pile:
            return rank(card) in {1, 13}
        if suit(card) != suit(pile[-1]):
            return False
        higher = next_up(pile[-1], card)
        lower = next_up(card, pile[-1])
        if target in HOMES:
            return higher if target in UPWARD_HOMES else lower
        return higher or lower


class AlexanderTheGreat(CloverLeaf):
    """The same with twelve fans of four."""

    FANS = numbered_piles("t", 12)
    FAN_SIZE = 4
