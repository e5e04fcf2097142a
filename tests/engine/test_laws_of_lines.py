"""What holds of lines of play in every variant: undo, redo, replay, resuming, the best so far."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import IllegalMove, Move, MoveKind, Position, units
from tests.engine.every import EVERY_RULES
from tests.engine.strategies import deals, law, positions, seeds
from tests.engine.walks import Manner, choose, walk_units, walked


def everything(position):
    """All that can be told apart of a position."""
    return (
        position.truth(),
        position.view(),
        position.key(),
        position.line,
        position.units,
        position.automatic,
        position.placed(),
        position.best_placed,
        position.repeats,
        position.redeals_used,
        position.swaps_used,
        position.current,
        position.exempt,
        position.took_back,
        position.status(),
        position.legal_moves(),
    )


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_undo_takes_a_move_back_entirely(rules, drawn):
    position = drawn.draw(positions(rules))
    before = everything(position)
    for move in position.legal_moves():
        position.play(move)
        assert position.line[:-2] == before[3]
        assert position.undo() == move
        assert everything(position) == before


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_undo_leads_back_over_every_position_to_the_deal(rules, drawn):
    walked_to = drawn.draw(positions(rules))
    moves = walked_to.unpack(walked_to.line)
    position = Position.start(walked_to.deal)
    past = []
    for move in moves:
        past.append(everything(position))
        position.play(move)
    for move, before in zip(reversed(moves), reversed(past), strict=True):
        assert position.undo() == move
        assert everything(position) == before
    with pytest.raises(IndexError):
        position.undo()
    with pytest.raises(IndexError):
        position.undo_unit()


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_replaying_and_resuming_are_playing(rules, drawn):
    position = drawn.draw(positions(rules))
    expected = everything(position)
    moves = position.unpack(position.line)
    assert everything(Position.replay(position.deal, moves)) == expected
    assert everything(Position.resume(position.deal, position.line)) == expected
    assert everything(position.copy()) == expected
    assert position.pack(moves) == position.line


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_a_copy_leads_its_own_life(rules, drawn):
    position = drawn.draw(positions(rules))
    expected = everything(position)
    copy = position.copy()
    for move in position.legal_moves()[:1]:
        copy.play(move)
    while copy.length:
        copy.undo()
    assert everything(position) == expected


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_a_replay_that_goes_wrong_says_where(rules, drawn):
    position = drawn.draw(positions(rules))
    moves = position.unpack(position.line)
    at = drawn.draw(st.integers(0, len(moves)))
    nowhere = Move(MoveKind.CARRY, "t24", "f24")
    with pytest.raises(IllegalMove) as refused:
        Position.replay(position.deal, [*moves[:at], nowhere, *moves[at:]])
    assert (refused.value.index, refused.value.move) == (at, nowhere)


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_units_with_their_automatic_steps_come_and_go_as_one(rules, drawn):
    deal = drawn.draw(deals(rules))
    level = drawn.draw(st.sampled_from(rules.levels))
    position = Position.start(deal)
    walk_units(position, level, seed=drawn.draw(seeds), length=drawn.draw(st.integers(0, 60)))
    expected, line = everything(position), position.line
    assert position.units + position.automatic == len(line) // 2 == position.length
    assert everything(Position.resume(deal, line)) == expected

    split = units(line)
    assert b"".join(split) == line
    own = [unit for unit in split if unit[0] & 0x80]
    assert len(own) == position.units
    assert split[len(split) - len(own) :] == own

    taken = []
    while position.units:
        packed, _ = position.undo_unit()
        taken.append(packed)
    assert taken[::-1] == own
    assert position.line == line[: len(line) - sum(map(len, own))]
    with pytest.raises(IndexError):
        position.undo_unit()
    for packed in reversed(taken):
        position.redo_unit(packed)
    assert everything(position) == expected


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_a_way_round_never_betters_the_best(rules, drawn):
    position = drawn.draw(positions(rules))
    chance = drawn.draw(st.randoms(use_true_random=False))
    best_at = {position.key(): position.best_placed}
    for _ in range(60):
        move = choose(position, Manner.RANDOM, chance)
        if move is None:
            break
        position.play(move)
        assert position.placed() <= position.best_placed <= position.to_place
        key = position.key()
        assert position.best_placed == best_at.setdefault(key, position.best_placed)


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_there_and_back_gains_nothing(rules, drawn):
    position = drawn.draw(positions(rules))
    key, best = position.key(), position.best_placed
    for move in position.legal_moves():
        if move.kind is not MoveKind.CARRY or move.count != 1:
            continue
        position.play(move)
        back = Move(MoveKind.CARRY, move.target, move.source)
        if position.is_legal(back):
            position.play(back)
            if position.key() == key:
                assert position.best_placed == best
            position.undo()
        position.undo()


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_what_belongs_nowhere_is_not_redone(rules, drawn):
    position = drawn.draw(positions(rules))
    line, truth = position.line, position.truth()
    other = walked(position.deal, Manner.RANDOM, seed=drawn.draw(seeds), length=20)
    for packed in units(other.line):
        move = position.unpack(packed)[0]
        if not position.is_legal(move):
            with pytest.raises(IllegalMove):
                position.redo_unit(packed)
            assert (position.line, position.truth()) == (line, truth)
