"""Positions small enough to be searched to the end, in the engine and in the reference at once."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine import Deal, Position, Rules, card_text
from engine.cards import Card
from engine.layouts import Layout
from engine.rules import Goal
from tests.engine.walks import Manner, choose, won_lines
from tests.reference import Table, start
from tests.reference.dealing import numbered


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


def cut_down(rules: Rules, *, seed: int) -> Iterator[tuple[Position, Table]]:
    """Give positions with few cards left, thrown on the piles of the tableau at random.

    Only of open variants in which all cards go to foundations that are known beforehand.
    """
    chance = random.Random(f"{seed}")  # noqa: S311 - repeatable, no secret
    if rules.hides or rules.goal is not Goal.FOUNDATIONS or rules.foundations is None:
        return
    if rules.foundations.base_dealt or rules.tableau is None:
        return
    sequences = [pile.sequence() for pile in rules.foundations.piles]
    columns = len(rules.tableau.pile_sizes)
    while True:
        left = chance.randint(3, 9)
        heights = [len(sequence) for sequence in sequences]
        while left:
            place = chance.randrange(len(sequences))
            if heights[place] > 1:
                heights[place] -= 1
                left -= 1
        piles: dict[str, list[Card]] = {
            f"f{place}": list(sequence[:height])
            for place, (sequence, height) in enumerate(zip(sequences, heights, strict=True), 1)
        }
        rest = [code for seq, n in zip(sequences, heights, strict=True) for code in seq[n:]]
        chance.shuffle(rest)
        used = chance.randint(1, min(3, columns))
        for code in rest:
            piles.setdefault(f"t{chance.randint(1, used)}", []).append(code)
        cap = rules.tableau.cap
        if cap is None or all(len(held) <= cap for name, held in piles.items() if name[0] == "t"):
            yield _laid(rules, piles)


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


def _laid(rules: Rules, piles: dict[str, list[Card]]) -> tuple[Position, Table]:
    layout = Layout(piles={name: tuple(held) for name, held in piles.items()})
    options = dict(rules.options)
    table = start(rules.variant, numbered(rules.variant, 1, options), options)
    for name in table.cards:
        table.cards[name] = [card_text(code) for code in piles.get(name, ())]
    return Position.start(Deal(rules=rules, layout=layout)), table
