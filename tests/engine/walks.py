"""Positions to test in: ways of playing that reach every part of a game.

A walk is told by whole numbers alone, so that a failing one can be shrunk and repeated.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from enum import StrEnum
from functools import cache

from engine import (
    Budget,
    Card,
    Deal,
    Level,
    Move,
    MoveKind,
    Position,
    Rules,
    Verdict,
    card,
    collect,
    solve,
)

SOLVED_DEALS = 8
SOLVING = Budget(states=20_000)
FOREIGN = ("t24", "f24", "c24")  # piles that no variant has


class Manner(StrEnum):
    """How a walk chooses."""

    RANDOM = "random"  # any legal move
    EAGER = "eager"  # mostly up or off the waste, and rather a card than the stock
    LATE = "late"  # along a win, then at random


def walked(deal: Deal, manner: Manner, *, seed: int, length: int) -> Position:
    """Play up to `length` moves; in a late walk a win's beginning, cut at random, comes first."""
    chance = random.Random(seed)  # noqa: S311 - repeatable, no secret
    position = Position.start(deal)
    wins = won_lines(deal.rules) if manner is Manner.LATE else ()
    if wins:
        won, line = chance.choice(wins)
        position = Position.replay(won, line[: chance.randint(0, len(line))])
        length = min(length, 8)
    for _ in range(length):
        move = choose(position, manner, chance)
        if move is None:
            break
        position.play(move)
    return position


def choose(position: Position, manner: Manner, chance: random.Random) -> Move | None:
    """Choose a legal move; None where there is none."""
    moves = position.legal_moves()
    if manner is Manner.EAGER and chance.random() < 0.9:
        up = [move for move in moves if goes_up(move) or move.source == "w"]
        carries = [move for move in moves if move.kind is MoveKind.CARRY and not comes_back(move)]
        moves = up or (carries if chance.random() < 0.6 else []) or moves
    return chance.choice(moves) if moves else None


def goes_up(move: Move) -> bool:
    """Tell whether a move takes a card to a foundation."""
    return (move.target or "").startswith("f")


def comes_back(move: Move) -> bool:
    """Tell whether a move takes a card from a foundation."""
    return (move.source or "").startswith("f")


def play_unit(position: Position, move: Move, level: Level) -> None:
    """Play a move and what automatic play adds to it."""
    position.play(move)
    for following in collect(position, level):
        position.follow(following)


def deal_acts(position: Position, level: Level) -> None:
    """Do what automatic play does on a dealt position, before the first move."""
    if level in (Level.SAFE, Level.ALL):
        for move in collect(position, level):
            position.follow(move)


def walk_units(position: Position, level: Level, *, seed: int, length: int) -> None:
    """Play up to `length` units at random, automatic play first where the level acts on deals."""
    chance = random.Random(seed)  # noqa: S311 - repeatable, no secret
    deal_acts(position, level)
    for _ in range(length):
        chosen = choose(position, Manner.RANDOM, chance)
        if chosen is None:
            return
        play_unit(position, chosen, level)


@cache
def won_lines(rules: Rules) -> tuple[tuple[Deal, tuple[Move, ...]], ...]:
    """Solve the first deals; give those with a win, and the wins."""
    found = []
    for number in range(1, SOLVED_DEALS + 1):
        deal = Deal.numbered(rules, str(number))
        solution = solve(Position.start(deal), SOLVING)
        if solution.verdict is Verdict.WINNABLE:
            found.append((deal, solution.line))
    return tuple(found)


def every_move(position: Position) -> Iterator[Move]:
    """Give every move that can be written of the variant's piles, and some of other piles."""
    piles = [pile for pile in position.view().piles if pile.id != "s"]
    targets = [pile.id for pile in piles if pile.id != "w"]
    for pile in piles:
        for count in (*range(1, min(len(pile.cards) + 2, 18)), 99):
            for target in targets:
                yield Move(MoveKind.CARRY, pile.id, target, count)
        if pile.id.startswith("t"):
            for place in range(1, min(len(pile.cards) + 2, 10)):
                yield Move(MoveKind.SWAP, pile.id, place=place)
    yield from map(Move, (MoveKind.DRAW, MoveKind.REDEAL, MoveKind.TURN))
    yield from (Move(MoveKind.CARRY, foreign, targets[0]) for foreign in FOREIGN)
    yield from (Move(MoveKind.CARRY, piles[0].id, foreign) for foreign in FOREIGN)
    yield Move(MoveKind.SWAP, FOREIGN[0], place=1)


def twin(position: Position, *, seed: int) -> Position:
    """Give a position whose unseen cards lie in another order, reached by the same line.

    Unseen are the cards that no view along the line showed: of one pack those are known by their
    faces; of two packs, whose cards are hidden in the stock alone and never put back, those that
    are left in it.
    """
    order = list(position.deal.order or ())
    rules = position.deal.rules
    if rules.packs == 1:
        seen = seen_cards(position)
        places = [place for place, code in enumerate(order) if code not in seen]
    else:
        places = list(range(len(order) - len(position.cards("s")), len(order)))
    moved = places[:]
    random.Random(seed).shuffle(moved)  # noqa: S311 - repeatable, no secret
    changed = order[:]
    for place, other in zip(places, moved, strict=True):
        changed[place] = order[other]
    return Position.resume(Deal.of_order(rules, changed), position.line)


def seen_cards(position: Position) -> frozenset[Card]:
    """Collect the cards that any view along the line showed."""
    past = position.copy()
    seen: set[str] = set()
    while True:
        seen |= {text for pile in past.view().piles for text in pile.cards}
        if past.length == 0:
            return frozenset(card(text) for text in seen - {"??"})
        past.undo()


def circles(position: Position) -> Iterator[tuple[Move, Move]]:
    """Give two moves at a time that lead back to where they begin."""
    for move in position.legal_moves():
        there = position.copy()
        there.play(move)
        for other in there.legal_moves():
            back = there.copy()
            back.play(other)
            if back.truth() == position.truth():
                yield move, other
