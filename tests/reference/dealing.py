"""Numbered deals: from a variant and a number to the order of the cards off the pack.

FreeCell has Microsoft's numbers. All other variants have the pinned shuffle, written here a second
time, apart from the engine. Nothing here knows how the cards are laid out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256

RANKS = "A23456789TJQK"
SUITS = "CDHS"
TWO_PACKS = ("german-solitaire", "bavarian-solitaire")


def numbered(variant: str, number: int, options: Mapping[str, str]) -> list[str]:
    """The order of a numbered deal, the first card off the pack first."""
    if variant == "freecell":
        return microsoft(number)
    return shuffled(variant, number, pack(variant, options))


def pack(variant: str, options: Mapping[str, str]) -> list[str]:
    """The cards to be shuffled: by suit from ace to king, without those laid out beforehand."""
    beforehand = laid_out_beforehand(variant, options)
    packs = 2 if variant in TWO_PACKS else 1
    cards = packs * [rank + suit for suit in SUITS for rank in RANKS]
    return [card for card in cards if card not in beforehand]


def laid_out_beforehand(variant: str, options: Mapping[str, str]) -> list[str]:
    """The cards that foundations start with before anything is shuffled."""
    if variant == "grandfathers-clock":
        return ["TH", "JS", "QD", "KC", "2H", "3S", "4D", "5C", "6H", "7S", "8D", "9C"]
    if variant in {"clover-leaf", "alexander-the-great"}:
        red_aces = options.get("colours", "red-aces") == "red-aces"
        return ["AD", "AH", "KC", "KS"] if red_aces else ["AC", "AS", "KD", "KH"]
    if variant in {"beleaguered-castle", "cruel"}:
        return ["AC", "AD", "AH", "AS"]
    return []


def shuffled(variant: str, number: int, cards: list[str]) -> list[str]:
    """The pinned shuffle: from the last card down, each changes places with a drawn one."""
    cards = list(cards)
    words = random_words(variant, number)
    for n in range(len(cards), 1, -1):
        fair = (2**32 // n) * n
        word = next(words)
        while word >= fair:
            word = next(words)
        j = word % n
        cards[n - 1], cards[j] = cards[j], cards[n - 1]
    return cards[::-1]


def random_words(variant: str, number: int) -> Iterator[int]:
    """Big-endian 32-bit words, eight from each of an endless row of SHA-256 digests."""
    block = 0
    while True:
        digest = sha256(f"longcase shuffle 1:{variant}:{number}:{block}".encode("ascii")).digest()
        for place in range(0, 32, 4):
            yield int.from_bytes(digest[place : place + 4], "big")
        block += 1


def microsoft(number: int) -> list[str]:
    """Microsoft's FreeCell deals, 1 to 2**31 - 1: the order of dealing to columns in turn."""
    if not 1 <= number < 2**31:
        raise ValueError(f"no FreeCell deal has the number {number}")
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    state = number
    order = []
    for n in range(52, 0, -1):
        state = (214013 * state + 2531011) % 2**31
        j = (state >> 16) % n
        order.append(deck[j])
        deck[j] = deck[n - 1]
    return order
