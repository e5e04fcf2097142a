"""The exact chance of winning where cards are turned with nothing else to decide.

Each card turned sends the next turn to the pile of its rank, so a pile has lost as many hidden
cards as cards of its rank were turned, whatever the order; the centre has lost all its own when the
last king is turned. Cards are turned in the order of a shuffled pack, so every set of the others is
equally likely to come before the last king. Counted in whole numbers, so the shares are exact.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine import Rules

CARDS, KINGS, PILES = 52, 4, 12


def best_play(rules: Rules) -> Fraction | None:
    """Give the chance that best play wins with, or None where more is decided than an exchange.

    The king exchanged for the lowest of the h cards hidden in a pile comes last of them all with
    chance h in n, n being all that are hidden; elsewhere it never does.
    """
    if rules.turning is None or rules.turning.swaps > 1:
        return None
    others = CARDS - KINGS
    chance = Fraction(comb(CARDS - 1, KINGS - 1), comb(CARDS, KINGS))
    if rules.turning.swaps == 0:
        return chance
    for turned in range(others):
        hidden = others - turned
        last_king = Fraction(comb(turned + KINGS - 1, KINGS - 1), comb(CARDS, KINGS))
        for most in range(1, KINGS + 1):
            sets = _sets(turned, most=most) - _sets(turned, most=most - 1)
            chance += last_king * Fraction(sets * most, comb(others, turned) * hidden)
    return chance


def _sets(turned: int, *, most: int) -> int:
    """Count the sets of turned cards that leave no pile with more than `most` hidden."""
    counts = [1]
    for _ in range(PILES):
        longer = [0] * (len(counts) + KINGS)
        for held, ways in enumerate(counts):
            for here in range(KINGS - most, KINGS + 1):
                longer[held + here] += ways * comb(KINGS, here)
        counts = longer
    return counts[turned]
