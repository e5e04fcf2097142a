"""Hints lead to the win, also for a player who strays from them; `make following` has thousands."""

import random

import pytest

from engine import Hint, Verdict, Why, catalogue
from tests.engine import following

OPEN = [pytest.param(each, id=each.id) for each in catalogue() if not each.rules.hides]
DEALS = 6


@pytest.mark.parametrize("variant", OPEN)
@pytest.mark.parametrize("stray", [0.0, 0.1])
def test_hints_lead_to_the_win(variant, stray):
    counts = following.lead(variant.with_options(), deals=DEALS, stray=stray)
    assert counts["astray by hints"] == 0
    assert counts["won"] + counts["undecided"] == DEALS
    assert counts["won"] > DEALS // 2
    assert (counts["astray"] > 0) == (stray > 0)
    assert stray or counts["searches"] == 0


def test_hints_that_lead_astray_are_noticed(monkeypatch):
    game = next(following.served(catalogue()[0].rules, catalogue()[0].autoplay))
    move = game.position().legal_moves()[0]
    given = Hint(why=Why.WINS, verdict=Verdict.WINNABLE, move=move, moves_to_win=9)
    monkeypatch.setattr(following, "hint", lambda *_, **__: given)
    with pytest.raises(following.LedAstray):
        following.follow(game, stray=0, chance=random.Random(1))  # noqa: S311 - no secret
