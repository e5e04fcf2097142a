"""German Clock.

All 52 cards start face down in the stock, the waste is empty, and f1 to f13 wait for the aces to
the kings. Drawing turns one card to the waste; only the top of the waste can be placed, and only on
the pile of its rank. The first card placed at a depth, in whatever pile, decides the suit of that
depth in every pile; a card must also differ in colour from the card it covers. Depths need not be
finished one after the other, placing is never compulsory, and nothing is taken back. When the stock
is empty and the waste is not, the waste is turned over unshuffled: once (option redeals: 1, 2, 0).
Won with four cards on each of the thirteen piles.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from tests.reference.table import Options, Table, colour, numbered_piles, rank, suit

RANK_PILES = numbered_piles("f", 13)


class GermanClock(Table):
    """The stock, the waste and the thirteen rank piles."""

    OPTIONS: ClassVar[Options] = {"redeals": ("1", "2", "0")}

    def lay_out(self, order: list[str]) -> None:
        """Everything is stock."""
        self.place_stock(order)
        self.place(RANK_PILES)
        self.redeals_left = int(self.options["redeals"])

    def legal(self) -> Iterator[str]:
        """Place the top of the waste, draw, or turn the waste over."""
        yield from self.singles(["w"], RANK_PILES)
        if self.cards["s"]:
            yield "draw"
        elif self.cards["w"] and self.redeals_left > 0:
            yield "redeal"

    def takes(self, target: str, card: str) -> bool:
        """Right rank, room, the suit of the layer, and not the colour below."""
        pile = self.cards[target]
        depth = len(pile)
        if target != f"f{rank(card)}" or depth == 4:
            return False
        layer = [
            self.cards[name][depth]
            for name in self.there(RANK_PILES)
            if len(self.cards[name]) > depth
        ]
        if any(suit(other) != suit(card) for other in layer):
            return False
        return depth == 0 or colour(card) != colour(pile[-1])

    def won(self) -> bool:
        """Thirteen piles of four."""
        return all(len(self.cards[name]) == 4 for name in self.there(RANK_PILES))

    def act(self, text: str) -> None:
        """A redeal is used up."""
        if text == "redeal":
            self.redeals_left -= 1
        super().act(text)
