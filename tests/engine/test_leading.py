"""Ways to a win through automatic play: what they tell is what happens to who sends their moves."""

import pytest

from engine import (
    Budget,
    Deal,
    Level,
    Position,
    Status,
    Verdict,
    catalogue,
    collect,
    find_way,
    hint_of_plan,
    solve,
    variant,
    way_along,
)
from engine.lines import codes
from tests.engine.every import name_of, rules_of
from tests.engine.walks import circles, play_unit

ENOUGH = Budget(states=50_000)
RULES = [rules for each in catalogue() if not each.rules.hides for rules in rules_of(each)]
OPEN = [pytest.param(rules, id=name_of(rules)) for rules in RULES]
PLAYED = [
    pytest.param(rules, level, id=f"{name_of(rules)}-{level}")
    for rules in RULES
    for level in rules.levels
    if level is not Level.OFF
]
LED = ("beleaguered-castle", "grandfathers-clock", "fan", "clover-leaf")

LEADING_ON = ("grandfathers-clock", "cruel", "fan", "shamrocks")  # nothing dealt leads back


def solved(rules, level, *, deals=6):
    """Give positions that automatic play leaves of deals, with a line that wins from each."""
    for number in range(1, deals + 1):
        position = Position.start(Deal.numbered(rules, str(number)))
        for move in collect(position, level):
            position.follow(move)
        solution = solve(position, ENOUGH)
        if solution.verdict is Verdict.WINNABLE:
            yield position, solution.line


@pytest.mark.parametrize(("rules", "level"), PLAYED)
def test_who_sends_the_moves_of_a_way_wins_and_sees_no_position_twice(rules, level):
    found = 0
    for position, line in solved(rules, level):
        way = find_way(position, line, level, ENOUGH)
        if way is None:
            continue
        found += 1
        ahead, seen = position.copy(), {position.truth()}
        for move in way.sent:
            assert ahead.status() is Status.PLAYING
            play_unit(ahead, move, level)
            assert ahead.truth() not in seen
            seen.add(ahead.truth())
        assert ahead.status() is Status.WON
        assert ahead.line == position.line + way.plan
    assert found


@pytest.mark.parametrize("name", LED)
def test_a_way_is_found_where_automatic_play_leaves_the_line(name):
    for position, line in solved(variant(name).with_options(), Level.ALL):
        assert find_way(position, line, Level.ALL, ENOUGH) is not None


def test_automatic_play_leaves_lines_that_do_not_ask_for_it():
    ways = [
        way_along(position, line, Level.ALL)
        for position, line in solved(variant("freecell").with_options(), Level.ALL)
    ]
    assert None in ways
    for position, line in solved(variant("freecell").with_options(), Level.OFF):
        way = way_along(position, line, Level.OFF)
        assert way is not None
        assert (way.sent, codes(way.plan)) == (line, codes(position.pack(line)))


def test_where_little_may_be_searched_there_is_no_way_rather_than_a_wrong_one():
    few = Budget(states=5)
    for position, line in solved(variant("freecell").with_options(), Level.ALL):
        way = find_way(position, line, Level.ALL, few)
        assert way is None or way == way_along(position, line, Level.ALL)


@pytest.mark.parametrize("rules", OPEN)
def test_a_plan_does_without_what_only_leads_back(rules):
    """Moves taken back are put before the plan; they may have gone to and fro."""
    cut = 0
    for position, line in solved(rules, Level.OFF):
        plain = hint_of_plan(position, position.pack(line))
        assert plain is not None
        for circle in circles(position):
            told = hint_of_plan(position, position.pack([*circle, *line]))
            assert told == plain
            cut += 1
    assert cut or rules.variant in LEADING_ON
