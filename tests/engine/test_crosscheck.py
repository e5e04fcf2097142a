"""Fifty random games of each variant and option beside the reference; `make crosscheck` has more.

A few go to their ends, the others are cut short: the reference is slow.
"""

import pytest

from engine import Position
from tests.engine.crosscheck import Disagreement, crosscheck
from tests.engine.every import EVERY_RULES, EVERY_VARIANT

GAMES = 50
WHOLE_GAMES = 5
CUT_AT = 15


@pytest.mark.parametrize("rules", EVERY_RULES)
def test_random_games_agree_with_the_reference(rules):
    for game in range(GAMES):
        if game < WHOLE_GAMES:
            crosscheck(rules, seed=f"test {game}")
        else:
            crosscheck(rules, seed=f"test {game}", length=CUT_AT)


@pytest.mark.parametrize("game", EVERY_VARIANT)
def test_a_difference_is_noticed(game, monkeypatch):
    """Guards the test above: an engine that hides one legal move is found out."""
    legal_moves = Position.legal_moves

    class Forgetful:
        def __init__(self, position):
            self._position = position

        def __getattr__(self, name):
            return getattr(self._position, name)

        def legal_moves(self):
            return legal_moves(self._position)[:-1]

        @classmethod
        def start(cls, deal):
            return cls(Position.start(deal))

    monkeypatch.setattr("tests.engine.crosscheck.Position", Forgetful)
    with pytest.raises(Disagreement, match="legal moves"):
        crosscheck(game.with_options(), seed="test")
