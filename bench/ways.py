"""Ways of playing that see no hidden card: hints, and simpler ones to compare them with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine import Deal, Move, MoveKind, Position, Rules, Status, Verdict, Why, hint, solve
from engine.guessing import all_seen
from engine.hints import follow_plan
from engine.measured import HINTS_ONLY
from engine.solver.laying import plays_out
from engine.solver.openings import prospects, settled, worth
from engine.solver.rollouts import plain_choice
from engine.solver.telling import ascends

if TYPE_CHECKING:
    from collections.abc import Callable

    Choose = Callable[[Position], Move | None]

MOST_MOVES: Final = 2_000
BY_HINTS: Final = "hints"


@dataclass(frozen=True, kw_only=True)
class Way:
    """A way of playing, by its name on the command line and in words; `wins` plays a deal by it."""

    name: str
    title: str
    wins: Callable[[Deal], bool]


def ways(rules: Rules) -> dict[str, Way]:
    """Give the ways that these rules allow, by name; the first is the most naive."""
    found = [Way(name="first", title="first card that can be placed", wins=_by(first_placing))]
    if rules.foundations is not None:
        found.append(Way(name="habits", title="habits (plain policy)", wins=_by(by_habit)))
    if rules.rank_piles is not None:
        found.append(Way(name="best-order", title="best order of suits", wins=_by(by_order)))
    if ascends(rules):
        found += [
            Way(name="laid", title="runs joined, always laid", wins=_looking(-1)),
            Way(name="no-draw", title="runs joined, no draw ahead", wins=_looking(0)),
            Way(name="one-draw", title="runs joined, one draw ahead", wins=_looking(1)),
        ]
    found.append(Way(name=BY_HINTS, title=HINTS_ONLY, wins=lambda deal: _played(deal, ByHints())))
    return {way.name: way for way in found}


def first_placing(position: Position) -> Move | None:
    """Always play the first card that can be placed, else draw; pile to pile never."""
    for move in position.legal_moves():
        up = (move.target or "").startswith("f")
        if move.kind is not MoveKind.CARRY or move.source == "w" or up:
            return move
    return None


def by_habit(position: Position) -> Move | None:
    """Follow the plain policy that hints play out with."""
    code = plain_choice(position)
    return None if code < 0 else position.compiled.move_of(code)


def by_order(position: Position) -> Move | None:
    """Place by the order of suits that wins most samples, and exactly once all was seen."""
    if all_seen(position):
        solution = solve(position)
        return solution.line[0] if solution.verdict is Verdict.WINNABLE else None
    moves = position.legal_moves()
    placing = next((move for move in moves if move.kind is MoveKind.CARRY), None)
    if placing is not None:
        places = settled(position)
        if places is None:
            placed, left = prospects(position, position.length)
            places = worth(placed, {}) >= worth(left, {})
        if places:
            return placing
    return next((move for move in moves if move.kind is not MoveKind.CARRY), None)


class ByHints:
    """Follow hints and nothing else, handing the plan back each time as a game's row does."""

    def __init__(self) -> None:
        self.plan = b""

    def __call__(self, position: Position) -> Move | None:
        """Ask for the next move."""
        given = hint(position, plan=self.plan)
        if given is None or given.move is None:
            return None
        if given.why is Why.FORCED and position.repeats:
            return None  # a card that can only go back and forth
        self.plan = follow_plan(given.plan, position.pack([given.move]))
        return given.move


def _by(choose: Choose) -> Callable[[Deal], bool]:
    return lambda deal: _played(deal, choose)


def _looking(draws: int) -> Callable[[Deal], bool]:
    return lambda deal: plays_out(Position.start(deal), draws)


def _played(deal: Deal, choose: Choose) -> bool:
    position = Position.start(deal)
    while position.length < MOST_MOVES and position.status() is Status.PLAYING:
        move = choose(position)
        if move is None:
            break
        position.apply(move)
    return position.status() is Status.WON
