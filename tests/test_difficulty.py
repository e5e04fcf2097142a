"""docs/difficulty.md says where the levels begin, and the engine measures as it says."""

import re

import pytest

from engine import Budget, Deal, Difficulty, Position, catalogue, difficulty, solve
from engine.difficulty import BEGINS_AT, EFFORT, measure
from tests.documents import ROOT

PAGE = (ROOT / "docs" / "difficulty.md").read_text(encoding="utf-8")
OPEN = [each for each in catalogue() if not each.rules.hides]


def test_the_levels_begin_where_the_page_says():
    rows = re.findall(r"^\| `(\w+)` \| (?:from|below) ([\d,]+) \|$", PAGE, re.MULTILINE)
    begin = [int(figure.replace(",", "")) for _, figure in rows]
    assert [level for level, _ in rows] == list(Difficulty)
    assert begin[1:] == list(BEGINS_AT.values())
    assert begin[0] == begin[1]


@pytest.mark.parametrize("level", BEGINS_AT)
def test_a_level_begins_at_its_figure(level):
    words = list(Difficulty)
    least = BEGINS_AT[level]
    assert difficulty(least) is level
    assert difficulty(least - 1) is words[words.index(level) - 1]


@pytest.mark.parametrize("variant", OPEN, ids=lambda each: each.id)
def test_it_is_a_figure_of_the_deal_alone(variant):
    """What was searched before, and with which budget, makes no difference; play neither."""
    deal = Deal.numbered(variant.rules, "7")
    first = measure(deal)
    position = Position.start(deal)
    solve(position, Budget(states=200_000))
    position.play(position.legal_moves()[0])
    assert measure(deal) == first
    assert 0 < first <= EFFORT.states


def test_an_effort_that_is_spent_is_the_hardest():
    assert difficulty(EFFORT.states) is Difficulty.VERY_HARD
    assert f"{EFFORT.states:,} positions and {EFFORT.memory >> 20} MiB" in PAGE
