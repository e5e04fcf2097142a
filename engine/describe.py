"""Rules as plain data: what a client needs to set a table up and to know what it may offer.

Dictionaries, lists, numbers and words ready for JSON, in a fixed order. A key that does not apply
is missing, never null: a variant without cells has no `cells`. No text for people is in here, see
`engine.texts`; and no judging follows from it, for a client is given the legal moves.

`layout` counts in cards, as `engine.places` says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import CARD_TEXTS, RANKS, Card
from engine.deals import HIGHEST_NUMBER
from engine.measured import shown
from engine.places import places
from engine.rules import (
    ALL_RANKS,
    UNLIMITED,
    Bottomed,
    FaceDown,
    Fill,
    Foundations,
    Goal,
    Rules,
    Tableau,
)
from engine.tables import PileKind, tables_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.variant import Option, Variant

_FACE_DOWN: Final = {
    FaceDown.NONE: "none",
    FaceDown.BUT_TOP: "all_but_top",
    FaceDown.ALL: "all",
}
_GOALS: Final = {
    Goal.FOUNDATIONS: "foundations_complete",
    Goal.STOCK_PLACED: "stock_placed",
    Goal.FULL_RUNS: "full_runs",
    Goal.ALL_TURNED: "all_turned",
}


def describe(rules: Rules, variant: Variant) -> dict[str, object]:
    """Give the rules of a variant, with their options chosen, as plain data."""
    described: dict[str, object] = {"packs": rules.packs}
    described |= dict(_groups(rules))
    return described | {
        "goal": _GOALS[rules.goal],
        "automatic": {
            "levels": [level.value for level in rules.levels],
            "default": variant.autoplay.value,
        },
        "undo": rules.undo,
        "piles": _piles(rules),
        "interchangeable": _interchangeable(rules),
        "layout": [{"pile": place.pile, "x": place.x, "y": place.y} for place in places(variant)],
        "options": [_option(option) for option in variant.options],
        "facts": facts(rules, variant),
    }


def facts(rules: Rules, variant: Variant) -> dict[str, object]:
    """Give what a player looks for when choosing a variant, and what was measured of it."""
    return {
        "packs": rules.packs,
        "hidden_cards": rules.hides,
        "open": not rules.hides,
        "chance_only": rules.chance_only,
        "undo": rules.undo,
        "raced": variant.raced,
        "deal_numbers": {"first": "1", "last": str(HIGHEST_NUMBER[rules.shuffle])},
    } | shown(rules, variant)


def _groups(rules: Rules) -> Iterator[tuple[str, object]]:
    if rules.tableau is not None:
        yield "tableau", _tableau(rules.tableau)
    if rules.foundations is not None:
        yield "foundations", _foundations(rules.foundations)
    if rules.rank_piles is not None:
        yield "rank_piles", {"piles": len(RANKS), "depth": rules.rank_piles.depth}
    if rules.stock is not None:
        redeals = rules.stock.redeals
        yield (
            "stock",
            {
                "draw": rules.stock.draw,
                "redeals": "unlimited" if redeals == UNLIMITED else redeals,
            },
        )
    if rules.cells is not None:
        yield "cells", {"count": rules.cells.count}
    if rules.tableau_redeal is not None:
        gather = rules.tableau_redeal
        yield "tableau_redeal", {"gather": gather.gather.value, "size": gather.size}
    if rules.turning is not None:
        yield "turning", {"swaps": rules.turning.swaps}


def _tableau(tableau: Tableau) -> dict[str, object]:
    described: dict[str, object] = {
        "piles": len(tableau.pile_sizes),
        "pile_sizes": list(tableau.pile_sizes),
        "spread": "fans" if tableau.fans else "columns",
        "face_down": _FACE_DOWN[tableau.face_down],
    }
    if tableau.bottomed is not Bottomed.NONE:
        described["bottomed"] = tableau.bottomed.value
    if tableau.build is None:
        return described
    described["packing"] = {
        "steps": sorted(tableau.build.steps),
        "suits": tableau.build.suits.value,
        "wrap": tableau.build.wrap,
    }
    described["fill"] = _fill(tableau.fill)
    described["carry"] = tableau.carry.value
    if tableau.cap is not None:
        described["cap"] = tableau.cap
    return described


def _fill(fill: Fill) -> str | list[str]:
    if fill.ranks == ALL_RANKS:
        return "any"
    return [RANKS[rank - 1] for rank in sorted(fill.ranks)] or "none"


def _foundations(foundations: Foundations) -> dict[str, object]:
    described: dict[str, object] = {}
    if foundations.piles:
        described["piles"] = [
            {
                "pile": f"f{number}",
                "first": CARD_TEXTS[pile.first],
                "last": CARD_TEXTS[pile.last],
                "step": pile.step,
                "laid_out": pile.laid_out,
            }
            for number, pile in enumerate(foundations.piles, start=1)
        ]
    return described | {"returns": foundations.returns, "base_dealt": foundations.base_dealt}


def _pile_kinds(rules: Rules) -> dict[str, PileKind]:
    # Which card is the base changes no pile: any one stands in until it is dealt.
    dealt = rules.foundations is not None and rules.foundations.base_dealt
    tables = tables_for(rules, Card(0) if dealt else None)
    return dict(zip(tables.pile_ids, tables.pile_kinds, strict=True))


def _piles(rules: Rules) -> list[dict[str, str]]:
    known = rules.foundations.piles if rules.foundations is not None else ()
    targets = {f"f{number}": CARD_TEXTS[pile.last] for number, pile in enumerate(known, start=1)}
    described = []
    for pile, kind in _pile_kinds(rules).items():
        entry = {"id": pile, "kind": kind.name.lower()}
        if pile in targets:
            entry["target"] = targets[pile]
        described.append(entry)
    return described


def _interchangeable(rules: Rules) -> list[list[str]]:
    """List the sets of piles that may change places without a difference to play."""
    kinds = _pile_kinds(rules)
    mixed = [PileKind.CELL]
    if rules.tableau is not None and rules.tableau.interchangeable and rules.turning is None:
        mixed.append(PileKind.TABLEAU)
    sets = [[pile for pile, kind in kinds.items() if kind is wanted] for wanted in mixed]
    return [piles for piles in sets if len(piles) > 1]


def _option(option: Option) -> dict[str, object]:
    return {
        "name": option.name,
        "values": [value.name for value in option.values],
        "default": option.default,
        "layout": option.layout,
    }
