"""A view as text, for terminals and for games written down in files.

One line a pile, in the fixed order of piles, so that two boards can be compared line by line:

    foundation
      f1  AC 2C                  to KC
      f2  -                      to KD
    tableau
      t1  ?? x6 9H 8S

It shows what the view shows and nothing else.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from engine.cards import FACE_DOWN

if TYPE_CHECKING:
    from engine.views import PileView, View

_TARGET_COLUMN = 24  # a pile of eight cards still has its target in line with the others


def board_text(view: View) -> str:
    """Write the piles, by kind, bottom card first."""
    width = max((len(pile.id) for pile in view.piles), default=0)
    lines: list[str] = []
    for kind, piles in groupby(view.piles, key=lambda pile: pile.kind):
        lines.append(kind)
        lines += [f"  {pile.id.ljust(width)}  {_cards(pile)}".rstrip() for pile in piles]
    return "".join(f"{line}\n" for line in lines)


def _cards(pile: PileView) -> str:
    written = " ".join(_written(pile.cards)) or "-"
    return written if pile.target is None else f"{written:{_TARGET_COLUMN}} to {pile.target}"


def _written(cards: tuple[str, ...]) -> list[str]:
    """Write each card that is seen, and how many lie face down where more than one does."""
    words: list[str] = []
    for hidden, run in groupby(cards, key=lambda text: text == FACE_DOWN):
        same = list(run)
        words += [f"?? x{len(same)}"] if hidden and len(same) > 1 else same
    return words
