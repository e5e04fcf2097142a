"""What hypothesis draws: deals by number, and positions reached by walks of several manners."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from engine import Deal, Position, Rules
from engine.deals import HIGHEST_NUMBER
from tests.engine.walks import Manner, walked

LONGEST_WALK = 150

law = settings(
    max_examples=12,  # of every rules value; the machine may be busy, so nothing is timed
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)

seeds = st.integers(0, 2**32 - 1)


def deals(rules: Rules) -> st.SearchStrategy[Deal]:
    """Draw deals by their number, small numbers and huge ones."""
    highest = HIGHEST_NUMBER[rules.shuffle]
    numbers = st.one_of(st.integers(1, 1000), st.integers(1, highest))
    return numbers.map(lambda number: Deal.numbered(rules, str(number)))


@st.composite
def positions(draw: st.DrawFn, rules: Rules) -> Position:
    """Draw positions from the beginning to the end of games."""
    deal = draw(deals(rules))
    manner = draw(st.sampled_from(Manner))
    return walked(deal, manner, seed=draw(seeds), length=draw(st.integers(0, LONGEST_WALK)))
