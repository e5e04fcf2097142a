"""Examples of the rules: small positions, with a move that is allowed there or one that is not.

They lie in `engine/variants/examples/` as JSON, a file for each variant, a line for each example.
`engine.texts` says them to people, and the tests play each of them here and in their reference, so
that what a player is told of a rule is what happens.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from engine.cards import FACE_DOWN, cards
from engine.deals import Deal
from engine.layouts import Layout
from engine.moves import Move, MoveKind
from engine.position import Position
from engine.refusals import refusal
from engine.variants import variant

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.rules import Rules

Piles = dict[str, tuple[str, ...]]


@dataclass(frozen=True, kw_only=True)
class Example:
    """A move made at the start of a deal, to show the rule `flag`.

    `options` are those that are not at their default. `reason` is why the move is refused, None
    where it is allowed; `then` has piles as they are seen afterwards. Cards that do not matter are
    missing from the deal.
    """

    flag: str
    options: Mapping[str, str]
    deal: Deal
    move: Move
    reason: str | None
    then: Piles


@cache
def examples(variant_id: str) -> tuple[Example, ...]:
    """Give the examples of a variant, in the order of its file.

    Raises:
        UnknownVariant: there is none of that id or alias.
    """
    game = variant(variant_id)
    path = files("engine.variants").joinpath("examples", f"{game.id}.json")
    written: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return tuple(_example(game.with_options(each.get("options")), each) for each in written)


def told(example: Example) -> tuple[str, dict[str, str]]:
    """Give the reason, or what kind of move is allowed, and the facts that a sentence speaks of."""
    position, move = Position.start(example.deal), example.move
    if example.reason is not None:
        reason, facts = refusal(position, move)
        return reason.value, facts
    if move.kind is MoveKind.CARRY:
        held, below = position.view()[move.source or ""], position.view()[move.target or ""]
        kind = "card" if move.count == 1 else "run"
        return kind, {"card": " ".join(held.cards[-move.count :]), "on": "".join(below.cards[-1:])}
    if move.kind is MoveKind.DRAW:
        (drawn,) = position.play(move)
        return "draw", {"card": " ".join(drawn.cards)}
    if move.kind is MoveKind.REDEAL:
        return "gather" if example.deal.rules.tableau_redeal else "redeal", {}
    return move.kind.value, {"pile": move.source or position.current or ""}


def shown_piles(example: Example) -> dict[str, list[str]]:
    """Give the piles that hold cards, as the player sees them before the move."""
    view = Position.start(example.deal).view()
    return {pile.id: list(pile.cards) for pile in view.piles if pile.cards}


def _example(rules: Rules, written: Mapping[str, Any]) -> Example:
    if "deal" in written:
        deal = Deal.numbered(rules, written["deal"])
    else:
        deal = Deal(rules=rules, layout=_layout(rules, written))
    then = {
        pile: tuple(FACE_DOWN if "?" in text else text for text in held)
        for pile, held in _piles(written.get("then", "")).items()
    }
    return Example(
        flag=written["flag"],
        options=written.get("options", {}),
        deal=deal,
        move=Move.parse(written["move"]),
        reason=written.get("reason"),
        then=then,
    )


def _layout(rules: Rules, written: Mapping[str, Any]) -> Layout:
    started = rules.foundations.piles if rules.foundations else ()
    laid_out = {
        f"f{place}": (pile.first,) for place, pile in enumerate(started, start=1) if pile.laid_out
    }
    piles = _piles(written["piles"])
    return Layout(
        piles=laid_out
        | {pile: cards(" ".join(held).replace("?", "")) for pile, held in piles.items()},
        face_down={
            pile: sum("?" in text for text in held)
            for pile, held in piles.items()
            if pile.startswith("t")
        },
        redeals_used=written.get("redeals_used", 0),
        current=written.get("current"),
        swaps_used=written.get("swaps_used", 0),
    )


def _piles(written: str) -> dict[str, list[str]]:
    rows = (row.split() for row in written.split("/") if row)
    return {pile: held for pile, *held in rows}
