"""Deals written down: hashes over the layouts of a thousand numbers, and first cards."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from engine import Deal, Position, Rules, Variant, card_text
from engine.deals import HIGHEST_NUMBER
from tests.engine.every import rules_of
from tests.engine.golden.perft_tables import GOLDEN, options_text

NUMBERS = range(1, 1001)
SHOWN_NUMBERS = (1, 2, 617, 32_000, 32_001, 1_000_000, 2**31 - 1, 2**53 + 1, 2**63 - 1)
SHOWN_CARDS = 8
SHUFFLE = GOLDEN / "shuffle.txt"


def path_of(variant: str) -> Path:
    """Give where the hashes of a variant's deals are."""
    return GOLDEN / variant / "deals.txt"


def written(variant: Variant) -> str:
    """Write the hashes of a variant's deals."""
    lines = [
        f"# SHA-256 over the layouts of the deals 1 to {NUMBERS[-1]} of {variant.id}: for each",
        "# deal a line with its number, then a line for each pile, with its id and its cards.",
    ]
    lines += [f"{layouts_hash(rules)}  {options_text(rules)}" for rules in rules_of(variant)]
    return "".join(f"{line}\n" for line in lines)


def layouts_hash(rules: Rules) -> str:
    """Hash the layouts of the numbered deals, hidden cards included."""
    digest = hashlib.sha256()
    for number in NUMBERS:
        position = Position.start(Deal.numbered(rules, str(number)))
        piles = {pile.id: pile.cards for pile in position.truth().piles}
        digest.update(layout_text(number, piles).encode("ascii"))
    return digest.hexdigest()


def layout_text(number: int, piles: dict[str, tuple[str, ...]]) -> str:
    """Write a layout as it is hashed."""
    rows = (f"{' '.join([pile, *cards])}\n" for pile, cards in piles.items())
    return f"{number}\n{''.join(rows)}"


def shuffle_text(variants: tuple[Variant, ...]) -> str:
    """Write the first cards off the pack for numbers small and huge."""
    lines = [
        "# The first cards off the shuffled pack, by variant and deal number: whoever writes the",
        "# shuffle again must get the same. Cards laid out beforehand are not in the pack.",
    ]
    for variant in variants:
        lines += ["", variant.id, *_first_cards(variant)]
    return "".join(f"{line}\n" for line in lines)


def _first_cards(variant: Variant) -> Iterator[str]:
    rules = variant.with_options()
    for number in SHOWN_NUMBERS:
        if number <= HIGHEST_NUMBER[rules.shuffle]:
            order = Deal.numbered(rules, str(number)).order or ()
            yield f"{number:20}  {' '.join(map(card_text, order[:SHOWN_CARDS]))}"
