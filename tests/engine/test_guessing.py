"""Guesses rest on what was turned up: where the unseen cards really lie weighs nothing."""

import random

from engine import Deal, Move, Position, variant
from engine.solver.rank_piles import open_orders, weigh

SEEN = 5


def test_the_true_order_of_the_stock_weighs_nothing():
    rules = variant("german-clock").with_options()
    for number in range(1, 11):
        order = list(Deal.numbered(rules, str(number)).order or ())
        unseen = order[SEEN:]
        random.Random(number).shuffle(unseen)  # noqa: S311 - repeatable, no secret
        twins = [
            Position.replay(Deal.of_order(rules, cards), [Move.parse("draw")] * SEEN)
            for cards in (order, order[:SEEN] + unseen)
        ]
        for suits in open_orders(twins[0]):
            ours, theirs = (weigh(twin, suits, 7, 40) for twin in twins)
            assert ours == theirs
