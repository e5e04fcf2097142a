"""Points: any win outscores any loss, and quicker, shorter, further is never worth less."""

from hypothesis import given
from hypothesis import strategies as st

from engine import score
from engine.variant import Par
from tests.engine.strategies import law

pars = st.builds(
    Par, seconds=st.integers(1, 10_000), moves=st.integers(1, 1_000), source=st.just("made up")
)
sizes = st.integers(1, 104)
times = st.integers(0, 10**12)
counts = st.integers(0, 10**6)


def points(par, placed, of, *, won, time=0, moves=0):
    return score(
        par, best_placed=min(placed, of), to_place=of, won=won, elapsed_ms=time, moves=moves
    )


@law
@given(pars, sizes, counts, st.tuples(times, counts), st.tuples(times, counts))
def test_any_win_outscores_any_loss(par, of, placed, won_in, lost_in):
    win = points(par, of, of, won=True, time=won_in[0], moves=won_in[1])
    loss = points(par, placed, of, won=False, time=lost_in[0], moves=lost_in[1])
    assert 0 <= loss <= 500
    assert 1500 <= win <= 2000


@law
@given(pars, sizes, sizes, sizes)
def test_a_loss_is_worth_its_best_share_alone(par, of, less, more):
    less, more = sorted((less, more))
    assert points(par, less, of, won=False) <= points(par, more, of, won=False)
    assert points(par, less, of, won=False) == points(par, less, of, won=False, time=9, moves=9)
    assert points(par, 0, of, won=False) == 0
    assert points(par, of, of, won=False) == 500


@law
@given(pars, sizes, st.tuples(times, times), st.tuples(counts, counts))
def test_time_and_moves_only_ever_cost(par, of, spent, made):
    quick, slow = sorted(spent)
    few, many = sorted(made)
    best = points(par, of, of, won=True, time=quick, moves=few)
    assert best >= points(par, of, of, won=True, time=slow, moves=few)
    assert best >= points(par, of, of, won=True, time=quick, moves=many)


def test_points_by_hand():
    par = Par(seconds=300, moves=45, source="made up")

    def worth(placed, *, won=False, time=0, moves=0):
        return points(par, placed, 40, won=won, time=time, moves=moves)

    assert worth(7) == 87
    assert worth(39) == 487
    assert worth(40, won=True) == 2000
    assert worth(40, won=True, time=150_000, moves=45) == 1500 + 150 + 100
    assert worth(40, won=True, time=300_000, moves=90) == 1500
    assert worth(40, won=True, time=10**12, moves=10**6) == 1500
