"""Learn the weights of `engine.solver.prospects` by play against shuffled stocks.

Temporal differences: the chance given to a position before a draw is moved towards the chance given
before the next one, or towards what the game came to. Each weight has a rate of its own, the more
cautious the more its corrections contradict each other. Nothing of it runs when hints are given;
`bench/learn_ascending.py` calls it, and what came of that is `prospects.json`.

Compiled; types stand in learning.pxd.
"""

import cython
from cython.cimports.engine.solver.prospects import (
    MOST_SIGNS,
    NEEDS,
    WEIGHTS,
    draw,
    is_over,
    lay_top,
    signs,
)
from cython.cimports.engine.solver.runs import settle
from cython.cimports.libc.math import exp, fabs
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memset

STEP = cython.declare(cython.float, 10.0)


def starting_weights():
    """Give weights to begin with, knowing only that waste cards without a place are bad."""
    weights = [0.0] * WEIGHTS
    for needs in range(16):
        for left in range(97):
            weights[NEEDS + needs * 97 + left] = -0.3 * needs
    return [weights, [0.0] * WEIGHTS, [0.0] * WEIGHTS]


def practise(state, *, piles, games, rate, seed):
    """Play games and learn; give weights and their corrections so far, and how many were won."""
    learner: Learner
    s: Sight
    i: cython.int
    k: cython.int
    count: cython.int = games
    size: cython.int = piles
    speed: cython.float = rate
    won: cython.int = 0
    held = cython.cast(cython.p_float, malloc(3 * WEIGHTS * cython.sizeof(cython.float)))
    if held == cython.NULL:
        raise MemoryError
    for k in range(3):
        for i in range(WEIGHTS):
            held[k * WEIGHTS + i] = state[k][i]
    learner.weights, learner.signed_errors = held, held + WEIGHTS
    learner.errors, learner.chance = held + 2 * WEIGHTS, seed
    with cython.nogil:
        for i in range(count):
            won += play(cython.address(learner), size, speed, cython.address(s)) > 0
    learned = [[held[k * WEIGHTS + i] for i in range(WEIGHTS)] for k in range(3)]
    free(held)
    return learned, won


def play(learner, piles, rate, s):
    """Play one game, always as looks best, and learn from it; 1 when it was won."""
    stock: u8[CARDS]
    before: cython.int[MOST_SIGNS]
    found: cython.int[MOST_SIGNS]
    counted: cython.int = 0
    count: cython.int = 0
    expected: cython.float = 0
    best: cython.float
    value: cython.float
    chosen: Sight
    _deal(learner, piles, s, stock)
    settle(cython.address(s.runs))
    while s.left > 0:
        chosen = s[0]
        best = _value(learner, s, found, cython.address(count))
        while lay_top(s):
            value = _value(learner, s, found, cython.address(count))
            if value > best:
                best = value
                chosen = s[0]
        s[0] = chosen
        if counted > 0:
            _correct(learner, before, counted, best - expected, rate)
        expected = _value(learner, s, before, cython.address(counted))
        draw(s, stock[s.left - 1])
    while lay_top(s):
        pass
    value = 1 if is_over(s) else 0
    _correct(learner, before, counted, value - expected, rate)
    return value


def _value(learner, s, found, count):
    """Give the chance of a win, and the signs it rests on."""
    i: cython.int
    total: cython.float = 0
    count[0] = signs(s, found)
    for i in range(count[0]):
        total += learner.weights[found[i]]
    return cython.cast(cython.float, 1 / (1 + exp(-total)))


def _correct(learner, found, count, error, rate):
    i: cython.int
    at: cython.int
    share: cython.float
    for i in range(count):
        at = found[i]
        share = 1
        if learner.errors[at] > 0:
            share = cython.cast(cython.float, fabs(learner.signed_errors[at]) / learner.errors[at])
        learner.weights[at] += rate * STEP * share * error / count
        learner.signed_errors[at] += error
        learner.errors[at] += cython.cast(cython.float, fabs(error))


def _deal(learner, piles, s, stock):
    """Shuffle two packs, and lay out a card to each pile."""
    i: cython.int
    j: cython.int
    card: u8
    memset(s, 0, cython.sizeof(Sight))
    for i in range(CARDS):
        stock[i] = i % 13
    for i in range(CARDS - 1, 0, -1):
        j = cython.cast(cython.int, _next_random(cython.address(learner.chance)) % (i + 1))
        card = stock[i]
        stock[i] = stock[j]
        stock[j] = card
    s.left = CARDS - piles
    for i in range(s.left):
        s.unseen[stock[i]] += 1
    s.runs.count = piles
    s.runs.cap = 255
    for i in range(piles):
        s.runs.top[i] = stock[s.left + i]
        s.runs.length[i] = 1
        s.runs.tops[s.runs.top[i]] += 1


def _next_random(state):
    """Give the next 64 bits of splitmix64."""
    z: u64
    state[0] += cython.cast(u64, 0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> 30)) * cython.cast(u64, 0xBF58476D1CE4E5B9)
    z = (z ^ (z >> 27)) * cython.cast(u64, 0x94D049BB133111EB)
    return z ^ (z >> 31)
