"""Make a winning line shorter: what it does without, it is better without."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.views import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.moves import Move
    from engine.position import Position

MOST_REPLAYED: Final = 40_000
"""Moves replayed before what is found so far must do: lines of hundreds of moves have thousands
of tries, and somebody waits for the answer."""


def shorten(position: Position, line: Sequence[Move]) -> list[Move]:
    """Give a line that still wins from `position` and is not longer.

    First ways round to a position where the line already was are cut out; then each move to
    somewhere else than a foundation is left out if the rest, less what has become illegal, still
    wins; until nothing can be left out, or `MOST_REPLAYED` is reached.
    """
    best = _without_circles(position, line)
    left_out = True
    replayed = 0
    while left_out:
        left_out = False
        at = 0
        while at < len(best) and replayed < MOST_REPLAYED:
            if not (best[at].target or "").startswith("f"):
                replayed += len(best)
                shorter = _played(position, best[:at], best[at + 1 :])
                if shorter is not None and len(shorter) < len(best):
                    best, left_out = shorter, True
                    continue
            at += 1
    return best


def _without_circles(position: Position, line: Sequence[Move]) -> list[Move]:
    copy = position.copy()
    seen = {copy.truth(): 0}
    kept: list[Move] = []
    for move in line:
        copy.apply(move)
        kept.append(move)
        key = copy.truth()
        if key in seen:
            del kept[seen[key] :]
            seen = {k: at for k, at in seen.items() if at <= len(kept)}
        seen[key] = len(kept)
    return kept


def _played(position: Position, first: Sequence[Move], rest: Sequence[Move]) -> list[Move] | None:
    """Play `first`, then of `rest` what is legal; give what was played, None if it does not win."""
    start = position.length
    played = list(first)
    for move in first:
        position.apply(move)
    for move in rest:
        if position.is_legal(move):
            position.apply(move)
            played.append(move)
    won = position.status() is Status.WON
    while position.length > start:
        position.undo()
    return played if won else None
