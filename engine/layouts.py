"""Layouts: where every card lies at the start of a deal, hidden ones included.

A deal's order becomes a layout by dealing; a study or a client may also start from a layout of
its own. Never sent to a client as it is: it shows every face.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.cards import KING, Card, rank_of
from engine.errors import BadDeal, BadLayout
from engine.rules import Bottomed, FaceDown, Rules, Tableau
from engine.tables import base_card

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.deals import Deal


class LayoutFault(StrEnum):
    """Why cards cannot lie so; each has its sentence in the texts."""

    NO_PILE = "no_pile"
    CARDS_MISSING = "cards_missing"
    CARDS_DOUBLED = "cards_doubled"
    CARDS_WRONG = "cards_wrong"
    CELL_FULL = "cell_full"
    BASE_MISSING = "base_missing"
    FOUNDATION_ORDER = "foundation_order"
    LAID_OUT_MISSING = "laid_out_missing"
    PILE_FULL = "pile_full"
    NOT_IN_SEQUENCE = "not_in_sequence"
    NONE_FACE_DOWN = "none_face_down"
    FACE_DOWN_ELSEWHERE = "face_down_elsewhere"
    FACE_DOWN_COUNT = "face_down_count"
    TOP_FACE_DOWN = "top_face_down"
    TURNED_RANK = "turned_rank"
    TURNED_COUNT = "turned_count"
    RANK_PILE = "rank_pile"
    COLOURS = "colours"
    LAYER_SUIT = "layer_suit"
    REDEALS_USED = "redeals_used"
    SWAPS_USED = "swaps_used"
    CURRENT_PILE = "current_pile"


@dataclass(frozen=True, kw_only=True)
class Layout:
    """Where each card lies, pile by pile from bottom to top.

    `face_down` counts the hidden cards of a tableau pile (the lowest ones; in the clocks the
    topmost) and may leave out piles without any. `redeals_used`, `current` (the pile to turn from,
    in the clocks) and `swaps_used` complete the position.
    """

    piles: Mapping[str, tuple[Card, ...]]
    face_down: Mapping[str, int] = field(default_factory=dict)
    redeals_used: int = 0
    current: str | None = None
    swaps_used: int = 0


def layout_of(deal: Deal) -> Layout:
    """Give the layout a deal starts from.

    Raises:
        BadDeal: the deal has neither or both of an order and a layout, or cards are missing.
    """
    if deal.layout is not None and deal.order is None:
        return deal.layout
    if deal.order is not None and deal.layout is None:
        return _lay_out(deal.rules, deal.order)
    raise BadDeal("a deal has an order or a layout, one of them")


def base_of(deal: Deal) -> Card | None:
    """Give the dealt base card on which the foundations depend, or None where there is none."""
    if deal.order is not None:
        return base_card(deal.rules, deal.order)
    if deal.rules.foundations is None or not deal.rules.foundations.base_dealt:
        return None
    lowest = layout_of(deal).piles.get("f1", ())[:1]
    if not lowest:
        raise BadLayout(LayoutFault.BASE_MISSING, where="f1")
    return lowest[0]


@lru_cache(maxsize=1024)
def _lay_out(rules: Rules, order: tuple[Card, ...]) -> Layout:
    coming = iter(order)
    piles: dict[str, tuple[Card, ...]] = {}
    if rules.foundations is not None and rules.foundations.base_dealt:
        piles["f1"] = (next(coming),)
    elif rules.foundations is not None:
        for index, foundation in enumerate(rules.foundations.piles):
            piles[f"f{index + 1}"] = (foundation.first,) if foundation.laid_out else ()
    if rules.tableau is not None:
        piles |= _dealt_round(rules.tableau, coming)
    if rules.stock is not None:
        piles["s"] = tuple(coming)[::-1]
    return Layout(
        piles=MappingProxyType(piles),
        face_down=MappingProxyType(_face_down(rules.tableau)),
        current="t13" if rules.turning else None,
    )


def _dealt_round(tableau: Tableau, coming: Iterator[Card]) -> dict[str, tuple[Card, ...]]:
    dealt: list[list[Card]] = [[] for _ in tableau.pile_sizes]
    for row in range(max(tableau.pile_sizes)):
        for pile, size in zip(dealt, tableau.pile_sizes, strict=True):
            if row < size:
                pile.append(next(coming))
    if tableau.bottomed is Bottomed.KINGS:
        for pile in dealt:
            pile.sort(key=lambda code: rank_of(code) != KING)
    return {f"t{index + 1}": tuple(pile) for index, pile in enumerate(dealt)}


def _face_down(tableau: Tableau | None) -> dict[str, int]:
    if tableau is None or tableau.face_down is FaceDown.NONE:
        return {}
    shown = 1 if tableau.face_down is FaceDown.BUT_TOP else 0
    return {f"t{i + 1}": size - shown for i, size in enumerate(tableau.pile_sizes)}
