"""Cruel.

The aces lie on the foundations, which are built up in suit. The other cards lie face up in twelve
piles of four, built down in suit, never beyond an ace. One card at a time; empty piles are not
filled; nothing comes back. A redeal picks all the piles up in order and lays them out again in
fours, unshuffled, as often as wished, unless that would leave everything as it is. Option redeal
tops: each pile is read from top to bottom and the cards read first lie on top in the new piles;
bottoms: each is read from bottom to top and the cards read first lie at the bottom.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from tests.reference.table import SUITS, Options, Table, next_up, numbered_piles, suit

HOMES = numbered_piles("f", 4)
PILES = numbered_piles("t", 12)


class Cruel(Table):
    """Four foundations and twelve piles."""

    OPTIONS: ClassVar[Options] = {"redeal": ("tops", "bottoms")}

    def lay_out(self, order: list[str]) -> None:
        """The aces, then four rounds of twelve."""
        for home, ace_suit in zip(HOMES, SUITS, strict=True):
            self.cards[home] = ["A" + ace_suit]
        self.deal(order, dict.fromkeys(PILES, 4))

    def legal(self) -> Iterator[str]:
        """The top of a pile to its foundation or another pile, or a redeal."""
        yield from self.singles(PILES, HOMES + PILES)
        if self.redealt() != [self.cards[name] for name in self.there(PILES)]:
            yield "redeal"

    def act(self, text: str) -> None:
        """A redeal lays all the piles out anew."""
        if text == "redeal":
            for name, cards in zip(self.there(PILES), self.redealt(), strict=True):
                self.cards[name] = cards
        else:
            super().act(text)

    def redealt(self) -> list[list[str]]:
        """The piles as a redeal would make them."""
        piles = self.there(PILES)
        tops = self.options["redeal"] == "tops"
        reading: list[str] = []
        for name in piles:
            pile = self.cards[name]
            reading += reversed(pile) if tops else pile
        fours = [reading[4 * place : 4 * place + 4] for place in range(len(piles))]
        return [list(reversed(four)) if tops else four for four in fours]

    def takes(self, target: str, card: str) -> bool:
        """A pile that is not empty takes the next lower card of its suit."""
        if target in HOMES:
            return self.home_takes(target, card)
        pile = self.cards[target]
        return bool(pile) and suit(card) == suit(pile[-1]) and next_up(card, pile[-1])
