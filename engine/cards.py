"""Cards, and the texts they are written in.

A card is a small integer, `suit * 13 + rank - 1`, suits in the order clubs, diamonds, hearts,
spades; two equal cards of two packs are the same integer. Its text is rank then suit: `TH`, `AS`.
What stands for a card that must not be seen is `FACE_DOWN`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NewType

from engine.errors import BadNotation

if TYPE_CHECKING:
    from collections.abc import Iterable

Card = NewType("Card", int)

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
ACE: Final = 1
KING: Final = 13
FACE_DOWN: Final = "??"

CARD_TEXTS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
_CARD_OF_TEXT: Final = {text: Card(code) for code, text in enumerate(CARD_TEXTS)}


def card(text: str) -> Card:
    """Read one card.

    >>> card("TH")
    35

    Raises:
        BadNotation: the text is no card; `??` is none either.
    """
    try:
        return _CARD_OF_TEXT[text]
    except KeyError:
        raise BadNotation(
            f"{text!r} is no card: write rank then suit, one of {RANKS} and one of {SUITS}, as TH"
        ) from None


def cards(text: str) -> tuple[Card, ...]:
    """Read cards written with blanks between them."""
    return tuple(card(word) for word in text.split())


def card_text(code: Card) -> str:
    """Write a card."""
    return CARD_TEXTS[code]


def make_card(*, rank: int, suit: int) -> Card:
    """Give the card of a rank (1 to 13) and a suit (0 to 3)."""
    return Card(suit * 13 + rank - 1)


def rank_of(code: Card) -> int:
    """Give the rank, ace 1 to king 13."""
    return code % 13 + 1


def suit_of(code: Card) -> int:
    """Give the suit: clubs 0, diamonds 1, hearts 2, spades 3."""
    return code // 13


def is_red(code: Card) -> bool:
    """Tell whether the suit is hearts or diamonds."""
    return suit_of(code) in (DIAMONDS, HEARTS)


def pack(packs: int, *, without: Iterable[Card] = ()) -> list[Card]:
    """List the cards of whole packs in their fixed order, less the cards in `without`.

    The order, clubs to spades and ace to king within a suit, is part of the pinned shuffle.
    """
    left = [Card(code) for _ in range(packs) for code in range(52)]
    for taken in without:
        left.remove(taken)
    return left
