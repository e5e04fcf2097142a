"""What holds of moves in every variant: the list, what play accepts, and the cards on the table."""

import re
from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import BadNotation, IllegalMove, Move, MoveKind, Position, Status
from engine.cards import CARD_TEXTS
from engine.deals import Deal, shuffled_cards
from engine.moves import PATTERN
from engine.refusals import Reason
from tests.engine.every import EVERY_RULES
from tests.engine.strategies import law, positions
from tests.engine.walks import every_move


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_legal_moves_are_listed_once_in_a_fixed_order(rules, drawn):
    position = drawn.draw(positions(rules))
    moves = position.legal_moves()
    assert len(set(moves)) == len(moves)
    assert position.legal_moves() == moves
    assert position.copy().legal_moves() == moves
    assert [entry["move"] for entry in position.legal_entries()] == [str(move) for move in moves]


@settings(law, max_examples=6)
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_play_accepts_what_is_listed_and_refuses_all_else_with_a_reason(rules, drawn):
    position = drawn.draw(positions(rules))
    line, truth = position.line, position.truth()
    legal = set(position.legal_moves())
    tried = set()
    for move in every_move(position):
        tried.add(move)
        assert position.is_legal(move) == (move in legal), move
        if move in legal:
            continue
        with pytest.raises(IllegalMove) as refused:
            position.play(move)
        reason = Reason(refused.value.reason)
        assert reason is not Reason.GAME_ENDED or position.status() is Status.WON, move
        assert refused.value.move == move
    assert legal <= tried
    assert (position.line, position.truth()) == (line, truth)
    for move in legal:
        position.play(move)
        position.undo()
    assert position.truth() == truth


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_no_card_is_lost_or_doubled(rules, drawn):
    position = drawn.draw(positions(rules))
    expected = Counter(CARD_TEXTS[code] for code in shuffled_cards(rules))
    expected.update(CARD_TEXTS[code] for code in rules.laid_out())
    assert sum(expected.values()) == 52 * rules.packs
    past = Position.start(position.deal)
    for move in position.unpack(position.line):
        past.play(move)
        assert Counter(card for pile in past.truth().piles for card in pile.cards) == expected
    assert past.truth() == position.truth()


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_a_move_has_one_text_and_one_packed_form(rules, drawn):
    position = drawn.draw(positions(rules))
    moves = position.legal_moves()
    texts = [str(move) for move in moves]
    assert [Move.parse(text) for text in texts] == moves
    assert len(set(texts)) == len(texts)
    assert all(re.fullmatch(PATTERN, text) for text in texts)
    assert position.unpack(position.pack(moves)) == moves
    for move in every_move(position):
        if move.place < 10:
            assert Move.parse(str(move)) == move


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_a_won_game_has_no_move_and_a_stuck_one_is_not_won(rules, drawn):
    position = drawn.draw(positions(rules))
    moves, status = position.legal_moves(), position.status()
    assert position.stuck() == (not moves and status is not Status.WON)
    if status is Status.WON:
        assert not moves
        with pytest.raises(IllegalMove):
            position.play(Move(MoveKind.DRAW))
    elif status is Status.LOST:
        assert position.stuck()
        assert not rules.undo
    else:
        assert moves or rules.undo


@settings(law, max_examples=200)
@given(
    st.one_of(
        st.text(max_size=12),
        st.text("wstfcx-.0123456789drawetunpi", max_size=12),
        st.from_regex(PATTERN),
        st.from_regex(PATTERN).map(lambda text: text + "0"),
    )
)
@example("draw\n")
@example("t1-t1٣")
@example("t01-t2")
@example("t1-t2x1")
@example("t1-t2x01")
@example("T1-t2")
@example(" draw")
@example("t1-s")
@example("s-t1")
@example("t1-w")
@example("swap-t1.0")
@example("swap-t1.10")
@example("t1-t2-t3")
@example("")
def test_a_text_is_one_move_or_no_notation(text):
    try:
        move = Move.parse(text)
    except BadNotation:
        assert re.fullmatch(PATTERN, text) is None or text.endswith("\n")
    else:
        assert str(move) == text
        assert re.fullmatch(PATTERN, text)


@pytest.mark.parametrize("rules", EVERY_RULES)
def test_deals_have_moves(rules):
    """Guards the laws above against walks that never go anywhere."""
    starts = [Position.start(Deal.numbered(rules, str(number))) for number in range(1, 21)]
    assert any(start.legal_moves() for start in starts)
