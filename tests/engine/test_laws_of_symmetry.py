"""Interchangeable piles: what the rules data calls so may change places, and nothing else may."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Move, Position
from engine.rules import UNLIMITED
from tests.engine.every import EVERY_RULES
from tests.engine.rearranging import interchangeable, rearranged, shuffled_places
from tests.engine.strategies import law, positions, seeds
from tests.engine.walks import Manner, choose


def canonical(position: Position) -> object:
    """What a key stands for, told apart from it: piles, and sets of piles that may be mixed."""
    mixed = interchangeable(position.deal.rules)
    held = {pile.id: (pile.cards, position.face_down(pile.id)) for pile in position.truth().piles}
    sets = [sorted(held.pop(pile) for pile in piles) for piles in mixed]
    stock = position.deal.rules.stock
    counted = stock is not None and stock.redeals != UNLIMITED
    redeals = position.redeals_used if counted else 0
    return sets, held, redeals, position.current, position.swaps_used


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_interchangeable_piles_make_no_difference(rules, drawn):
    position = drawn.draw(positions(rules))
    places = shuffled_places(rules, seed=drawn.draw(seeds))
    other = rearranged(position, places)

    def moved(move: Move) -> Move:
        source, target = (places.get(str(pile), pile) for pile in (move.source, move.target))
        return Move(move.kind, source, target, move.count, move.place)

    assert other.key() == position.key()
    assert set(other.legal_moves()) == {moved(move) for move in position.legal_moves()}
    assert other.status() == position.status()
    for move in position.legal_moves():
        position.play(move)
        other.play(moved(move))
        assert other.key() == position.key()
        position.undo()
        other.undo()


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_keys_are_equal_for_positions_alike_and_for_no_others(rules, drawn):
    position = drawn.draw(positions(rules))
    chance = random.Random(drawn.draw(seeds))  # noqa: S311 - repeatable, no secret
    told: dict[bytes, object] = {}
    for _ in range(30):
        assert told.setdefault(position.key(), canonical(position)) == canonical(position)
        move = choose(position, Manner.RANDOM, chance)
        if move is None:
            break
        position.play(move)
    assert len({repr(each) for each in told.values()}) == len(told)


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_a_position_starts_again_from_its_layout(rules, drawn):
    position = drawn.draw(positions(rules))
    again = rearranged(position, {})
    assert again.truth() == position.truth()
    assert again.view() == position.view()
    assert again.key() == position.key()
    assert again.legal_moves() == position.legal_moves()
    assert again.to_place + position.placed() == position.to_place
    assert again.placed() == again.best_placed == 0


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_repeats_counts_positions_alike_along_the_line(rules, drawn):
    position = drawn.draw(positions(rules))
    key, repeats = position.key(), position.repeats
    past = position.copy()
    before = 0
    while past.length:
        past.undo()
        before += past.key() == key
    assert repeats == before
