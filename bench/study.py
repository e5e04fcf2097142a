"""What hints are worth where cards are hidden: `make study VARIANT=klondike ARGS="--deals 2000"`.

Plays numbered deals to the end by several ways of playing, none of which sees a hidden card, and
solves the same deals with every card known. Prints for each the share won with its 95 % interval
(Wilson). The deals are public numbers, so the figures can be had again.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from tqdm import tqdm

from engine import (
    Budget,
    Deal,
    Move,
    MoveKind,
    Position,
    Rules,
    Status,
    Verdict,
    follow_plan,
    hint,
    solve,
    variant,
)
from engine.measured import wilson
from engine.solver.rollouts import plain_choice

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MOST_MOVES = 2_000
KNOWN = Budget(states=2_000_000, memory=128 << 20)


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


class ByHints:
    """Follow hints and nothing else, handing the plan back each time as a game's row does."""

    def __init__(self) -> None:
        self.plan = b""

    def __call__(self, position: Position) -> Move | None:
        """Ask for the next move."""
        given = hint(position, plan=self.plan)
        if given is None or given.move is None:
            return None
        self.plan = follow_plan(given.plan, position.pack([given.move]))
        return given.move


def wins(deal: Deal, way: Callable[[], Callable[[Position], Move | None]]) -> bool:
    """Play a deal to the end."""
    choose = way()
    position = Position.start(deal)
    while position.length < MOST_MOVES and position.status() is Status.PLAYING:
        move = choose(position)
        if move is None:
            break
        position.play(move)
    return position.status() is Status.WON


def ways(rules: Rules) -> dict[str, Callable[[], Callable[[Position], Move | None]]]:
    """Name the ways of playing that these rules allow."""
    found: dict[str, Callable[[], Callable[[Position], Move | None]]] = {
        "first card that can be placed": lambda: first_placing,
        "hints only": ByHints,
    }
    if rules.foundations is not None:
        found["habits (plain policy)"] = lambda: by_habit
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; give the exit status."""
    parser = argparse.ArgumentParser(prog="make study", description=__doc__)
    parser.add_argument("variant")
    parser.add_argument("--deals", type=int, default=2_000)
    parser.add_argument("--first", type=int, default=1, help="the first deal's number")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--known", action="store_true", help="solve the deals too, cards known")
    asked = parser.parse_args(arguments)
    rules = variant(asked.variant).with_options(dict(o.split("=", 1) for o in asked.option))
    numbers = range(asked.first, asked.first + asked.deals)
    deals = [Deal.numbered(rules, str(number)) for number in numbers]
    print(f"{asked.variant} {dict(rules.options)}: deals {numbers[0]} to {numbers[-1]}")
    print("| way of playing | won | of | share | 95 % interval |")
    print("| --- | ---: | ---: | ---: | --- |")
    for name, way in ways(rules).items():
        won = sum(wins(deal, way) for deal in tqdm(deals, desc=name, leave=False))
        _print_row(name, won, len(deals))
    if asked.known:
        verdicts = [
            solve(Position.start(deal), KNOWN).verdict
            for deal in tqdm(deals, desc="cards known", leave=False)
        ]
        _print_row("winnable, cards known", verdicts.count(Verdict.WINNABLE), len(deals))
        _print_row("undecided, cards known", verdicts.count(Verdict.UNKNOWN), len(deals))
    return 0


def _print_row(name: str, won: int, of: int) -> None:
    low, high = wilson(won, of)
    print(f"| {name} | {won} | {of} | {won / of:.2%} | {low:.2%} to {high:.2%} |")


if __name__ == "__main__":
    sys.exit(main())
