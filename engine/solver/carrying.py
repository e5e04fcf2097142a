"""The moves on the board by which runs are joined and cards laid, as `engine.solver.runs` has it.

Compiled, without a Python face; types stand in carrying.pxd.
"""

import cython
from cython.cimports.engine.solver.runs import (
    exchangeable,
    joinable,
    lay,
    onto,
    place_for,
    read_runs,
    settle,
)
from cython.cimports.engine.solver.search import step
from cython.cimports.libc.string import memcmp


def carry(t, b, path, source, count, target):
    """Carry the upper cards of a pile to another, card by card, and leave all else as it was.

    False where they find no room on the way; the board is then somewhere between.
    """
    k: cython.int
    pile: cython.int
    segments: cython.int = 1
    over: u8[CARDS]
    n: cython.int = b.n[source]
    for k in range(1, count):
        pile = _fitting(t, b, source, target, b.card[source][n - k])
        if pile < 0 or k > 12:
            segments += 1
        over[k] = cython.cast(u8, pile)
    if segments > 1:
        return _in_two(t, b, path, source, count, target, segments)
    for k in range(1, count):
        if not step(t, b, path, _one(source, over[k])):
            return False
    if not step(t, b, path, _one(source, target)):
        return False
    for k in range(count - 1, 0, -1):
        if not step(t, b, path, _one(over[k], target)):
            return False
    return True


def _in_two(t, b, path, source, count, target, segments):
    """Carry the upper half of the segments to an empty pile, the others home, and then the half."""
    i: cython.int
    k: cython.int = 0
    wanted: cython.int = segments // 2
    empty: cython.int = -1
    n: cython.int = b.n[source]
    for i in range(t.nt):
        if b.n[t.t0 + i] == 0 and t.t0 + i != target:
            empty = t.t0 + i
    if empty < 0:
        return False
    while wanted > 0:
        k += 1
        if k > 12 or _fitting(t, b, source, target, b.card[source][n - k]) < 0:
            wanted -= 1
    return (
        carry(t, b, path, source, k, empty)
        and carry(t, b, path, source, count - k, target)
        and carry(t, b, path, empty, k, target)
    )


def _fitting(t, b, source, target, card):
    """Give another pile that a card can be laid on for a while, or -1."""
    i: cython.int
    pile: cython.int
    bit: u64 = cython.cast(u64, 1) << card
    for i in range(t.nt):
        pile = t.t0 + i
        if pile == source or pile == target or b.n[pile] == 0 or b.n[pile] >= t.cap:
            continue
        if t.packing[b.card[pile][b.n[pile] - 1]] & bit:
            return pile
    return -1


def join(t, b, path):
    """Join two runs on the board; 1 when done, 0 where none can be joined, -1 where it failed."""
    r: Runs
    i: cython.int
    read_runs(t, b, cython.address(r))
    i = joinable(cython.address(r))
    if i < 0:
        return 0
    target: cython.int = t.t0 + onto(cython.address(r), i)
    return 1 if carry(t, b, path, t.t0 + i, b.n[t.t0 + i], target) else -1


def settle_board(t, b, path):
    """Join runs on the board until none can be joined; False where that fails."""
    joined: cython.int = 1
    while joined == 1:
        joined = join(t, b, path)
    return joined == 0


def lay_waste(t, b, path):
    """Lay the top card of the waste; False where it has no place.

    Runs are joined, shortest first, only as far as the card needs it: until laying it and joining
    the rest comes to the same as joining all and then laying it.
    """
    joined: Runs
    now: Runs
    rank: cython.int = b.card[t.waste][b.n[t.waste] - 1] % 13
    pile: cython.int
    done: cython.int
    read_runs(t, b, cython.address(joined))
    settle(cython.address(joined))
    if not lay(cython.address(joined), rank):
        return False
    while True:
        read_runs(t, b, cython.address(now))
        pile = place_for(cython.address(now), rank)
        if (
            pile >= 0
            and lay(cython.address(now), rank)
            and _alike(cython.address(now), cython.address(joined))
        ):
            return step(t, b, path, _one(t.waste, t.t0 + pile))
        done = join(t, b, path)
        if done < 0 or (done == 0 and not _exchange(t, b, path)):
            return False


def _exchange(t, b, path):
    """Exchange on the board what lies under two neighbouring tops, as `settle` does."""
    r: Runs
    i: cython.int
    j: cython.int = 0
    read_runs(t, b, cython.address(r))
    i = exchangeable(cython.address(r), cython.address(j))
    return i >= 0 and step(t, b, path, _one(t.t0 + i, t.t0 + j))


def _alike(r, s):
    return memcmp(r.top, s.top, r.count) == 0 and memcmp(r.length, s.length, r.count) == 0


def _one(source, target):
    return cython.cast(u16, target | source << 5 | 1 << 10)
