"""The whole space of a position of runs: the proof that it is lost, where the space is small.

Every legal move is made, so nothing has to be argued but what is the same: where piles are built up
whatever the suits, a pile is known by its top rank and its length, and piles may change places.
Positions are gone through breadth first; the win found first is a shortest one.

Compiled; types stand in exhausting.pxd.
"""

import cython
from cython.cimports.engine.solver.runs import MIXED_PILE, all_full, below, read_runs
from cython.cimports.engine.solver.search import note
from cython.cimports.libc.stdlib import calloc, free, malloc
from cython.cimports.libc.string import memset

from engine.solver.verdicts import Verdict


def exhaust(position, most_states, memory, stop):
    """Search all that can be reached; give verdict, codes of the line, states."""
    space: Space
    root: cython.pointer(State)
    i: cython.int
    at: cython.int
    t: cython.pointer(RuleTable) = position.table
    b: cython.pointer(Board) = cython.address(position.board)
    size: cython.long = cython.sizeof(State) + 32
    space.most = min(most_states, memory // size) + 1
    space.mask = 1023
    while space.mask < 2 * cython.cast(u64, space.most):
        space.mask = 2 * space.mask + 1
    space.states = cython.cast(cython.pointer(State), malloc(space.most * cython.sizeof(State)))
    space.seen = cython.cast(cython.pointer(u64), calloc(space.mask + 1, 8))
    if space.states == cython.NULL or space.seen == cython.NULL:
        free(space.states)
        free(space.seen)
        raise MemoryError
    root = cython.address(space.states[0])
    memset(root, 0, cython.sizeof(State))
    read_runs(t, b, cython.address(root.runs))
    root.drawn = b.n[t.waste]
    space.total = b.n[t.waste] + b.n[t.stock]
    for i in range(space.total):
        if i < b.n[t.waste]:
            space.order[i] = b.card[t.waste][i] % 13
            _flip(root, i)
        else:
            space.order[i] = b.card[t.stock][space.total - 1 - i] % 13
    space.stock, space.waste, space.first_pile = t.stock, t.waste, t.t0
    space.stop = cython.address(stop.raised)
    with cython.nogil:
        at = _flood(cython.address(space))
    line = []
    states = space.count
    while at > 0:
        line.append(space.states[at].move)
        at = space.states[at].parent
    free(space.states)
    free(space.seen)
    if line:
        return Verdict.WINNABLE, line[::-1], states
    return (Verdict.LOST if at == 0 else Verdict.UNKNOWN), [], states


def _flood(space):
    """Give the place of a won position; 0 where there is none, -1 where a bound was reached."""
    i: cython.int
    at: cython.uint = 0
    found: cython.int
    space.count = 1
    _is_new(space, cython.address(space.states[0]))
    for i in range(space.states[0].runs.count):
        if space.states[0].runs.length[i] >= MIXED_PILE:
            return -1  # what lies under its run is not known here
    while at < space.count:
        found = _follow(space, at) if space.stop[0] == 0 else -1
        if found != 0:
            return found
        at += 1
    return 0


def _follow(space, at):
    """Make every move from a position; the place of a won one, 0 for none, -1 for no room left."""
    i: cython.int
    j: cython.int
    rank: cython.int
    empty: cython.bint
    s: State = space.states[at]
    n: State
    for i in range(-2, s.runs.count):
        empty = False
        if i == -2:
            rank = -1
        elif i == -1:
            rank = _top_of_waste(cython.address(s))
            rank = space.order[rank] if rank >= 0 else -1
        else:
            rank = s.runs.top[i] if s.runs.length[i] != 0 else -1
        if rank < 0 and i != -2:
            continue
        for j in range(1 if i == -2 else s.runs.count):
            n = s
            n.parent = at
            if i == -2:
                if s.drawn == space.total:
                    continue
                _flip(cython.address(n), s.drawn)
                n.drawn += 1
                n.move = cython.cast(u16, space.waste | space.stock << 5)
            else:
                # of several empty piles one is as good as another; a whole pile gains by none
                if s.runs.length[j] == 0 and (empty or (i >= 0 and s.runs.length[i] == 1)):
                    continue
                if i == j or not _put(cython.address(n.runs), j, rank):
                    continue
                empty = empty or s.runs.length[j] == 0
                if i >= 0:
                    _take(cython.address(n.runs), i)
                else:
                    _flip(cython.address(n), _top_of_waste(cython.address(s)))
                n.move = cython.cast(
                    u16,
                    (space.first_pile + j)
                    | (space.first_pile + i if i >= 0 else space.waste) << 5
                    | 1 << 10,
                )
            if not _is_new(space, cython.address(n)):
                continue
            if space.count == space.most:
                return -1
            space.states[space.count] = n
            space.count += 1
            if n.drawn == space.total and n.low | n.high == 0 and all_full(cython.address(n.runs)):
                return space.count - 1
    return 0


def _is_new(space, s):
    """Note a position; False when it was seen."""
    i: cython.int
    value: u64
    key: u64 = s.low * cython.cast(u64, 0xD6E8FEB86659FD93) + s.high * 31 + s.drawn
    key = (key ^ (key >> 32)) * cython.cast(u64, 0xBF58476D1CE4E5B9)
    for i in range(s.runs.count):
        if s.runs.length[i] != 0:
            value = (s.runs.top[i] * 256 + s.runs.length[i] + 1) * cython.cast(
                u64, 0x9E3779B97F4A7C15
            )
            value = (value ^ (value >> 30)) * cython.cast(u64, 0xBF58476D1CE4E5B9)
            value = (value ^ (value >> 27)) * cython.cast(u64, 0x94D049BB133111EB)
            key += value ^ (value >> 31)
    return note(space.seen, space.mask, key)


def _top_of_waste(s):
    i: cython.int
    for i in range(s.drawn - 1, -1, -1):
        if (s.low >> i & 1) if i < 64 else (s.high >> (i - 64) & 1):
            return i
    return -1


def _flip(s, place):
    """Put a card of the order on the waste, or take it from there."""
    if place < 64:
        s.low ^= cython.cast(u64, 1) << place
    else:
        s.high ^= cython.cast(u64, 1) << (place - 64)


def _put(r, pile, rank):
    """Lay a card on a pile; False where the rules forbid it."""
    if r.length[pile] != 0 and (r.top[pile] != below(rank) or r.length[pile] >= r.cap):
        return False
    r.top[pile] = cython.cast(u8, rank)
    r.length[pile] += 1
    return True


def _take(r, pile):
    """Take the top card of a run away."""
    r.length[pile] -= 1
    r.top[pile] = cython.cast(u8, below(r.top[pile]) if r.length[pile] != 0 else 0)
