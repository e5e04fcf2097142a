"""Places: where the piles of a variant lie on the table.

A place is that of a card's upper left corner, `x` in widths and `y` in heights of a card; a card
is 1.4 times as high as it is wide (`CARD_HEIGHT`). The hours of a clock lie on a true circle, one
o'clock first and clockwise, its radius in widths. Whoever shows a pile decides how its cards
overlap; `gap` tells how much room there is up to the next pile of the row.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.variant import Ring

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.variant import Row, Variant

CARD_HEIGHT: Final = 1.4  # in widths of a card
HOURS: Final = 12


@dataclass(frozen=True, slots=True)
class Place:
    """Where a pile lies, and how far off the next pile of its row is: None on a circle."""

    pile: str
    x: float
    y: float
    gap: float | None = None


def places(variant: Variant) -> tuple[Place, ...]:
    """List where the piles of a variant lie."""
    return tuple(place for part in variant.layout for place in _placed(part))


def _placed(part: Row | Ring) -> Iterator[Place]:
    for index, pile in enumerate(_pile_ids(part.piles)):
        if isinstance(part, Ring):
            angle = math.tau * (index + 1) / HOURS  # clockwise from twelve o'clock
            across = part.radius * math.sin(angle)
            down = -part.radius * math.cos(angle) / CARD_HEIGHT
            yield Place(pile, round(part.x + across, 3), round(part.y + down, 3))
        else:
            yield Place(pile, round(part.x + index * part.gap, 3), float(part.y), part.gap)


def _pile_ids(piles: str) -> list[str]:
    """List the piles of `f1-f4`, or the one pile that is named."""
    named = re.fullmatch(r"([a-z])(\d+)-\1(\d+)", piles)
    if named is None:
        return [piles]
    letter, first, last = named.groups()
    return [f"{letter}{number}" for number in range(int(first), int(last) + 1)]
