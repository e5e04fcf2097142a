"""Positions of a client's or a study's own: read, checked, and written again.

A layout is accepted when play could have led to it as far as its piles can tell: each card of the
packs, foundations in their order, no pile over its cap. How it came about is not asked.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.cards import CARD_TEXTS, KING, Card, card, is_red, pack, rank_of, suit_of
from engine.errors import BadLayout
from engine.layouts import Layout, LayoutFault
from engine.rules import UNLIMITED, FaceDown
from engine.tables import PileKind, Tables, tables_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.rules import Rules, Tableau
    from engine.views import View

MOST_REDEALS = 255  # that a position can count


def read_layout(
    rules: Rules,
    piles: Mapping[str, Sequence[str]],
    *,
    face_down: Mapping[str, int] | None = None,
    redeals_used: int = 0,
    current: str | None = None,
    swaps_used: int = 0,
) -> Layout:
    """Read card texts by pile, bottom to top; piles that are left out are empty.

    Raises:
        BadNotation: a text is no card.
        BadLayout: cards are missing or doubled, or a pile holds what it cannot; `where` names the
            card or pile.
    """
    layout = Layout(
        piles={pile: tuple(card(text) for text in texts) for pile, texts in piles.items()},
        face_down=dict(face_down or {}),
        redeals_used=redeals_used,
        current=current or ("t13" if rules.turning else None),
        swaps_used=swaps_used,
    )
    check_layout(rules, layout)
    return layout


def check_layout(rules: Rules, layout: Layout) -> None:
    """Check that a layout is a position of these rules.

    Raises:
        BadLayout: it is not; `where` names the card or pile at fault.
    """
    tables = _tables(rules, layout)
    for pile in layout.piles:
        if pile not in tables.pile_index:
            raise BadLayout(LayoutFault.NO_PILE, where=pile[:8], pile=pile[:8])
    _check_face_down(tables, layout)
    _check_cards(rules, layout)
    for pile, kind in zip(tables.pile_ids, tables.pile_kinds, strict=True):
        held = layout.piles.get(pile, ())
        if kind is PileKind.CELL and len(held) > 1:
            raise BadLayout(LayoutFault.CELL_FULL, where=pile, pile=pile)
        if kind is PileKind.FOUNDATION and rules.foundations is not None:
            _check_foundation(tables, pile, held)
        if kind is PileKind.TABLEAU and rules.tableau is not None:
            _check_tableau(rules.tableau, pile, held, layout.face_down.get(pile, 0))
    if rules.rank_piles is not None:
        _check_layers(layout)
    _check_state(rules, layout)


def write_layout(view: View) -> dict[str, list[str]]:
    """Write an open view as `read_layout` reads it, empty piles left out."""
    return {pile.id: list(pile.cards) for pile in view.piles if pile.cards}


def _tables(rules: Rules, layout: Layout) -> Tables:
    if rules.foundations is None or not rules.foundations.base_dealt:
        return tables_for(rules)
    if not layout.piles.get("f1"):
        raise BadLayout(LayoutFault.BASE_MISSING, where="f1")
    return tables_for(rules, layout.piles["f1"][0])


def _check_face_down(tables: Tables, layout: Layout) -> None:
    """What lies face down elsewhere is not counted: all of the stock, and nothing else."""
    kinds = dict(zip(tables.pile_ids, tables.pile_kinds, strict=True))
    for pile, count in layout.face_down.items():
        if pile not in kinds:
            raise BadLayout(LayoutFault.NO_PILE, where=pile[:8], pile=pile[:8])
        if count and kinds[pile] is not PileKind.TABLEAU:
            raise BadLayout(LayoutFault.FACE_DOWN_ELSEWHERE, where=pile, pile=pile)


def _check_cards(rules: Rules, layout: Layout) -> None:
    found = Counter(code for held in layout.piles.values() for code in held)
    wanted = Counter(pack(rules.packs))
    doubled = [CARD_TEXTS[code] for code in sorted(wanted) if found[code] > wanted[code]]
    missing = [CARD_TEXTS[code] for code in sorted(wanted) if found[code] < wanted[code]]
    if not doubled and not missing:
        return
    fault = LayoutFault.CARDS_WRONG
    if not doubled or not missing:
        fault = LayoutFault.CARDS_DOUBLED if doubled else LayoutFault.CARDS_MISSING
    raise BadLayout(
        fault,
        where=(doubled or missing)[0],
        packs=rules.packs,
        doubled=", ".join(doubled),
        missing=", ".join(missing),
    )


def _check_foundation(tables: Tables, pile: str, held: tuple[Card, ...]) -> None:
    place = tables.pile_index[pile] - tables.foundation_first
    sequence = tables.sequences[place]
    if held != sequence[: len(held)]:
        wanted = ", ".join(CARD_TEXTS[code] for code in sequence)
        raise BadLayout(LayoutFault.FOUNDATION_ORDER, where=pile, pile=pile, cards=wanted)
    if len(held) < tables.laid_out[place]:
        first = CARD_TEXTS[sequence[0]]
        raise BadLayout(LayoutFault.LAID_OUT_MISSING, where=pile, pile=pile, card=first)


def _check_tableau(tableau: Tableau, pile: str, held: tuple[Card, ...], face_down: int) -> None:
    if tableau.cap is not None and len(held) > tableau.cap:
        raise BadLayout(LayoutFault.PILE_FULL, where=pile, pile=pile, most=tableau.cap)
    if not 0 <= face_down <= len(held):
        facts: dict[str, str | int] = {"pile": pile, "count": len(held), "face_down": face_down}
        raise BadLayout(LayoutFault.FACE_DOWN_COUNT, where=pile, **facts)
    if tableau.face_down is FaceDown.NONE and face_down:
        raise BadLayout(LayoutFault.NONE_FACE_DOWN, where=pile, pile=pile)
    if tableau.face_down is FaceDown.ALL:
        turned = held[: len(held) - face_down]
        if any(rank_of(code) != int(pile[1:]) for code in turned):
            raise BadLayout(LayoutFault.TURNED_RANK, where=pile, pile=pile)
        return
    shown = held[face_down:]
    if held and not shown:
        raise BadLayout(LayoutFault.TOP_FACE_DOWN, where=pile, pile=pile)
    built_by_play = tableau.face_down is FaceDown.BUT_TOP or max(tableau.pile_sizes) == 1
    build = tableau.build
    if (
        built_by_play
        and build is not None
        and not all(build.allows(upper, on=lower) for lower, upper in pairwise(shown))
    ):
        raise BadLayout(LayoutFault.NOT_IN_SEQUENCE, where=pile, pile=pile)


def _check_layers(layout: Layout) -> None:
    suits: dict[int, int] = {}
    for rank in range(1, KING + 1):
        pile = f"f{rank}"
        held = layout.piles.get(pile, ())
        if any(rank_of(code) != rank for code in held):
            raise BadLayout(LayoutFault.RANK_PILE, where=pile, pile=pile)
        if any(is_red(lower) == is_red(upper) for lower, upper in pairwise(held)):
            raise BadLayout(LayoutFault.COLOURS, where=pile, pile=pile)
        for depth, code in enumerate(held):
            if suits.setdefault(depth, suit_of(code)) != suit_of(code):
                raise BadLayout(LayoutFault.LAYER_SUIT, where=pile, layer=depth + 1)


def _check_state(rules: Rules, layout: Layout) -> None:
    allowed = rules.stock.redeals if rules.stock else 0
    most = MOST_REDEALS if allowed == UNLIMITED else allowed
    if not 0 <= layout.redeals_used <= most:
        raise BadLayout(LayoutFault.REDEALS_USED, count=layout.redeals_used, most=most)
    swaps = rules.turning.swaps if rules.turning else 0
    if not 0 <= layout.swaps_used <= swaps:
        raise BadLayout(LayoutFault.SWAPS_USED, count=layout.swaps_used, most=swaps)
    places = {f"t{number}" for number in range(1, KING + 1)} if rules.turning else {None}
    if layout.current not in places:
        place = layout.current or ""
        raise BadLayout(LayoutFault.CURRENT_PILE, where=layout.current, pile=place)
    if rules.turning is not None and rules.tableau is not None:
        _check_turned(rules.tableau, layout)


def _check_turned(tableau: Tableau, layout: Layout) -> None:
    """A pile is turned from as often as turned cards came to it, the first and last time apart."""
    for number, size in enumerate(tableau.pile_sizes, start=1):
        pile = f"t{number}"
        face_down = layout.face_down.get(pile, 0)
        turned = len(layout.piles.get(pile, ())) - face_down
        left = size - turned - (number == KING) + (pile == layout.current)
        if face_down != left:
            facts: dict[str, str | int] = {"pile": pile, "turned": turned, "left": left}
            raise BadLayout(LayoutFault.TURNED_COUNT, where=pile, **facts)
