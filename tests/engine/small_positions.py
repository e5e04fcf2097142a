"""Positions of whole games: late ones, in engine and reference at once, and middle ones."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine import Deal, Position, Rules, card_text
from tests.engine.walks import Manner, choose, won_lines
from tests.reference import Table, start


def late_positions(rules: Rules, *, seed: int) -> Iterator[tuple[Position, Table]]:
    """Give ends of games: a few moves before a win, before being stuck, and gone astray."""
    chance = random.Random(f"{seed}")  # noqa: S311 - repeatable, no secret
    while True:
        wins = won_lines(rules)
        if wins and chance.random() < 0.5:
            deal, line = chance.choice(wins)
            position = Position.replay(deal, line[: len(line) - chance.randint(2, 14)])
            astray = chance.randint(0, 4)
        else:
            deal = Deal.numbered(rules, str(chance.randint(1, 10_000)))
            position = Position.start(deal)
            _play(position, chance, manner=chance.choice(list(Manner)[:2]), length=300)
            for _ in range(min(position.length, chance.randint(0, 9))):
                position.undo()
            astray = chance.randint(0, 2)
        _play(position, chance, manner=Manner.RANDOM, length=astray)
        yield position, _beside(position)


def middle_positions(rules: Rules, *, seed: int) -> Iterator[Position]:
    """Give positions from the middle of games, too large to be searched but by a solver."""
    chance = random.Random(f"{seed}")  # noqa: S311 - repeatable, no secret
    while True:
        position = Position.start(Deal.numbered(rules, str(chance.randint(1, 10_000))))
        manner = chance.choice(list(Manner)[:2])
        _play(position, chance, manner=manner, length=chance.randint(5, 40))
        yield position


def _play(position: Position, chance: random.Random, *, manner: Manner, length: int) -> None:
    for _ in range(length):
        move = choose(position, manner, chance)
        if move is None:
            return
        position.play(move)


def _beside(position: Position) -> Table:
    """Play the same line in the reference."""
    deal = position.deal
    rules = deal.rules
    table = start(rules.variant, [card_text(c) for c in deal.order or ()], dict(rules.options))
    for move in position.unpack(position.line):
        table.act(str(move))
    return table
