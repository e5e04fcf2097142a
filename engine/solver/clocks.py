"""The exact solver for the clocks, with every card known.

Turning leaves no choice, so a clock is solved by turning to the end. Where the fourth king may be
exchanged, each exchange is tried: there are as many as hidden cards, and each is turned to the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.moves import MoveKind
from engine.views import Status

if TYPE_CHECKING:
    from engine.moves import Move
    from engine.position import Position


def turned_out(position: Position) -> list[Move] | None:
    """Give the moves that turn every card up, or None where none do; the position stays."""
    start = position.length
    turned = _turn_on(position)
    won = turned if position.status() is Status.WON else _exchange(position, turned)
    while position.length > start:
        position.undo()
    return won


def _turn_on(position: Position) -> list[Move]:
    made: list[Move] = []
    while (moves := position.legal_moves()) and moves[0].kind is MoveKind.TURN:
        position.apply(moves[0])
        made.append(moves[0])
    return made


def _exchange(position: Position, line: list[Move]) -> list[Move] | None:
    here = position.length
    for swap in position.legal_moves():
        position.apply(swap)
        rest = _turn_on(position)
        if position.status() is Status.WON:
            return [*line, swap, *rest]
        while position.length > here:
            position.undo()
    return None
