"""Tables for the reference's own tests: numbered deals, and positions made by hand."""

from __future__ import annotations

from tests.reference import Table, start
from tests.reference.dealing import numbered


def dealt(variant: str, number: int = 1, **options: str) -> Table:
    return start(variant, numbered(variant, number, options), options)


def arranged(variant: str, piles: str, **options: str) -> Table:
    """A table with these piles alone: "t1 KS QH / f2 AD"; a card with "?" lies face down."""
    table = dealt(variant, 1, **options)
    for cards in table.cards.values():
        cards.clear()
    for words in map(str.split, piles.split("/")):
        table.cards[words[0]] = words[1:]
    return table
