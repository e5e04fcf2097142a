"""Samples of the figures that theory gives; the command of `probabilities` has them whole."""

from math import isclose

import pytest

from tests.engine import probabilities

SAMPLES = [
    pytest.param(probabilities.clock, 3_000, id="clock"),
    pytest.param(probabilities.la_montre, 2_000, id="la-montre"),
    pytest.param(probabilities.german_clock, 400, id="german-clock"),
]


@pytest.mark.parametrize(("measure", "deals"), SAMPLES)
def test_a_sample_is_as_theory_has_it(measure, deals):
    wrong = [figure for figure in measure(deals) if not figure.holds]
    assert not wrong


@pytest.mark.parametrize(("name", "fans"), [("clover-leaf", 16), ("alexander-the-great", 12)])
def test_most_deals_begin_with_a_card_that_fits(name, fans):
    assert probabilities.fitting(name, fans, 1_000).holds


def test_only_the_lowest_hidden_card_of_a_pile_can_win():
    assert probabilities.higher_places(300).measured == 0


def test_the_chances_of_turning_add_up():
    chances = {cards: probabilities.chance_of_turning(cards) for cards in range(1, 53)}
    assert isclose(sum(chances.values()), 1)
    assert isclose(chances[52], probabilities.CLOCK_WON)
    mean = sum(cards * chance for cards, chance in chances.items())
    assert isclose(mean, probabilities.MEAN_TURNED)


def test_a_wrong_share_is_noticed():
    """Guards the tests above: the allowance for small samples is not so wide that all passes."""
    figure = probabilities.share("half", 50, of=100, expected=1 / 13, within=0.003)
    assert not figure.holds
