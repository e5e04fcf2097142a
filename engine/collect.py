"""Automatic play: which cards would go up by themselves, level by level.

Beside `Position`, not in it: the moves it gives are stored with the player's own, so that a later,
better `safe` never changes an old game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import FACE_DOWN
from engine.moves import MoveKind
from engine.rules import Level
from engine.views import Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.cards import Card
    from engine.moves import Move
    from engine.position import Position


def collect(position: Position, level: Level) -> tuple[Move, ...]:
    """Give what automatic play of `level` does now; the position stays as it is.

    A card taken back from a foundation is left alone until it next moves, and nothing happens
    right after the take-back itself. In the clocks every level but `off` turns the rest, up to the
    end or the swap.
    """
    if position.took_back:
        return ()
    exempt = position.exempt
    return _collect(position, level, lambda card: card not in exempt)


def tidy(position: Position, level: Level) -> tuple[Move, ...]:
    """Give what the player's own tidy-up does now: as `collect`, cards taken back included."""
    return _collect(position, level, lambda _: True)


def _collect(
    position: Position, level: Level, may_move: Callable[[Card], bool]
) -> tuple[Move, ...]:
    if level is Level.OFF or (level is Level.FINISH and not _all_in_reach(position)):
        return ()
    moves: list[Move] = []
    while (move := _next(position, level, may_move)) is not None:
        position.apply(move)
        moves.append(move)
    won = position.status() is Status.WON
    for _ in moves:
        position.undo()
    return tuple(moves) if won or level is not Level.FINISH else ()


def _next(position: Position, level: Level, may_move: Callable[[Card], bool]) -> Move | None:
    for move in position.legal_moves():
        if move.kind is MoveKind.TURN:
            return move
        if move.kind is not MoveKind.CARRY or not (move.target or "").startswith("f"):
            continue
        card = position.cards(move.source or "")[-1]
        if may_move(card) and (level is not Level.SAFE or position.is_safe(card)):
            return move
    return None


def _all_in_reach(position: Position) -> bool:
    return not any(
        FACE_DOWN in pile.cards or (pile.kind in ("stock", "waste") and pile.cards)
        for pile in position.view().piles
    )
