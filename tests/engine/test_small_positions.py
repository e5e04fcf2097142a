"""Verdicts and safe play on positions small enough to be searched to the end another way."""

from itertools import islice

import pytest

from engine import Budget, Level, Status, Verdict, collect, solve, tidy
from tests.engine.every import EVERY_RULES, SAFE_RULES
from tests.engine.exhaustive import winnable
from tests.engine.small_positions import cut_down, late_positions, middle_positions
from tests.engine.walks import goes_up

LATE = 40
CUT_DOWN = 30
MIDDLE = 120
MOST = 80  # positions the slow search looks at
SMALL = Budget(states=10_000)


def small_positions(rules):
    yield from islice(late_positions(rules, seed=1), LATE)
    yield from islice(cut_down(rules, seed=1), CUT_DOWN)


@pytest.mark.parametrize("rules", EVERY_RULES)
def test_verdicts_are_those_of_a_plain_exhaustive_search(rules):
    ordered = rules.tableau is None or not rules.tableau.interchangeable or rules.tableau_redeal
    compared = 0
    for position, table in small_positions(rules):
        truth = winnable(table, mixed=not ordered, most=MOST)
        verdict = solve(position, SMALL).verdict
        if truth is None or verdict is Verdict.UNKNOWN:
            continue
        compared += 1
        if position.status() is Status.WON:
            assert (truth, verdict) == (True, Verdict.WON)
        else:
            assert verdict is (Verdict.WINNABLE if truth else Verdict.LOST), table.truth()
    decided = rules.foundations or rules.rank_piles or rules.turning
    assert not decided or compared >= LATE // 5


@pytest.mark.parametrize("rules", SAFE_RULES)
def test_safe_automatic_play_never_turns_a_win_into_a_loss(rules):
    winnable_ones = 0
    for position, _ in small_positions(rules):
        if solve(position, SMALL).verdict is not Verdict.WINNABLE:
            continue
        winnable_ones += 1
        for moves in (collect(position, Level.SAFE), tidy(position, Level.SAFE)):
            after = position.copy()
            for move in moves:
                after.play(move)
            assert solve(after, SMALL).verdict is not Verdict.LOST, (position.truth(), moves)
    assert winnable_ones


@pytest.mark.parametrize("rules", SAFE_RULES)
def test_a_card_called_safe_may_go_up_without_harm(rules):
    positions = [position for position, _ in small_positions(rules)]
    for position in (*positions, *islice(middle_positions(rules, seed=1), MIDDLE)):
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
