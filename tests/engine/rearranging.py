"""Piles that change places, by what the rules data says of them."""

from __future__ import annotations

import random

from engine import Deal, Position, Rules, describe, variant
from engine.layouts import Layout


def interchangeable(rules: Rules) -> list[list[str]]:
    """List the sets of piles that may change places."""
    piles = describe(rules, variant(rules.variant))["interchangeable"]
    assert isinstance(piles, list)
    return piles


def rearranged(position: Position, places: dict[str, str]) -> Position:
    """Put each pile in another's place; piles not in `places` stay."""
    piles = [pile.id for pile in position.view().piles]
    layout = Layout(
        piles={places.get(pile, pile): position.cards(pile) for pile in piles},
        face_down={places.get(pile, pile): position.face_down(pile) for pile in piles},
        redeals_used=position.redeals_used,
        current=position.current,
        swaps_used=position.swaps_used,
    )
    return Position.start(Deal(rules=position.deal.rules, layout=layout))


def shuffled_places(rules: Rules, *, seed: int) -> dict[str, str]:
    """Draw a place for each interchangeable pile."""
    chance = random.Random(seed)  # noqa: S311 - repeatable, no secret
    places: dict[str, str] = {}
    for piles in interchangeable(rules):
        places |= dict(zip(piles, chance.sample(piles, len(piles)), strict=True))
    return places
