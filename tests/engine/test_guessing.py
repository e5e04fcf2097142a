"""Guesses rest on what was turned up: where the unseen cards really lie weighs nothing."""

import random

import pytest

from engine import Deal, Move, Position, variant
from engine.guessing import guess
from engine.solver.openings import CERTAIN, SAMPLES, Prospect, learned_weights, prospects, worth
from engine.solver.rank_piles import chances, line_of, open_orders

SEEN = 5
RULES = variant("german-clock").with_options()


def drawn(cards, count=SEEN):
    """Draw so many cards from a pack in this order, placing none."""
    return Position.replay(Deal.of_order(RULES, cards), [Move.parse("draw")] * count)


def pack(number):
    return list(Deal.numbered(RULES, str(number)).order or ())


def test_the_true_order_of_the_stock_weighs_nothing():
    for number in range(1, 11):
        order = pack(number)
        unseen = order[SEEN:]
        random.Random(number).shuffle(unseen)  # noqa: S311 - repeatable, no secret
        twins = [drawn(cards) for cards in (order, order[:SEEN] + unseen)]
        ours, theirs = (chances(twin, 7, 40) for twin in twins)
        assert ours == theirs
        assert guess(twins[0]) == guess(twins[1])


@pytest.mark.parametrize("number", range(1, 7))
def test_with_one_card_unseen_greedy_play_in_each_order_is_known(number):
    """Then every sample is the truth, and the exact solver says the same."""
    position = drawn(pack(number), 51)
    found = chances(position, 1, 3)
    assert [order for order, _, _ in found] == open_orders(position)
    for order, placed, left in found:
        after = position.copy()
        after.play(Move.parse("draw"))
        assert left == (3 if line_of(after, order) else 0)
        if placed is not None:
            assert placed == (3 if line_of(position, order) else 0)


def test_a_choice_is_worth_no_less_than_to_settle_for_the_best_order():
    for number in range(1, 9):
        for prospect in prospects(drawn(pack(number), 3), number):
            surely = prospect.best * CERTAIN // SAMPLES
            assert surely <= worth(prospect, learned_weights())
            assert surely == worth(prospect, {})


def test_the_weights_fit_the_signs():
    weights = learned_weights()
    for number in range(1, 4):
        placed, left = prospects(drawn(pack(number), 1), number)
        for each in (placed, left):
            assert isinstance(each, Prospect)
            assert len(weights[each.choice]) == len(each.signs)
