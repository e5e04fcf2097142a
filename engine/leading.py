"""Ways to a win through automatic play: what the player sends, and what each unit then makes.

A line that wins says nothing of automatic play, which after each move sends up what its level
sends, also what the line still needs. A *way* is a line with what automatic play does in its
place, so that whoever sends its moves comes to the win, in as many as are told.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from engine.collect import collect
from engine.hints import follow_plan
from engine.lines import BYTES_A_MOVE
from engine.solver import Budget, Verdict, solve
from engine.views import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.moves import Move
    from engine.position import Position
    from engine.rules import Level

MOST_TRIES: Final = 80
STATES_EACH: Final = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """The moves to send, and all that is moved by them, packed."""

    sent: tuple[Move, ...] = ()
    plan: bytes = b""


def way_along(position: Position, line: Sequence[Move], level: Level) -> Way | None:
    """Give the way that a winning line is; None where automatic play leaves it before the win."""
    ahead = position.copy()
    sent = _walk(ahead, line, level)
    return _way(position, ahead, sent) if ahead.status() is Status.WON else None


def find_way(position: Position, line: Sequence[Move], level: Level, budget: Budget) -> Way | None:
    """Give a way to a win, along a winning line as far as may be; None where none is found."""
    each = replace(budget, states=min(budget.states, STATES_EACH))
    sent = _Search(level=level, budget=each).lead(position, line)
    return None if sent is None else _without_circles(position, sent, level)


@dataclass(slots=True, kw_only=True)
class _Search:
    """Ways from position to position, each looked at once."""

    level: Level
    budget: Budget
    tried: set[bytes] = field(default_factory=set)

    def lead(self, position: Position, line: Sequence[Move]) -> list[Move] | None:
        """Follow a line; from where automatic play leaves it find another, or turn off before."""
        ahead = position.copy()
        sent = _walk(ahead, line, self.level)
        if ahead.status() is Status.WON:
            return sent
        rest = self._on_from(ahead)
        while rest is None and sent and len(self.tried) < MOST_TRIES:
            ahead.undo_unit()
            sent.pop()
            for move in ahead.legal_moves():
                other = ahead.copy()
                _play(other, move, self.level)
                rest = self._on_from(other)
                if rest is not None:
                    sent.append(move)
                    break
        return None if rest is None else sent + rest

    def _on_from(self, position: Position) -> list[Move] | None:
        key = position.key()
        if key in self.tried or len(self.tried) >= MOST_TRIES:
            return None
        self.tried.add(key)
        solution = solve(position, self.budget)
        if solution.verdict is Verdict.WON:
            return []
        if solution.verdict is not Verdict.WINNABLE:
            return None
        return self.lead(position, solution.line)


def _walk(ahead: Position, line: Sequence[Move], level: Level) -> list[Move]:
    """Make a line's moves, and automatic play's, to the win or to where they part; give those sent.

    Automatic play may win before the line's end.
    """
    plan = ahead.pack(line)
    sent: list[Move] = []
    while plan and ahead.status() is Status.PLAYING:
        before = len(ahead.line)
        sent.append(ahead.unpack(plan[:BYTES_A_MOVE])[0])
        _play(ahead, sent[-1], level)
        plan = follow_plan(plan, ahead.line[before:])
    return sent


def _play(position: Position, move: Move, level: Level) -> None:
    position.play(move)
    for automatic in collect(position, level):
        position.follow(automatic)


def _way(position: Position, ahead: Position, sent: Sequence[Move]) -> Way:
    return Way(sent=tuple(sent), plan=ahead.line[len(position.line) :])


def _without_circles(position: Position, sent: Sequence[Move], level: Level) -> Way:
    """Leave out moves that only lead back, unless automatic play would then do something else."""
    ahead = position.copy()
    kept: list[Move] = []
    reached = {position.truth(): 0}
    for move in sent:
        _play(ahead, move, level)
        kept.append(move)
        at = reached.setdefault(ahead.truth(), len(kept))
        if at < len(kept):
            del kept[at:]
            reached = {truth: count for truth, count in reached.items() if count <= at}
    straight = position.copy()
    for move in kept:
        if not straight.is_legal(move):
            break
        _play(straight, move, level)
    if straight.status() is Status.WON:
        return _way(position, straight, kept)
    return _way(position, ahead, sent)
