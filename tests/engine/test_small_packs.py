"""Verdicts, ways back and safe play on positions small enough to be searched to the end plainly.

A sample of `make smallpacks`; docs/results/small-packs.md tells of the whole.
"""

from collections import Counter
from itertools import islice

import pytest

from engine import Budget, Solution, Verdict, catalogue, solve
from tests.engine import small_packs
from tests.engine.cutting import cut_down
from tests.engine.every import EVERY_RULES, SAFE_RULES
from tests.engine.small_positions import late_positions, middle_positions
from tests.engine.walks import goes_up

SAMPLE = 60
FEW = 300  # positions of a small pack, that the slow search looks at
MIDDLE = 120
SMALL = Budget(states=10_000)


@pytest.mark.parametrize("rules", EVERY_RULES)
def test_verdicts_are_those_of_a_plain_exhaustive_search(rules):
    counts = small_packs.judge(rules, positions=SAMPLE, seed=7, most=FEW)
    assert (counts["wrong"], counts["unknown"]) == (0, 0)
    assert counts["winnable"] > 0
    assert counts["lost"] > 0


@pytest.mark.parametrize("verdict", [Verdict.WINNABLE, Verdict.LOST])
def test_a_wrong_verdict_is_noticed(verdict, monkeypatch):
    monkeypatch.setattr(small_packs, "solve", lambda *_: Solution(verdict=verdict))
    rules = catalogue()[0].rules
    counts = small_packs.judge(rules, positions=SAMPLE, seed=7, most=FEW)
    wrong = "lost" if verdict is Verdict.WINNABLE else "winnable"
    assert counts["wrong"] == counts[wrong] > 0


def test_ways_back_are_compared():
    """Guards the first test: few moves of a small pack lose it, so not every sample has one."""
    counts: Counter[str] = Counter()
    open_ones = [each.rules for each in catalogue() if not each.rules.hides]
    for rules in open_ones:
        counts += small_packs.judge(rules, positions=SAMPLE // 3, seed=8, most=FEW)
    assert counts["ways back"] > len(open_ones)
    assert counts["wrong"] == 0


@pytest.mark.parametrize("rules", SAFE_RULES)
def test_a_card_called_safe_may_go_up_without_harm(rules):
    late = [position for position, _ in islice(late_positions(rules, seed=1), SAMPLE)]
    small = [position for position, _ in islice(cut_down(rules, seed=1), SAMPLE)]
    for position in (*late, *small, *islice(middle_positions(rules, seed=1), MIDDLE)):
        up = [
            move
            for move in filter(goes_up, position.legal_moves())
            if position.is_safe(position.cards(move.source or "")[-1])
        ]
        if not up or solve(position, SMALL).verdict is not Verdict.WINNABLE:
            continue
        for move in up:
            position.play(move)
            assert solve(position, SMALL).verdict is not Verdict.LOST, (position.truth(), move)
            position.undo()
