"""German Clock: layers, colours, and the waste turned over."""

from engine import Deal, Move, Position, Status, shuffled_cards, variant
from engine.cards import cards
from tests.engine.by_hand import laid, legal, play, refused


def drawing(first: str, **options: str) -> Position:
    """Start a game whose stock gives these cards first."""
    rules = variant("german-clock").with_options(options)
    wanted = cards(first)
    rest = [code for code in shuffled_cards(rules) if code not in wanted]
    return Position.start(Deal.of_order(rules, [*wanted, *rest]))


def test_all_cards_start_in_the_stock():
    view = drawing("AH").view()
    assert view["s"].cards == ("??",) * 52
    assert all(not pile.cards for pile in view.piles if pile.id != "s")
    assert [str(move) for move in drawing("AH").legal_moves()] == ["draw"]


def test_the_first_card_at_a_depth_in_any_pile_fixes_the_suit_of_the_layer():
    position = drawing("AH 5S 5H KD KH")
    play(position, "draw w-f1 draw")
    assert refused(position, "w-f5") == (
        "layer_suit",
        {"card": "5S", "pile": "f5", "on": "", "needs": "H"},
    )
    play(position, "draw w-f5 draw")
    assert refused(position, "w-f13")[0] == "layer_suit"
    play(position, "draw w-f13")
    assert position.view()["f13"].cards == ("KH",)


def test_undo_frees_the_layer():
    position = drawing("AH 5S")
    play(position, "draw w-f1 draw")
    assert not legal(position, "w-f5")
    for _ in range(2):
        position.undo()
    play(position, "draw w-f5")
    assert position.view()["f5"].cards == ("5S",)
    assert not legal(position, "w-f1")


def test_a_layer_may_be_begun_before_another_is_finished():
    position = drawing("AH AS 5H 5S")
    play(position, "draw w-f1 draw w-f1 draw w-f5 draw w-f5")
    assert position.view()["f1"].cards == ("AH", "AS")
    assert position.view()["f5"].cards == ("5H", "5S")


def test_colours_alternate_within_a_pile():
    position = drawing("AH AD AC")
    play(position, "draw w-f1 draw")
    assert refused(position, "w-f1")[0] == "wrong_colour"
    play(position, "draw w-f1")


def test_a_card_goes_to_its_rank_only():
    position = drawing("7C")
    play(position, "draw")
    for hour in range(1, 14):
        assert legal(position, f"w-f{hour}") == (hour == 7)
    assert refused(position, "w-f6") == (
        "wrong_rank",
        {"card": "7C", "pile": "f6", "on": "", "needs": "6"},
    )


def test_the_waste_is_turned_over_as_often_as_the_option_says():
    for redeals in (0, 1, 2):
        position = drawing("AH 2S", redeals=str(redeals))
        for _ in range(redeals):
            play(position, " ".join(["draw"] * 52))
            waste = position.cards("w")
            play(position, "redeal")
            assert position.view()["s"].cards == ("??",) * 52
            assert position.cards("s") == waste[::-1]
        play(position, " ".join(["draw"] * 52))
        assert refused(position, "redeal")[0] == "no_redeal_left"
        assert position.cards("w")[:2] == cards("AH 2S")


def test_redealing_waits_for_the_stock_to_be_empty():
    position = drawing("AH")
    play(position, "draw")
    assert refused(position, "redeal")[0] == "stock_not_empty"


def test_fifty_two_placed_cards_win_and_placing_is_never_compulsory():
    suits = ("C", "D", "S", "H")
    full = {
        f"f{place}": " ".join(rank + suit for suit in suits)
        for place, rank in enumerate("A23456789TJQK", start=1)
    }
    full["f13"] = "KC KD KS"
    position = laid("german-clock", full | {"s": "KH"}, redeals_used=1)
    assert position.status() is Status.PLAYING
    play(position, "draw")
    assert [str(move) for move in position.legal_moves()] == ["w-f13"]
    play(position, "w-f13")
    assert position.status() is Status.WON
    assert not position.stuck()


def test_a_waste_that_cannot_be_placed_after_the_last_pass_is_stuck():
    position = laid("german-clock", {"f1": "AH", "s": "", "w": "2S"}, redeals_used=1)
    assert position.stuck()
    assert position.status() is Status.PLAYING  # it may be taken back
    position.copy()
    again = laid("german-clock", {"f1": "AH", "w": "2S"})
    assert again.legal_moves() == [Move.parse("redeal")]
