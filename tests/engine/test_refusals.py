"""Why a move is refused: an example of every reason, in the words and with the facts of the API."""

import pytest

from engine import Move, MoveKind, Position
from engine.refusals import Reason, refusal
from tests.engine.by_hand import laid, refused

CLOCK, CLOVER, GERMAN, CELL = "grandfathers-clock", "clover-leaf", "german-clock", "freecell"
CRUEL, WATCH = "cruel", "la-montre"

EXAMPLES = [
    # variant, piles, move, reason, facts
    (CLOCK, {"t1": "9H"}, "t1-t9", "no_such_pile", {"pile": "t9"}),
    (CLOCK, {"t1": "9H"}, "c1-t1", "no_such_pile", {"pile": "c1"}),
    (CELL, {"t1": "9H"}, "t1-f5", "no_such_pile", {"pile": "f5"}),
    (GERMAN, {"s": "9H"}, "t1-f1", "no_such_pile", {"pile": "t1"}),
    (CLOCK, {"t1": "9H"}, "draw", "no_such_move", {}),
    (CLOCK, {"t1": "9H"}, "redeal", "no_such_move", {}),
    (CELL, {"t1": "9H"}, "turn", "no_such_move", {}),
    (GERMAN, {"s": "9H"}, "swap-t1.1", "no_such_move", {}),
    (CLOCK, {"t1": "9H"}, "t1-t1", "changes_nothing", {"pile": "t1"}),
    (CELL, {"c1": "9H"}, "c1-c2", "changes_nothing", {"pile": "c1"}),
    (CLOCK, {"t1": "9H"}, "t2-t1", "empty_pile", {"pile": "t2"}),
    (GERMAN, {"s": "9H"}, "w-f9", "empty_pile", {"pile": "w"}),
    (CLOCK, {"t1": "9H 8S", "t2": "TC"}, "t1-t2x2", "card_covered", {"pile": "t1", "card": "9H"}),
    (CELL, {"t1": "9H 8S", "t2": "TC"}, "t1-t2x3", "too_many_cards", {"pile": "t1", "most": "2"}),
    (CELL, {"t1": "9H 8S", "t2": "TC"}, "t1-f1x2", "too_many_cards", {"most": "1"}),
    (CELL, {"t1": "9H 8H", "t2": "TC"}, "t1-t2x2", "not_a_sequence", {"card": "9H", "pile": "t1"}),
    (CELL, {"f1": "AC", "t1": "2H"}, "f1-t1", "no_return", {"card": "AC", "pile": "f1"}),
    (GERMAN, {"f1": "AC", "s": "2H"}, "f1-f2", "no_return", {"card": "AC", "pile": "f1"}),
    (CLOVER, {"t1": "2D"}, "f1-t1", "base_card_stays", {"card": "AD", "pile": "f1"}),
    (CLOCK, {"t1": "9H", "t2": "7C"}, "t2-t1", "wrong_rank", {"card": "7C", "on": "9H"}),
    (CLOCK, {"t1": "9H"}, "t1-f1", "wrong_rank", {"card": "9H", "on": "TH", "needs": "JH"}),
    (GERMAN, {"w": "9H"}, "w-f8", "wrong_rank", {"card": "9H", "needs": "8"}),
    (CLOVER, {"t1": "9H", "t2": "8D"}, "t2-t1", "wrong_suit", {"card": "8D", "on": "9H"}),
    (CLOCK, {"t1": "9H", "t2": "7C"}, "t2-t1", "wrong_rank", {"needs": "8"}),
    (CELL, {"t1": "AS", "t2": "KD"}, "t2-t1", "wrong_rank", {"on": "AS", "needs": ""}),
    (CELL, {"t1": "AC"}, "t1-f2", "wrong_suit", {"card": "AC", "on": "", "needs": "AD"}),
    (CELL, {"t1": "9H", "t2": "8D"}, "t2-t1", "wrong_colour", {"card": "8D", "on": "9H"}),
    (GERMAN, {"f1": "AC", "w": "AS"}, "w-f1", "wrong_colour", {"card": "AS", "needs": "AD AH"}),
    (GERMAN, {"f1": "AC AH AS", "w": "AC"}, "w-f1", "wrong_colour", {"on": "AS", "needs": "AD"}),
    (GERMAN, {"f1": "AC", "w": "2S"}, "w-f2", "layer_suit", {"card": "2S", "needs": "C"}),
    (CLOVER, {"t1": "9H"}, "t1-t2", "needs_ace_or_king", {"card": "9H", "pile": "t2"}),
    (CELL, {"t1": "9H", "c1": "2S"}, "t1-c1", "pile_full", {"card": "9H", "pile": "c1"}),
    (CLOCK, {"f12": "9C TC JC QC", "t1": "KH"}, "t1-f12", "pile_full", {"card": "KH"}),
    (GERMAN, {"w": "2S"}, "draw", "stock_empty", {"pile": "s"}),
    (GERMAN, {"s": "2S"}, "redeal", "stock_not_empty", {"pile": "s"}),
    (GERMAN, {"f1": "AC"}, "redeal", "nothing_to_redeal", {"pile": "w"}),
    (CRUEL, {"t1": "2C 2D 2H 2S"}, "redeal", "changes_nothing", {}),
    (CRUEL, {"t1": "9H"}, "t1-t2", "pile_never_filled", {"card": "9H", "pile": "t2"}),
    ("klondike", {"t1": "QH"}, "t1-t2", "needs_king", {"card": "QH", "pile": "t2"}),
    ("klondike", {"t1": "KH", "w": "KS QS"}, "w-t2", "needs_king", {"card": "QS"}),
    ("shamrocks", {"t1": "9H 8S 9D", "t2": "8C"}, "t2-t1", "pile_full", {"card": "8C"}),
    ("four-seasons", {"f1": "9H", "w": "TD"}, "w-f1", "wrong_suit", {"card": "TD", "needs": "TH"}),
    ("german-solitaire", {"t1": "9H", "w": "9H"}, "w-t1", "wrong_rank", {"card": "9H"}),
    ("german-solitaire", {"t1": "9H", "w": "9H"}, "redeal", "no_redeal_left", {"pile": "w"}),
]
# variant, piles, face-down cards, move, reason, facts
HIDDEN = [
    ("klondike", {"t1": "9H 8S", "t2": "TC"}, {"t1": 1}, "t1-t2x2", "card_hidden", {"pile": "t1"}),
    ("clock", {"t1": "2H", "t13": "KH"}, {"t1": 1}, "turn", "nothing_to_turn", {"pile": "t13"}),
    (WATCH, {"t1": "2H", "t13": "KH"}, {"t1": 1}, "turn", "nothing_to_turn", {"pile": "t13"}),
    (WATCH, {"t1": "2H", "t13": "KH"}, {"t1": 1, "t13": 1}, "swap-t1.1", "no_swap_now", {}),
    (WATCH, {"t1": "2H", "t13": "KH"}, {"t1": 1}, "swap-t1.2", "no_hidden_card", {"pile": "t1"}),
    (WATCH, {"t1": "2H", "t13": "KH"}, {"t1": 1}, "swap-t2.1", "no_hidden_card", {"pile": "t2"}),
    (WATCH, {"t1": "2H", "t13": "KH"}, {"t1": 1}, "swap-t14.1", "no_such_pile", {"pile": "t14"}),
    ("clock", {"t1": "2H", "t13": "KH"}, {"t1": 1}, "swap-t1.1", "no_such_move", {}),
    ("clock", {"t1": "2H", "t13": "KH"}, {"t1": 1}, "t1-t2", "no_such_move", {}),
]


@pytest.mark.parametrize(("name", "piles", "move", "reason", "facts"), EXAMPLES)
def test_an_example_is_refused_for_its_reason(name, piles, move, reason, facts):
    position = laid(name, piles)
    before = position.truth()
    told, known = refused(position, move)
    assert told == reason
    assert known == known | facts
    assert position.truth() == before


@pytest.mark.parametrize(("name", "piles", "face_down", "move", "reason", "facts"), HIDDEN)
def test_an_example_with_hidden_cards_is_refused_for_its_reason(  # noqa: PLR0917 - one row
    name, piles, face_down, move, reason, facts
):
    told, known = refused(laid(name, piles, face_down=face_down), move)
    assert (told, known) == (reason, known | facts)


def test_a_king_is_exchanged_once():
    used = laid(WATCH, {"t1": "2H", "t13": "KH"}, face_down={"t1": 1}, swaps_used=1)
    assert refused(used, "swap-t1.1")[0] == "swap_used"


def test_no_redeal_is_left_once_all_are_used():
    used = laid(GERMAN, {"w": "9H"}, redeals_used=1)
    assert refused(used, "redeal") == ("no_redeal_left", {"pile": "w"})
    never = laid(GERMAN, {"w": "9H"}, options={"redeals": "0"})
    assert refused(never, "redeal") == ("no_redeal_left", {"pile": "w"})
    twice = laid(GERMAN, {"w": "9H"}, options={"redeals": "2"}, redeals_used=1)
    assert twice.is_legal(Move(MoveKind.REDEAL))


def test_every_reason_has_an_example():
    shown = {row[-2] for row in (*EXAMPLES, *HIDDEN)} | {"no_redeal_left", "swap_used"}
    # game_ended is said by whoever ends games, of a move that the cards would allow
    assert shown | {"game_ended"} == set(Reason)


def test_the_plainest_reason_comes_first():
    """A face-down card before all, then rank, then suit or layer, then colour."""
    position = laid(GERMAN, {"f1": "AC", "f2": "2C 2H", "w": "AD"})
    assert refused(position, "w-f2")[0] == "wrong_rank"
    both = laid(GERMAN, {"f1": "AC", "f2": "2C 2H", "w": "AS"})
    assert refused(both, "w-f1")[0] == "layer_suit"  # and of the colour below
    neither = laid(CELL, {"t1": "9H", "t2": "7D"})
    assert refused(neither, "t2-t1")[0] == "wrong_rank"  # and of the same colour


def test_a_long_name_of_a_pile_is_no_pile():
    position: Position = laid(CLOCK, {"t1": "9H"})
    for pile in ("", "x", "t1 ", "t" * 5_000):
        move = Move(MoveKind.CARRY, pile, "t1")
        assert not position.is_legal(move)
        assert refusal(position, move)[0] is Reason.NO_SUCH_PILE
