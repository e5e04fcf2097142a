"""Deals: which order of cards lies behind a number, and what a secret deal commits to.

An *order* lists the cards as they come off the shuffled pack, without those that rules lay out
beforehand. Two shuffles turn a number into an order; both are pinned for ever, on every platform:

`pinned` (every variant but FreeCell). The pack, in the fixed order of `engine.cards.pack`, is
shuffled by Fisher and Yates from the end: for n from its size down to 2, the next word w below
the greatest multiple of n picks j = w mod n, and cards n-1 and j change places. The words are the
big-endian 32-bit words of SHA-256("longcase shuffle 1:<variant>:<number>:<block>") for block
0, 1, 2 and so on. The last card of the shuffled pack comes off first.

`microsoft` (FreeCell). Microsoft's generator of 1991: state = number; each draw state =
(214013 state + 2531011) mod 2^31, value = state >> 16; cards are ordered rank by rank, in each the
suits clubs to spades; for n from 52 down to 1, card value mod n comes off and the nth takes its
place.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.cards import CARD_TEXTS, Card, make_card, pack
from engine.errors import BadDeal
from engine.rules import Rules, Shuffle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.layouts import Layout

HIGHEST_NUMBER: Final = {Shuffle.PINNED: 2**63 - 1, Shuffle.MICROSOFT: 2**31 - 1}
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,18}")


@dataclass(frozen=True, kw_only=True)
class Deal:
    """The cards as laid out: rules, and an order or a layout.

    Exactly one of `order` (the cards as they come off the pack) and `layout` (a position to start
    from) is given; `number` is the public number the order came from, if any.
    """

    rules: Rules
    order: tuple[Card, ...] | None = None
    layout: Layout | None = None
    number: str | None = None

    @classmethod
    def numbered(cls, rules: Rules, number: str) -> Deal:
        """Lay out a public number, written in decimal without leading zeros.

        Raises:
            BadDeal: not such a number, or out of the variant's range.
        """
        highest = HIGHEST_NUMBER[rules.shuffle]
        if not _NUMBER.fullmatch(number) or int(number) > highest:
            raise BadDeal(
                f"deal numbers of {rules.variant} are 1 to {highest}, not {number[:40]!r}"
            )
        if rules.shuffle is Shuffle.MICROSOFT:
            order = _microsoft_order(int(number))
        else:
            order = _pinned_order(rules, int(number))
        return cls(rules=rules, order=order, number=number)

    @classmethod
    def of_order(cls, rules: Rules, order: Sequence[Card]) -> Deal:
        """Lay out cards in the order they come off the pack.

        Raises:
            BadDeal: the cards are not those of the packs less the ones laid out beforehand.
        """
        if sorted(order) != sorted(shuffled_cards(rules)):
            raise BadDeal("an order holds each card of the pack that is not laid out, once")
        return cls(rules=rules, order=tuple(order))


def shuffled_cards(rules: Rules) -> list[Card]:
    """List the cards that are shuffled: the packs less what is laid out beforehand."""
    return pack(rules.packs, without=rules.laid_out())


def commitment(deal: Deal, *, salt: bytes) -> str:
    """Give the SHA-256, in hexadecimal, that commits to a secret deal.

    It is taken over these lines in ASCII, each ended by a newline: `longcase deal 1`, the salt in
    hexadecimal, the variant, the rules version, the options as `name=value` in order of name
    joined by commas, and the order as card texts joined by blanks.
    """
    return hashlib.sha256(commitment_text(deal, salt=salt).encode("ascii")).hexdigest()


def commitment_text(deal: Deal, *, salt: bytes) -> str:
    """Write what `commitment` is taken over.

    Raises:
        BadDeal: the deal is a layout, which nobody commits to.
    """
    rules = deal.rules
    if deal.order is None:
        raise BadDeal("only a shuffled deal is committed to")
    options = ",".join(f"{name}={value}" for name, value in sorted(rules.options.items()))
    order = " ".join(CARD_TEXTS[code] for code in deal.order)
    lines = ("longcase deal 1", salt.hex(), rules.variant, str(rules.version), options, order)
    return "".join(f"{line}\n" for line in lines)


def _pinned_order(rules: Rules, number: int) -> tuple[Card, ...]:
    cards = shuffled_cards(rules)
    words = _words(f"longcase shuffle 1:{rules.variant}:{number}")
    for size in range(len(cards), 1, -1):
        fair = 2**32 // size * size  # words from here on would favour the first cards
        word = next(word for word in words if word < fair)
        chosen = word % size
        cards[size - 1], cards[chosen] = cards[chosen], cards[size - 1]
    return tuple(reversed(cards))


def _words(seed: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(f"{seed}:{block}".encode("ascii")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def _microsoft_order(number: int) -> tuple[Card, ...]:
    cards = [make_card(rank=rank, suit=suit) for rank in range(1, 14) for suit in range(4)]
    state = number
    order = []
    for size in range(52, 0, -1):
        state = (214013 * state + 2531011) % 2**31
        chosen = (state >> 16) % size
        order.append(cards[chosen])
        cards[chosen] = cards[size - 1]
    return tuple(order)
