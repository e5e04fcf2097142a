"""The next move, honest about hidden cards.

Open variants: the next move of a winning line, which is handed back and kept with the game (the
*plan*), so that the way to the win only gets shorter, whoever answers the next request. From a
proven loss: how many units to take back. Where cards are hidden: a function of the rules and of
what has been turned up (`engine.guessing`), never of what has not; once all was seen, as open.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from engine.guessing import all_seen, guess
from engine.lines import codes
from engine.solver import Budget, Verdict, solve
from engine.views import Status

if TYPE_CHECKING:
    from engine.moves import Move
    from engine.position import Position

_DEFAULT = Budget()
STATES_BACK: Final = 60_000  # for each position asked about on the way back


class Why(StrEnum):
    """Why a hint is given; the values are part of the API."""

    WINS = "wins"  # the next move of a line that wins
    SAFE = "safe"  # proved not to spoil a win, though none is in hand
    FORCED = "forced"  # the only legal move
    BEST_GUESS = "best_guess"
    GO_BACK = "go_back"  # take units back; no move helps


@dataclass(frozen=True, kw_only=True)
class Hint:
    """What to do next, and why.

    `line` is the whole way to the win where one is known, `moves_to_win` its length, and `plan`
    the same packed, to be handed back with the next question. `undos` is how many units to take
    back, to the last position proved winnable.
    """

    why: Why
    verdict: Verdict
    move: Move | None = None
    moves_to_win: int | None = None
    undos: int | None = None
    line: tuple[Move, ...] = ()
    plan: bytes = b""


def hint(
    position: Position, budget: Budget = _DEFAULT, *, plan: bytes = b"", proof: bytes = b""
) -> Hint | None:
    """Give the next move, or None where nothing can be said or the game has ended.

    `plan` is the rest of an earlier hint's plan that starts at this position, `proof` a line that
    wins from the cards as dealt, to go back to; one that does not win is ignored.
    """
    if position.status() is not Status.PLAYING:
        return None
    if _keeps_secrets(position):
        return _hidden(position)
    known = hint_of_plan(position, plan)
    if known is not None:
        return known
    solution = solve(position, budget)
    if solution.verdict is Verdict.LOST:
        return _go_back(position, budget, proof)
    if solution.verdict is not Verdict.WINNABLE:
        return _unproved(position, budget, proof)
    return _winning(position, solution.line)


def hint_of_plan(position: Position, plan: bytes) -> Hint | None:
    """Give the next move of a plan that wins from here, without a search; None where none does.

    None as well where the player may not know the plan: it was made when more cards had been turned
    up, which were taken back since.
    """
    if _keeps_secrets(position):
        return None
    line = _planned(position, plan)
    return None if line is None else _winning(position, line)


def follow_plan(plan: bytes, played: bytes) -> bytes:
    """Give what is left of a plan after `played`, or nothing where play left it.

    Both are packed lines; whether a move starts a unit does not matter.
    """
    ours, theirs = codes(plan), codes(played)
    if ours[: len(theirs)] != theirs:
        return b""
    return plan[len(played) :]


def undos_to_winnable(
    position: Position, budget: Budget = _DEFAULT, *, plan: bytes = b"", proof: bytes = b""
) -> int | None:
    """Give how many units to take back to the last position proved winnable, None if none is.

    It is 0 where the position itself is proved to be, by `plan` or by a search; `proof` is a line
    that wins from the cards as dealt. Where cards are hidden this would tell of them: never to be
    shown before the deal closes.
    """
    if _planned(position, plan) is not None:
        return 0
    if solve(position, budget).verdict in (Verdict.WON, Verdict.WINNABLE):
        return 0
    return _last_winnable(position, budget, proof)


def _keeps_secrets(position: Position) -> bool:
    return position.deal.rules.hides and not all_seen(position)


def _winning(position: Position, line: tuple[Move, ...]) -> Hint:
    return Hint(
        why=Why.WINS,
        verdict=Verdict.WINNABLE,
        move=line[0],
        moves_to_win=len(line),
        line=line,
        plan=position.pack(line),
    )


def _planned(position: Position, plan: bytes) -> tuple[Move, ...] | None:
    """Read a plan that wins; moves taken back may have gone to and fro, which it does without."""
    if not plan or not position.wins_by(codes(plan)):
        return None
    return tuple(position.compiled.moves_of(position.without_circles(codes(plan))))


def _go_back(position: Position, budget: Budget, proof: bytes) -> Hint:
    undos = _last_winnable(position, budget, proof)
    return Hint(why=Why.GO_BACK, verdict=Verdict.LOST, undos=undos)


def _last_winnable(position: Position, budget: Budget, proof: bytes) -> int | None:
    """Find the last unit boundary proved winnable; along a line winnability only ever falls."""
    effort = replace(budget, states=min(budget.states, STATES_BACK), tries=0)
    copy = position.copy()
    undone = [copy.undo_unit()[0] for _ in range(copy.units)]
    found = _back_to(position, proof)
    winnable, lost = len(undone) if found is None else found, 0  # units taken back
    while winnable - lost > 1 or found is None:
        middle = (winnable + lost) // 2 if winnable - lost > 1 else winnable
        while copy.units > len(undone) - middle:
            copy.undo_unit()
        while copy.units < len(undone) - middle:
            copy.redo_unit(undone[len(undone) - 1 - copy.units])
        if solve(copy, effort).verdict is Verdict.WINNABLE:
            winnable = found = middle
        elif middle == len(undone):
            return None
        else:
            lost = middle
    return found


def _back_to(position: Position, proof: bytes) -> int | None:
    """Count the units to take back to where play left a line that wins; None if it does not."""
    pairs = zip(codes(proof), codes(position.line), strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    copy, left = position.copy(), len(codes(position.line))
    while left > shared and copy.units:
        left -= len(codes(copy.undo_unit()[0]))
    if left > shared or _planned(copy, follow_plan(proof, copy.line)) is None:
        return None
    return position.units - copy.units


def _unproved(position: Position, budget: Budget, proof: bytes) -> Hint | None:
    """Name a move where nothing is proved; where none looks good, the way back if one is known."""
    for move in position.legal_moves():
        goes_up = (move.target or "").startswith("f")
        if goes_up and position.is_safe(position.cards(move.source or "")[-1]):
            return Hint(why=Why.SAFE, verdict=Verdict.UNKNOWN, move=move)
    found = _guessed(position)
    undos = _last_winnable(position, budget, proof) if found is None else None
    if undos is None:
        return found
    return Hint(why=Why.GO_BACK, verdict=Verdict.UNKNOWN, undos=undos)


def _hidden(position: Position) -> Hint | None:
    if position.stuck():
        return Hint(why=Why.GO_BACK, verdict=Verdict.LOST)
    return _guessed(position)


def _guessed(position: Position) -> Hint | None:
    move = guess(position)
    if move is None:
        return None
    forced = len(position.legal_moves()) == 1
    return Hint(why=Why.FORCED if forced else Why.BEST_GUESS, verdict=Verdict.UNKNOWN, move=move)
