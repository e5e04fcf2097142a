"""From the stored bytes of a long game to the finished answer: `make bench ARGS=engine`.

What every request on a game costs in the engine: lay the deal out, make 200 moves again, list the
legal moves and show the piles, as plain dictionaries. Measured for each variant, with the parts
apart, beside two baselines of the same run: Python's `json.dumps` of the very answer, and the
slow reference of the tests making the same moves.

Games are taken in turn from more deals than the engine remembers the layouts of, so no game finds
its layout ready.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter_ns
from typing import Any

from engine import Card, Deal, Position, Rules, card_text, catalogue
from tests.reference import start

MOVES = 200
GAMES = 1_100  # more than the layouts remembered
ROUNDS = 3
GOAL_US = 150


@dataclass(frozen=True, kw_only=True)
class Stored:
    """A game as a service keeps it: rules, the order of the cards, the packed line."""

    rules: Rules
    order: bytes
    line: bytes


def main() -> int:
    """Measure every variant and print a table."""
    heading = f"{'variant':22} {'moves':>5} {'answer µs':>10} {'min':>6} {'deal':>6} {'line':>6}"
    print(f"{heading} {'legal':>6} {'piles':>6} {'x json':>7} {'x reference':>12}")
    for variant in catalogue():
        games = list(_games(variant.with_options()))
        if not games:
            print(f"{variant.id:22} no game is that long")
            continue
        print(_row(variant.id, games))
    print(
        f"Medians in µs over {GAMES} games, {ROUNDS} rounds; min: the quickest single answer.\n"
        "x json: times Python's json.dumps of the answer; x reference: how many times quicker\n"
        f"than the tests' reference makes the moves. Goal: about {GOAL_US} µs for {MOVES} moves."
    )
    return 0


def answer(game: Stored) -> dict[str, Any]:
    """Do all of it once."""
    position = _resumed(game)
    return {"legal_moves": position.legal_entries(), "piles": _piles(position)}


def _row(name: str, games: Sequence[Stored]) -> str:
    answers = [answer(game) for game in games]
    positions = [_resumed(game) for game in games]
    whole = _times(answer, games)
    dealt = _times(lambda game: Position.start(_deal(game)), games)
    resumed = _times(_resumed, games)
    entries = _times(Position.legal_entries, positions)
    piles = _times(_piles, positions)
    dumped = _times(json.dumps, answers)
    reference = _times(_by_the_reference, games[:10], rounds=1)
    moves = median(len(game.line) // 2 for game in games)
    figures = (median(whole), min(whole), median(dealt), median(resumed) - median(dealt))
    parts = (median(entries), median(piles))
    return (
        f"{name:22} {moves:5.0f} {figures[0]:10.1f} {figures[1]:6.1f} {figures[2]:6.1f}"
        f" {figures[3]:6.1f} {parts[0]:6.1f} {parts[1]:6.1f} {median(whole) / median(dumped):7.2f}"
        f" {median(reference) / median(resumed):12.0f}"
    )


def _times(
    call: Callable[[Any], object], given: Sequence[Any], rounds: int = ROUNDS
) -> list[float]:
    """Give microseconds a call, for each value and round."""
    times = []
    for _ in range(rounds):
        for each in given:
            began = perf_counter_ns()
            call(each)
            times.append((perf_counter_ns() - began) / 1000)
    return times


def _deal(game: Stored) -> Deal:
    return Deal(rules=game.rules, order=tuple(map(Card, game.order)))


def _resumed(game: Stored) -> Position:
    return Position.resume(_deal(game), game.line)


def _piles(position: Position) -> list[dict[str, Any]]:
    return [
        {"id": pile.id, "kind": pile.kind, "cards": list(pile.cards), "target": pile.target}
        for pile in position.view().piles
    ]


def _by_the_reference(game: Stored) -> None:
    deal = _deal(game)
    order = [card_text(code) for code in deal.order or ()]
    table = start(game.rules.variant, order, dict(game.rules.options))
    for move in Position.start(deal).unpack(game.line):
        table.play(str(move))


def _games(rules: Rules) -> Iterator[Stored]:
    """Make games of 200 moves, or of as many as the variant has, at random but always the same."""
    longest = max(_walked(rules, str(number)).length for number in range(1, 21))
    number = found = 0
    while found < GAMES and number < 20 * GAMES:
        number += 1
        position = _walked(rules, str(number))
        if position.length >= min(MOVES, longest * 3 // 4):
            found += 1
            yield Stored(rules=rules, order=bytes(position.deal.order or ()), line=position.line)


def _walked(rules: Rules, number: str) -> Position:
    chance = random.Random(number)  # noqa: S311 - repeatable, no secret
    position = Position.start(Deal.numbered(rules, number))
    while position.length < MOVES and (moves := position.legal_moves()):
        position.apply(chance.choice(moves))
    return position


if __name__ == "__main__":
    sys.exit(main())
