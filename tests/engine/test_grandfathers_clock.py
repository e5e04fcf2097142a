"""Grandfather's Clock: which card passes at which hour, and where each hour stops."""

import pytest

from engine import Level, Move, Status, Verdict, collect, solve, tidy
from engine.cards import CARD_TEXTS
from tests.engine.by_hand import laid, legal, play, refused

HOURS = [f"f{hour}" for hour in range(1, 13)]
FIRST = ["TH", "JS", "QD", "KC", "2H", "3S", "4D", "5C", "6H", "7S", "8D", "9C"]
NEXT = ["JH", "QS", "KD", "AC", "3H", "4S", "5D", "6C", "7H", "8S", "9D", "TC"]
LAST = ["AH", "2S", "3D", "4C", "5H", "6S", "7D", "8C", "9H", "TS", "JD", "QC"]
COMPLETE = """
    TH JH QH KH AH | JS QS KS AS 2S | QD KD AD 2D 3D | KC AC 2C 3C 4C
    2H 3H 4H 5H | 3S 4S 5S 6S | 4D 5D 6D 7D | 5C 6C 7C 8C
    6H 7H 8H 9H | 7S 8S 9S TS | 8D 9D TD JD | 9C TC JC QC"""
SEQUENCES = [part.strip() for line in COMPLETE.strip().split("\n") for part in line.split("|")]


def test_of_all_cards_at_all_fresh_hours_exactly_the_next_ones_pass():
    passed = set()
    for card in CARD_TEXTS[:52]:
        own = FIRST.index(card) if card in FIRST else None
        away = {HOURS[own]: ""} if own is not None else {}  # it cannot lie there and here
        position = laid("grandfathers-clock", {"t1": card} | away)
        passed |= {
            (card, hour) for hour in HOURS if hour not in away and legal(position, f"t1-{hour}")
        }
    assert passed == set(zip(NEXT, HOURS, strict=True))


@pytest.mark.parametrize("hour", range(12))
def test_nothing_passes_beyond_the_target_of_an_hour(hour):
    assert SEQUENCES[hour].split()[0] == FIRST[hour]
    assert SEQUENCES[hour].split()[-1] == LAST[hour]
    for card in CARD_TEXTS[:52]:
        if card in SEQUENCES[hour]:
            continue
        away = {HOURS[FIRST.index(card)]: ""} if card in FIRST else {}
        position = laid("grandfathers-clock", {HOURS[hour]: SEQUENCES[hour], "t1": card} | away)
        assert not legal(position, f"t1-{HOURS[hour]}")


def test_an_hour_grows_in_suit_round_the_corner_to_its_target():
    for hour, cards in zip(HOURS, SEQUENCES, strict=True):
        _, *growing = cards.split()
        position = laid("grandfathers-clock", {"t1": " ".join(reversed(growing))})
        for card in growing:
            assert position.view()[hour].target == cards.split()[-1]
            steps = position.play(Move.parse(f"t1-{hour}"))
            assert steps[0].cards == (card,)
        assert position.view()[hour].cards == tuple(cards.split())


def test_forty_cards_win():
    piles = dict(zip(HOURS, SEQUENCES, strict=True))
    piles["f12"], piles["t3"] = "9C TC JC", "QC"
    position = laid("grandfathers-clock", piles)
    assert (position.to_place, position.status()) == (1, Status.PLAYING)
    play(position, "t3-f12")
    assert position.status() is Status.WON
    assert position.legal_moves() == []
    assert position.best_placed == 1


def test_columns_build_down_whatever_the_suit_and_kings_lie_on_aces():
    piles = {"t1": "AS", "t2": "KD", "t3": "7H", "t4": "6H", "t5": "6S"}
    position = laid("grandfathers-clock", piles)
    off = laid("grandfathers-clock", piles, options={"wrap": "off"})
    assert legal(position, "t2-t1")
    assert not legal(off, "t2-t1")
    for each in (position, off):
        assert legal(each, "t4-t3")
        assert legal(each, "t5-t3")
        assert not legal(each, "t3-t4")
        assert not legal(each, "t4-t5")
        assert not legal(each, "t1-t2")
        assert all(legal(each, f"t{n}-t8") for n in range(1, 6))


def test_one_card_moves_at_a_time_and_none_comes_back():
    position = laid("grandfathers-clock", {"t1": "9H 8S", "t2": "TC", "f5": "2H 3H"})
    assert refused(position, "t1-t2x2")[0] == "card_covered"
    assert refused(position, "f5-t3")[0] == "no_return"


def test_finish_waits_until_the_rest_goes_up_by_itself():
    piles = dict(zip(HOURS, SEQUENCES, strict=True))
    piles |= {"f12": "9C", "t1": "TC QC", "t2": "JC"}
    position = laid("grandfathers-clock", piles)
    assert collect(position, Level.FINISH) == ()
    assert collect(position, Level.OFF) == ()
    assert tidy(position, Level.ALL) == ()
    play(position, "t1-t8")
    assert list(map(str, collect(position, Level.FINISH))) == ["t1-f12", "t2-f12", "t8-f12"]


def test_sending_up_at_once_can_spoil_a_win_and_safe_play_does_not():
    """Found in a random game of deal 16; the jack is needed as a place for a ten."""
    piles = {
        "f2": "JS QS", "f3": "QD KD AD", "f12": "9C TC",
        "t1": "TD 8C KS 8H 7D", "t2": "4C AC 6C 5H", "t3": "7H KH 3C QC JC", "t4": "QH 9H 9D",
        "t5": "JD 8S 4S 2C 4H 3D 2D AS", "t6": "6S 5S JH 3H 2S AH", "t7": "TS", "t8": "6D 9S 5D 7C",
    }  # fmt: skip
    position = laid("grandfathers-clock", piles)
    assert solve(position).verdict is Verdict.WINNABLE
    assert Move.parse("t3-f12") in tidy(position, Level.ALL)
    assert Move.parse("t3-f12") not in tidy(position, Level.SAFE)
    play(position, "t3-f12")
    assert solve(position).verdict is Verdict.LOST
