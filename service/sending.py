"""Which moves of a line that wins the player has to send: automatic play makes the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import Level, Position, Status, collect, follow_plan
from engine.lines import BYTES_A_MOVE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Move
    from service.storage.games import Game


def to_send(game: Game, position: Position, line: Sequence[Move]) -> tuple[Move, ...]:
    """Give a line's moves without those that automatic play makes, which may win before its end.

    Where automatic play leaves the line, the line is given as it is: what wins then is another.
    """
    ahead, plan = Position.resume(position.deal, position.line), position.pack(line)
    sent: list[Move] = []
    while plan and ahead.status() is Status.PLAYING:
        before = len(ahead.line)
        sent.append(ahead.unpack(plan[:BYTES_A_MOVE])[0])
        ahead.play(sent[-1])
        for move in collect(ahead, Level(game.autoplay)):
            ahead.follow(move)
        plan = follow_plan(plan, ahead.line[before:])
    return tuple(sent if ahead.status() is Status.WON else line)
