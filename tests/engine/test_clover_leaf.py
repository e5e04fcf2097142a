"""Clover Leaf: foundations both ways, empty fans, and cards taken back."""

import pytest

from engine import Level, Move, collect, tidy
from engine.cards import card
from tests.engine.by_hand import laid, legal, play, refused


@pytest.mark.parametrize(
    ("colours", "piles", "grows"),
    [
        ("red-aces", ["AD", "AH", "KC", "KS"], ["2D", "2H", "QC", "QS"]),
        ("black-aces", ["AC", "AS", "KD", "KH"], ["2C", "2S", "QD", "QH"]),
    ],
)
def test_foundations_start_with_aces_and_kings(colours, piles, grows):
    held = {f"t{place}": cards for place, cards in enumerate(grows, start=1)}
    position = laid("clover-leaf", held, options={"colours": colours})
    assert [position.view()[f"f{place}"].cards for place in range(1, 5)] == [(c,) for c in piles]
    for place in range(1, 5):
        others = [f"t{place}-f{other}" for other in range(1, 5) if other != place]
        assert legal(position, f"t{place}-f{place}")
        assert not any(legal(position, text) for text in others)


def test_fans_build_both_ways_in_suit_and_round_no_corner():
    held = {"t1": "7H", "t2": "8H", "t3": "6H", "t4": "6D", "t5": "KH", "t6": "AC", "t7": "KC"}
    position = laid("clover-leaf", held | {"f3": "", "t8": "2C"})
    assert legal(position, "t2-t1")
    assert legal(position, "t3-t1")
    assert legal(position, "t1-t2")
    assert refused(position, "t4-t1")[0] == "wrong_suit"
    assert refused(position, "t6-t7")[0] == "wrong_rank"
    assert legal(position, "t6-t8")
    assert legal(position, "t8-t6")


def test_an_empty_fan_takes_an_ace_or_a_king():
    position = laid("clover-leaf", {"t1": "KD", "t2": "AS", "t3": "QD", "t4": "2S"})
    assert legal(position, "t1-t9")
    assert legal(position, "t2-t9")
    assert refused(position, "t3-t9")[0] == "needs_ace_or_king"
    assert refused(position, "t4-t9")[0] == "needs_ace_or_king"


def test_the_top_of_a_foundation_comes_back_where_a_fan_takes_it_but_the_base_stays():
    position = laid("clover-leaf", {"f1": "AD 2D 3D", "t1": "4D", "t2": "9H", "f4": "KS"})
    assert legal(position, "f1-t1")
    assert refused(position, "f1-t2")[0] == "wrong_rank"
    assert refused(position, "f1-t5")[0] == "needs_ace_or_king"
    assert refused(position, "f4-t5")[0] == "base_card_stays"
    before = position.placed()
    play(position, "f1-t1")
    assert position.placed() == before - 1
    assert position.best_placed == before == 0
    assert position.took_back


def test_a_card_taken_back_is_left_alone_until_it_moves_again():
    held = {"f1": "AD 2D 3D", "t1": "4D", "t2": "2H", "t3": "5D", "t4": "9C", "t5": "9S"}
    position = laid("clover-leaf", held)
    assert [str(move) for move in collect(position, Level.ALL)] == ["t1-f1", "t2-f2", "t3-f1"]
    play(position, "f1-t1")
    assert position.exempt == {card("3D")}
    assert collect(position, Level.ALL) == ()  # nothing in the unit of a take-back
    assert [str(move) for move in tidy(position, Level.ALL)] == ["t1-f1", "t1-f1", "t2-f2", "t3-f1"]
    play(position, "t2-f2")
    assert collect(position, Level.ALL) == ()  # the card taken back is in the way of the others
    play(position, "t1-f1")
    assert position.exempt == frozenset()
    assert [str(move) for move in collect(position, Level.ALL)] == ["t1-f1", "t3-f1"]
    for _ in range(3):
        position.undo()
    assert position.exempt == frozenset()


def test_there_and_back_again_never_scores():
    position = laid("clover-leaf", {"f1": "AD 2D", "t1": "3D"})
    for _ in range(5):
        play(position, "f1-t1 t1-f1")
        assert position.best_placed == 0
    position.play(Move.parse("t1-f1"))
    assert position.best_placed == 1
