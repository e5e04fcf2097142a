"""German Solitaire and Bavarian Solitaire.

Two packs. Eight piles (Bavarian: ten) of one face-up card each; the other cards are the stock. A
card is drawn at a time and the stock is gone through once. The top of the waste and the tops of the
piles go, one at a time, onto a pile whose top is one rank lower, whatever the suits, an ace onto a
king; an empty pile takes any of them. There are no foundations. Won as soon as stock and waste are
empty. Option cap 13: no pile may grow beyond thirteen cards, and the game is won only when, besides
that, every pile that is not empty holds thirteen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from tests.reference.table import Options, Table, next_round, numbered_piles


class GermanSolitaire(Table):
    """The stock, the waste and eight piles."""

    OPTIONS: ClassVar[Options] = {"cap": ("none", "13")}
    PILES: ClassVar[list[str]] = numbered_piles("t", 8)

    def lay_out(self, order: list[str]) -> None:
        """A card to each pile; the others are stock."""
        self.place_stock(self.deal(order, dict.fromkeys(self.PILES, 1)))

    def legal(self) -> Iterator[str]:
        """Pile up the top of the waste or of a pile, or draw."""
        yield from self.singles(["w", *self.PILES], self.PILES)
        if self.cards["s"]:
            yield "draw"

    def takes(self, target: str, card: str) -> bool:
        """Any card on nothing, else the next rank, ace after king, as long as the pile may grow."""
        pile = self.cards[target]
        if self.options["cap"] == "13" and len(pile) >= 13:
            return False
        return not pile or next_round(pile[-1], card)

    def won(self) -> bool:
        """Nothing left to place; under the cap all piles of thirteen, too."""
        if self.cards["s"] or self.cards["w"]:
            return False
        return self.options["cap"] == "none" or all(
            len(self.cards[name]) in {0, 13} for name in self.there(self.PILES)
        )


class BavarianSolitaire(GermanSolitaire):
    """The same with ten piles."""

    PILES = numbered_piles("t", 10)
