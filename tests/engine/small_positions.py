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


def middle_positions(rules: Rules, *, seed: int) -> Iterator[Position]:
    """Give positions from the middle of games, too large to be searched but by a solver."""
    chance = random.Random(f"{seed}")  # noqa: S311 - repeatable, no secret
    while True:
        position = Position.start(Deal.numbered(rules, str(chance.randint(1, 10_000))))
        manner = chance.choice(list(Manner)[:2])
        _play(position, chance, manner=manner, length=chance.randint(5, 40))
        yield position


def cut_down(rules: Rules, *, seed: int) -> Iterator[tuple[Position, Table]]:
    """Give positions with few cards left, thrown on the piles at random.

    Half of them lie in few columns, half are crowded: cells are full and no column is empty, so
    that every place counts. Only of open variants in which all cards go to foundations that are
    known beforehand.
    """
    chance = random.Random(f"{seed}")  # noqa: S311 - repeatable, no secret
    if rules.hides or rules.goal is not Goal.FOUNDATIONS or rules.foundations is None:
        return
    if rules.foundations.base_dealt or rules.tableau is None:
        return
    columns = [f"t{place}" for place in range(1, len(rules.tableau.pile_sizes) + 1)]
    cells = [f"c{place}" for place in range(1, (rules.cells.count if rules.cells else 0) + 1)]
    while True:
        crowded = chance.random() < 0.5
        most = len(columns) + len(cells) + 6 if crowded else 9
        piles, rest = _begun(rules, chance, left=chance.randint(most // 2, most))
        places = list(columns[: chance.randint(1, 3)])
        if crowded:
            places = columns[:]
            first = chance.sample(cells, chance.randint(0, len(cells))) + columns
            piles |= {place: [rest.pop()] for place in first if rest}
        for code in rest:
            piles.setdefault(chance.choice(places), []).append(code)
        cap = rules.tableau.cap
        if cap is None or all(len(piles.get(column, ())) <= cap for column in columns):
            yield _laid(rules, piles)


def _begun(
    rules: Rules, chance: random.Random, *, left: int
) -> tuple[dict[str, list[Card]], list[Card]]:
    """Fill the foundations at random but for some cards; give them and the cards, shuffled."""
    sequences = [pile.sequence() for pile in rules.foundations.piles] if rules.foundations else []
    heights = [len(sequence) for sequence in sequences]
    while left:
        place = chance.randrange(len(sequences))
        if heights[place] > 1:
            heights[place] -= 1
            left -= 1
    begun = list(zip(sequences, heights, strict=True))
    rest = [code for sequence, height in begun for code in sequence[height:]]
    chance.shuffle(rest)
    return {
        f"f{place}": list(sequence[:height]) for place, (sequence, height) in enumerate(begun, 1)
    }, rest


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
