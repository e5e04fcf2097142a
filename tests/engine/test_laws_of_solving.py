"""Verdicts, hints and plans: always legal, always kept, and the same for the same question."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    Budget,
    Deal,
    Level,
    MoveKind,
    Position,
    Status,
    Stop,
    Verdict,
    Why,
    collect,
    follow_plan,
    hint,
    solve,
    tidy,
)
from engine.guessing import all_seen
from tests.engine.every import EVERY_RULES
from tests.engine.rearranging import rearranged, shuffled_places
from tests.engine.strategies import law, positions, seeds
from tests.engine.walks import SOLVED_DEALS, goes_up, won_lines

SMALL = Budget(states=4_000)
brief = settings(law, max_examples=10)


@brief
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_a_verdict_is_what_it_says(rules, drawn):
    position = drawn.draw(positions(rules))
    line, truth = position.line, position.truth()
    solution = solve(position, SMALL)
    assert (position.line, position.truth()) == (line, truth)
    assert solve(position, SMALL) == solution
    assert (solution.verdict is Verdict.WON) == (position.status() is Status.WON)
    assert bool(solution.line) == (solution.verdict is Verdict.WINNABLE)
    if position.stuck():
        assert solution.verdict is Verdict.LOST
    if solution.line:
        for move in solution.line:
            assert position.status() is Status.PLAYING
            position.play(move)
        assert position.status() is Status.WON


@brief
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_a_search_that_is_stopped_proves_nothing_wrong(rules, drawn):
    position = drawn.draw(positions(rules))
    stop = Stop()
    stop.set()
    assert stop.is_set()
    stopped = solve(position, Budget(states=4_000, stop=stop)).verdict
    assert stopped in (solve(position, SMALL).verdict, Verdict.UNKNOWN)


@brief
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_a_lost_position_leads_to_no_winnable_one(rules, drawn):
    position = drawn.draw(positions(rules))
    lost = solve(position, SMALL).verdict is Verdict.LOST
    for move in position.legal_moves():
        position.play(move)
        after = solve(position, SMALL).verdict
        assert not (lost and after in (Verdict.WINNABLE, Verdict.WON)), move
        position.undo()


@brief
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_a_verdict_does_not_depend_on_which_pile_is_which(rules, drawn):
    position = drawn.draw(positions(rules))
    other = rearranged(position, shuffled_places(rules, seed=drawn.draw(seeds)))
    verdicts = {solve(position, SMALL).verdict, solve(other, SMALL).verdict}
    assert len(verdicts - {Verdict.UNKNOWN}) <= 1


@brief
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_a_hint_is_a_legal_move_or_a_way_back(rules, drawn):
    position = drawn.draw(positions(rules))
    before = (position.line, position.truth())
    given_ = hint(position, SMALL)
    assert (position.line, position.truth()) == before
    assert hint(position.copy(), SMALL) == given_
    if position.status() is not Status.PLAYING:
        assert given_ is None
    if given_ is None:
        return
    if given_.why is Why.GO_BACK:
        assert given_.move is None
        assert not rules.hides or position.stuck() or all_seen(position)
        if given_.undos is not None:
            assert 1 <= given_.undos <= position.units
            for _ in range(given_.undos - 1):
                position.undo_unit()
            assert solve(position, SMALL).verdict is not Verdict.WINNABLE
            position.undo_unit()
            assert solve(position, SMALL).verdict is Verdict.WINNABLE
    else:
        assert given_.move in position.legal_moves()
        assert (given_.why is Why.WINS) == (given_.moves_to_win is not None)
        assert given_.moves_to_win in (None, len(given_.line))


@pytest.mark.parametrize("rules", EVERY_RULES)
def test_following_a_plan_wins_in_the_announced_number_of_moves(rules):
    """With nothing kept but the plan, as two processes that take turns would."""
    for deal, _ in won_lines(rules)[:2]:
        position = Position.start(deal)
        first = hint(position)
        if rules.hides or first is None:
            continue
        assert first.moves_to_win is not None
        plan, left, seen = first.plan, first.moves_to_win, {position.key()}
        while position.status() is Status.PLAYING:
            position = Position.resume(deal, position.line)
            following = hint(position, plan=plan)
            assert following is not None
            assert following.moves_to_win == left
            assert following.move is not None
            length = len(position.line)
            position.play(following.move)
            plan, left = follow_plan(following.plan, position.line[length:]), left - 1
            assert position.key() not in seen
            seen.add(position.key())
        assert left == 0
        assert plan == b""


@brief
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_a_plan_of_another_position_is_ignored(rules, drawn):
    position = drawn.draw(positions(rules))
    given_ = hint(position, SMALL)
    plan = b"" if given_ is None else given_.plan
    for foreign in (plan[2:], plan[:-2], plan[::-1][: len(plan) // 2 * 2], b"\x80\x00" * 3):
        other = hint(position, SMALL, plan=foreign)
        assert (other is None) == (given_ is None)
        if other is not None and other.move is not None:
            assert other.move in position.legal_moves()


@brief
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_automatic_play_is_legal_and_of_its_level(rules, drawn):
    position = drawn.draw(positions(rules))
    line = position.line
    sent = {}
    for level in rules.levels:
        for way in (collect, tidy):
            moves = sent[way, level] = way(position, level)
            after = Position.resume(position.deal, line)
            for move in moves:
                assert goes_up(move) or move.kind is MoveKind.TURN
                after.follow(move)
            assert after.automatic == position.automatic + len(moves)
            assert after.units == position.units
            assert way(after, level) == () or after.took_back
            if level is Level.FINISH:
                assert not moves or after.status() is Status.WON
    assert position.line == line
    assert sent.get((tidy, Level.OFF), ()) == ()
    if Level.SAFE in rules.levels:
        assert len(sent[tidy, Level.SAFE]) <= len(sent[tidy, Level.ALL])


@pytest.mark.parametrize("rules", EVERY_RULES)
def test_some_deals_can_be_solved_or_are_proved_lost(rules):
    """Guards the laws above against a solver that knows nothing."""
    if not (rules.foundations or rules.rank_piles or rules.turning):
        return
    starts = (
        Position.start(Deal.numbered(rules, str(number))) for number in range(1, SOLVED_DEALS + 1)
    )
    assert any(solve(start, SMALL).verdict is not Verdict.UNKNOWN for start in starts)
