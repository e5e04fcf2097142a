"""Four Seasons.

The first card off the pack is the first of f1; its rank is the base of all four foundations, which
are built up in suit, ace on king, to thirteen cards each. f1 has that card's suit, f2 to f4 the
other suits in the order clubs, diamonds, hearts, spades. Five cards lie face up in a cross; these
piles are built down whatever the suits, a king on an ace. Drawing turns one card to the waste; the
stock is gone through once. The top of the waste and the tops of the piles move, one card at a time;
an empty pile takes any of them. Nothing comes back from the foundations.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.reference.table import SUITS, Table, next_round, numbered_piles, rank, suit

HOMES = numbered_piles("f", 4)
CROSS = numbered_piles("t", 5)


class FourSeasons(Table):
    """The stock, the waste, four foundations and five piles."""

    def lay_out(self, order: list[str]) -> None:
        """The base, the cross, and the rest is stock."""
        base = order[0]
        self.begin_with(base)
        self.place(HOMES)
        self.cards["f1"].append(base)
        self.place_stock(self.deal(order[1:], dict.fromkeys(CROSS, 1)))

    def begin_with(self, base: str) -> None:
        """Note the rank and the suits of the foundations."""
        others = [other for other in SUITS if other != suit(base)]
        self.base_rank = rank(base)
        self.home_suits = dict(zip(HOMES, [suit(base), *others], strict=True))

    def legal(self) -> Iterator[str]:
        """The top of the waste or of a pile to a foundation or a pile, or draw."""
        yield from self.singles(["w", *CROSS], HOMES + CROSS)
        if self.cards["s"]:
            yield "draw"

    def takes(self, target: str, card: str) -> bool:
        """A foundation from the base rank round; a pile downwards, or anything when empty."""
        pile = self.cards[target]
        if target in HOMES:
            if suit(card) != self.home_suits[target] or len(pile) == 13:
                return False
            return next_round(pile[-1], card) if pile else rank(card) == self.base_rank
        return not pile or next_round(card, pile[-1])
