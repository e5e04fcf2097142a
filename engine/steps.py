"""The visible effects of a move, for a client to animate, forwards and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import CARD_TEXTS, FACE_DOWN, rank_of
from engine.moves import Move, MoveKind, Step, StepKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards import Card
    from engine.position import Position


def steps_of(position: Position, move: Move) -> tuple[Step, ...]:
    """Give the steps of a legal move that is about to be made."""
    if move.kind is MoveKind.CARRY:
        return _carry(position, move)
    if move.kind is MoveKind.DRAW:
        stock = position.deal.rules.stock
        drawn = position.cards("s")[: -(stock.draw if stock else 1) - 1 : -1]
        return (Step(StepKind.CARRY, "s", "w", _texts(drawn)),)
    if move.kind is MoveKind.REDEAL:
        if position.deal.rules.tableau_redeal is not None:
            return _gather(position, move)
        return (Step(StepKind.TURN_OVER, "w", "s", (FACE_DOWN,) * len(position.cards("w"))),)
    current = position.current or ""
    if move.kind is MoveKind.TURN:
        card = position.cards(current)[-1]
        return (
            Step(StepKind.FLIP, current, current, _texts([card])),
            Step(StepKind.SLIDE, current, f"t{rank_of(card)}", _texts([card])),
        )
    source = move.source or ""
    king, card = position.cards(current)[0], position.cards(source)[-move.place]
    return (
        Step(StepKind.EXCHANGE, current, source, _texts([king, card])),
        Step(StepKind.SLIDE, source, f"t{rank_of(card)}", _texts([card])),
    )


def backwards(position: Position, steps: Iterable[Step]) -> tuple[Step, ...]:
    """Give the steps that show a move being taken back; `position` is the one before the move."""
    return tuple(_back(position, step) for step in reversed(tuple(steps)))


def _back(position: Position, step: Step) -> Step:
    if step.kind is StepKind.FLIP:
        return Step(StepKind.FLIP, step.target, step.source, (FACE_DOWN,) * len(step.cards))
    if step.kind is StepKind.TURN_OVER:
        return Step(StepKind.TURN_OVER, step.target, step.source, _texts(position.cards("w")))
    if step.kind is StepKind.GATHER:
        return Step(StepKind.GATHER, step.source, step.target, _texts(position.cards(step.source)))
    hidden = step.source == "s"
    cards = (FACE_DOWN,) * len(step.cards) if hidden else step.cards
    return Step(step.kind, step.target, step.source, cards)


def _carry(position: Position, move: Move) -> tuple[Step, ...]:
    source, target = move.source or "", move.target or ""
    held = position.cards(source)
    carried = Step(StepKind.CARRY, source, target, _texts(held[-move.count :]))
    left = len(held) - move.count
    if left and left == position.face_down(source):
        return carried, Step(StepKind.FLIP, source, source, _texts([held[left - 1]]))
    return (carried,)


def _gather(position: Position, move: Move) -> tuple[Step, ...]:
    after = position.copy()
    after.apply(move)
    piles = [pile.id for pile in position.view().piles if pile.kind == "tableau"]
    return tuple(Step(StepKind.GATHER, pile, pile, _texts(after.cards(pile))) for pile in piles)


def _texts(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(CARD_TEXTS[card] for card in cards)
