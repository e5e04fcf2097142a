"""When cards go up by themselves: exactly when the level says so, and not those taken back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Deal, Level, Move, Position, Rules, Status, collect, tidy
from tests.engine.by_hand import laid, play
from tests.engine.every import EVERY_RULES, SAFE_RULES, UNDOING_RULES
from tests.engine.strategies import deals, law, positions, seeds
from tests.engine.walks import comes_back, deal_acts, goes_up, play_unit, walk_units

RETURNING_RULES = [
    each
    for each in UNDOING_RULES
    if isinstance(each.values[0], Rules)
    and each.values[0].foundations is not None
    and each.values[0].foundations.returns
]


def in_reach(position: Position) -> bool:
    """Tell whether nothing is face down and no card is left in stock and waste."""
    view = position.view()
    hidden = any("??" in pile.cards for pile in view.piles)
    return not hidden and not any(
        pile.cards for pile in view.piles if pile.kind in ("stock", "waste")
    )


def wins_by_going_up(position: Position) -> bool:
    """Send cards up, the last legal one first, while any can go; tell whether that wins."""
    after = position.copy()
    while up := [move for move in after.legal_moves() if goes_up(move)]:
        after.play(up[-1])
    return after.status() is Status.WON


@law
@pytest.mark.parametrize("rules", SAFE_RULES)
@given(drawn=st.data())
def test_the_rest_goes_up_by_itself_exactly_when_that_wins(rules, drawn):
    position = drawn.draw(positions(rules))
    playing = position.status() is Status.PLAYING
    expected = playing and in_reach(position) and wins_by_going_up(position)
    assert bool(tidy(position, Level.FINISH)) == expected
    if not position.exempt:
        assert collect(position, Level.FINISH) == tidy(position, Level.FINISH)


@law
@pytest.mark.parametrize("rules", SAFE_RULES)
@given(drawn=st.data())
def test_safe_and_all_leave_nothing_that_they_would_send_up(rules, drawn):
    position = drawn.draw(positions(rules))
    for level in (Level.SAFE, Level.ALL):
        after = position.copy()
        for move in tidy(position, level):
            card = after.cards(move.source or "")[-1]
            assert level is Level.ALL or after.is_safe(card)
            after.follow(move)
        for move in filter(goes_up, after.legal_moves()):
            assert level is Level.SAFE
            assert not after.is_safe(after.cards(move.source or "")[-1])


@law
@pytest.mark.parametrize("rules", RETURNING_RULES)
@given(drawn=st.data())
def test_a_card_taken_back_stays_until_it_moves(rules, drawn):
    position = Position.start(drawn.draw(deals(rules)))
    walk_units(position, Level.ALL, seed=drawn.draw(seeds), length=drawn.draw(st.integers(0, 40)))
    for back in filter(comes_back, position.legal_moves()):
        before = position.line
        play_unit(position, back, Level.ALL)
        (card,) = position.cards(back.target or "")[-1:]
        assert position.line == before + position.pack([back])  # nothing else in its unit
        assert card in position.exempt
        for move in position.legal_moves():
            if move.source != back.target:
                play_unit(position, move, Level.ALL)
                assert card in position.cards(back.target or "")
                position.undo_unit()
        position.undo_unit()


@law
@pytest.mark.parametrize("rules", UNDOING_RULES)
@given(drawn=st.data())
def test_a_move_and_what_follows_it_come_back_as_one(rules, drawn):
    position = Position.start(drawn.draw(deals(rules)))
    level = rules.levels[-1]
    walk_units(position, level, seed=drawn.draw(seeds), length=drawn.draw(st.integers(0, 60)))
    before = (position.view(), position.truth(), position.line, position.exempt, position.key())
    for move in position.legal_moves():
        play_unit(position, move, level)
        assert position.units == len(before[2]) // 2 - position_automatic(before[2]) + 1
        position.undo_unit()
        after = (position.view(), position.truth(), position.line, position.exempt, position.key())
        assert after == before


def position_automatic(line: bytes) -> int:
    """Count the entries of a line that start no unit."""
    return sum(not entry & 0x80 for entry in line[::2])


@pytest.mark.parametrize("rules", EVERY_RULES)
def test_automatic_play_on_a_deal_belongs_to_no_unit(rules):
    for number in range(1, 20):
        position = Position.start(Deal.numbered(rules, str(number)))
        before = position.truth()
        deal_acts(position, rules.levels[-1])
        assert position.units == 0
        with pytest.raises(IndexError):
            position.undo_unit()
        for _ in range(position.automatic):
            position.undo()
        assert position.truth() == before


# Klondike, where cards are hidden, and stock and waste count.

UP_TO_QUEENS = {
    "f1": "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC",
    "f2": "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD",
    "f3": "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH",
    "f4": "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS",
}


@pytest.mark.parametrize(
    ("rest", "face_down", "finishes"),
    [
        ({"t1": "KC KD", "t2": "KH", "t3": "KS"}, {}, True),
        ({"t1": "KC KD", "t2": "KH", "w": "KS"}, {}, False),
        ({"t1": "KC KD", "t2": "KH", "s": "KS"}, {}, False),
        ({"t1": "KC KD", "t2": "KH", "t3": "KS"}, {"t1": 1}, False),
    ],
)
def test_finish_waits_for_stock_waste_and_hidden_cards(rest, face_down, finishes):
    position = laid("klondike", UP_TO_QUEENS | rest, face_down=face_down)
    for way in (collect, tidy):
        assert len(way(position, Level.FINISH)) == (4 if finishes else 0)
    assert len(collect(position, Level.ALL)) == 4 - ("s" in rest)


def test_a_card_turned_by_a_move_is_hidden_again_by_undo():
    position = laid("klondike", {"t1": "2C 9D", "t2": "TS", "s": "5H"}, face_down={"t1": 1})
    before = position.view()
    assert before["t1"].cards == ("??", "9D")
    flipped = position.play(Move.parse("t1-t2"))
    assert [step.kind.value for step in flipped] == ["carry", "flip"]
    assert position.view()["t1"].cards == ("2C",)
    packed, back = position.undo_unit()
    assert [step.kind.value for step in back] == ["flip", "carry"]
    assert back[0].cards == ("??",)
    assert position.view() == before
    position.redo_unit(packed)
    assert position.view()["t1"].cards == ("2C",)


@pytest.mark.parametrize("draw", ["1", "3"])
def test_draws_and_redeals_come_back_exactly(draw):
    stock = "2H 3H 4H 5H 6H 7H 8H"
    position = laid("klondike", {"s": stock, "t1": "KS"}, options={"draw": draw})
    past = []
    for _ in range(3):
        while position.cards("s"):
            past.append((position.truth(), position.view(), position.redeals_used))
            play(position, "draw")
        past.append((position.truth(), position.view(), position.redeals_used))
        play(position, "redeal")
    assert position.redeals_used == 3
    assert position.truth()["s"].cards == tuple(stock.split())
    for before in reversed(past):
        position.undo_unit()
        assert (position.truth(), position.view(), position.redeals_used) == before
