"""Rules that changed: a game begun under a former version goes on by it, to the letter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Deal, Position, UnknownVariant, board_text, catalogue, variant
from engine.cards import ACE, KING, rank_of
from tests.engine.by_hand import legal, play, refused
from tests.engine.every import EVERY_VARIANT, name_of
from tests.engine.strategies import law, positions

FORMER = [
    pytest.param(variant.with_options(version=rules.version), id=f"{variant.id} {rules.version}")
    for variant in catalogue()
    for rules in variant.former
]

# Deal 35 of Four Seasons, stored while version 1 was in force: no king lay on an ace.
STORED = bytes.fromhex(
    "8001850a8548850a84288001800180018001842a854580018428800184278001800180018001800180018001"
    "80018001800184298001842280018425800184278001800180018001842a854485448544850a850984288549"
    "8001842a80018001800180018001842780018001800180018001800184288505"
)
BOARD = """\
stock
  s   ?? x10
waste
  w   5D KD 2H AC 4C QD 5C 6D 5S KH QC 4S 3D 7C 3H 2D 3S 2S 7D 9C 9S 8C 5H
foundation
  f1  TD JD                    to 9D
  f2  -                        to 9C
  f3  TH JH QH                 to 9H
  f4  TS JS QS                 to 9S
tableau
  t1  JC
  t2  9H 8H 7H 6H
  t3  KS
  t4  4H 3C 2C AH
  t5  KC
"""


def stored_game(version: int) -> Position:
    rules = variant("four-seasons").with_options(version=version)
    return Position.resume(Deal.numbered(rules, "35"), STORED)


def test_a_stored_game_of_a_former_version_is_where_it_was():
    position = stored_game(1)
    assert board_text(position.view()) == BOARD
    assert (position.units, position.best_placed) == (60, 7)
    moves = position.unpack(position.line)
    assert Position.replay(position.deal, moves).truth() == position.truth()
    assert position.line == STORED


def test_a_stored_game_goes_on_by_the_rules_it_began_with():
    position = stored_game(1)
    assert [str(move) for move in position.legal_moves()] == ["w-t2", "t3-f4", "draw"]
    reason, facts = refused(position, "t3-t4")
    assert (reason, facts["card"], facts["on"]) == ("wrong_rank", "KS", "AH")
    play(position, "t3-f4 w-t2 draw w-t3")
    assert position.view()["f4"].cards == ("TS", "JS", "QS", "KS")
    assert not legal(position, "t5-t4")


def test_a_game_of_today_takes_the_move_that_was_refused():
    position = stored_game(2)
    assert board_text(position.view()) == BOARD
    assert legal(position, "t3-t4")
    assert legal(position, "t5-t4")
    play(position, "t3-t4")


@law
@given(st.data())
def test_the_versions_differ_in_kings_on_aces_alone(drawn):
    four_seasons = variant("four-seasons")
    position = drawn.draw(positions(four_seasons.with_options(version=1)))
    today = Position.resume(
        Deal(rules=four_seasons.with_options(), order=position.deal.order), position.line
    )
    assert today.truth() == position.truth()
    before = set(position.legal_moves())
    assert before <= set(today.legal_moves())
    for move in set(today.legal_moves()) - before:
        assert rank_of(position.cards(move.source or "")[-1]) == KING
        assert rank_of(position.cards(move.target or "")[-1]) == ACE


@pytest.mark.parametrize("rules", FORMER)
def test_former_rules_still_deal_the_same_cards(rules):
    today = variant(rules.variant).with_options()
    for number in ("1", "2", "617"):
        before, now = Deal.numbered(rules, number), Deal.numbered(today, number)
        assert before.order == now.order
        assert Position.start(before).truth() == Position.start(now).truth()


@pytest.mark.parametrize("game", EVERY_VARIANT)
def test_versions_are_told_apart(game):
    versions = [game.version, *(rules.version for rules in game.former)]
    assert versions == sorted(set(versions), reverse=True)
    assert game.with_options() == game.with_options(version=game.version)
    for rules in game.former:
        assert rules.variant == game.id
        assert name_of(game.with_options(version=rules.version)) == name_of(game.with_options())
        assert game.with_options(version=rules.version) != game.with_options()
    for unknown in (0, -1, game.version + 1):
        with pytest.raises(UnknownVariant, match="no rules version"):
            game.with_options(version=unknown)
