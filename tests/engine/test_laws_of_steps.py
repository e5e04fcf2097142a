"""Steps are enough: a client that is told them shows what the server sees."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Position, collect
from tests.engine.client import Client
from tests.engine.every import EVERY_RULES, UNDOING_RULES
from tests.engine.strategies import deals, law, positions, seeds
from tests.engine.walks import walk_units


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_steps_lead_a_client_from_the_deal_to_the_board(rules, drawn):
    played = drawn.draw(positions(rules))
    position = Position.start(played.deal)
    client = Client(position.view())
    for move in played.unpack(played.line):
        client.see(position.play(move))
        assert client.shows(position.view())


@law
@pytest.mark.parametrize("rules", UNDOING_RULES)
@given(drawn=st.data())
def test_steps_lead_a_client_back_and_forth_again(rules, drawn):
    position = Position.start(drawn.draw(deals(rules)))
    level = drawn.draw(st.sampled_from(rules.levels))
    walk_units(position, level, seed=drawn.draw(seeds), length=drawn.draw(st.integers(0, 80)))
    client = Client(position.view())
    taken = []
    while position.units:
        packed, steps = position.undo_unit()
        client.see(steps)
        assert client.shows(position.view())
        taken.append(packed)
    for packed in reversed(taken):
        client.see(position.redo_unit(packed))
        assert client.shows(position.view())


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_automatic_steps_are_shown_too(rules, drawn):
    position = drawn.draw(positions(rules))
    client = Client(position.view())
    for move in collect(position, drawn.draw(st.sampled_from(rules.levels))):
        client.see(position.follow(move))
        assert client.shows(position.view())
