"""Positions made by hand: only the piles that matter, in card texts."""

from __future__ import annotations

from engine import Deal, IllegalMove, Move, Position, variant
from engine.cards import cards
from engine.layouts import Layout
from engine.refusals import Reason


def laid(
    name: str,
    piles: dict[str, str],
    *,
    options: dict[str, str] | None = None,
    face_down: dict[str, int] | None = None,
    redeals_used: int = 0,
    swaps_used: int = 0,
) -> Position:
    """Lay piles out, bottom card first; foundations that are not named hold what they start with.

    The other cards of the pack are left out.
    """
    rules = variant(name).with_options(options)
    started = rules.foundations.piles if rules.foundations else ()
    laid_out = {
        f"f{place}": (pile.first,) for place, pile in enumerate(started, start=1) if pile.laid_out
    }
    layout = Layout(
        piles=laid_out | {pile: cards(held) for pile, held in piles.items()},
        face_down=face_down or {},
        redeals_used=redeals_used,
        swaps_used=swaps_used,
    )
    return Position.start(Deal(rules=rules, layout=layout))


def play(position: Position, moves: str) -> None:
    """Play moves written with blanks between them."""
    for text in moves.split():
        position.play(Move.parse(text))


def legal(position: Position, text: str) -> bool:
    """Tell whether a move may be made."""
    return position.is_legal(Move.parse(text))


def refused(position: Position, text: str) -> tuple[Reason, dict[str, str]]:
    """Give why a move is refused."""
    try:
        position.play(Move.parse(text))
    except IllegalMove as error:
        return Reason(error.reason), error.facts
    raise AssertionError(f"{text} is legal")
