"""Piles that are built up in any suit: each is a run, known by its top rank and its length.

Where every pile is built up by one rank, round the corner and whatever the suits, without
foundations, suits mean nothing, and neither do most moves from pile to pile: moving x onto x-1
leaves piles with the same tops. What a player decides is to draw, or to lay the top card of the
waste; the rest can be done in one way that is as good as most:

Joining. A run from a to x can be carried onto a top of rank a-1 if its cards find room on the way.
A card y needs a top of rank y-1 on another pile; where there is none (a *gap*) an empty pile serves
instead. Gaps cut the run into segments that are carried as single cards are, so with e empty piles
2^e segments can go. Joining frees a pile, and with that pile the run can be carried back. So runs
are joined whenever they can be, the shortest first.

Splitting. To carry the upper part of a run, from t+1, to an empty pile shows a top of rank t. All
it is good for is to lay a t+1 there, and the same tops come about by laying that card on the empty
pile. So runs are never split.

Exchanging. Carrying x to x-1 exchanges what lies under the two. It matters when one of them is laid
upon and they are neighbours no more: the higher of two neighbouring tops is given the longer run.

Laying. A card goes onto a top one rank lower where there is one, for from an empty pile it would be
joined to that top at once. Where there is none it goes to an empty pile.

This is narrower than the rules: what it wins is won, but where it fails nothing is proved. With a
cap lengths matter, nothing is exchanged, and it is narrower still. A pile with cards under its run
that do not belong to it (imported layouts) counts as a run that cannot be carried away.

The moves on the board are made in `engine.solver.carrying`. Compiled; types stand in runs.pxd.
"""

import cython
from cython.cimports.engine.generate import run_length


def read_runs(t, b, r):
    """Read the tableau of a position."""
    i: cython.int
    n: cython.int
    for i in range(13):
        r.tops[i] = 0
    r.count = cython.cast(u8, t.nt)
    r.cap = cython.cast(u8, t.cap)
    r.empty = 0
    for i in range(t.nt):
        n = b.n[t.t0 + i]
        r.length[i] = cython.cast(u8, n)
        r.top[i] = 0
        if n == 0:
            r.empty += 1
            continue
        r.top[i] = b.card[t.t0 + i][n - 1] % 13
        if n < t.cap:
            r.tops[r.top[i]] += 1
        if run_length(t, b, t.t0 + i) < n:
            r.length[i] += MIXED_PILE


def below(rank):
    """Give the rank on which a rank is laid."""
    return rank - 1 if rank != 0 else 12


def onto(r, pile):
    """Give the pile that a whole run can be joined to, or -1; of several the better."""
    j: cython.int
    size: cython.int
    held: cython.int = 0
    best: cython.int = -1
    k: cython.int
    gaps: cython.int = 0
    length: cython.int = r.length[pile]
    rank: cython.int = r.top[pile]
    segments: cython.int = 1 << (r.empty if r.empty < ROOM else ROOM)
    if length == 0 or length > LONGEST or length >= r.cap:
        return -1
    for k in range(length - 1):
        rank = below(rank)
        # a second time round the ranks, the tops met the first time have been built upon
        if r.tops[rank] == 0 or k >= 12:
            gaps += 1
            if gaps == segments:
                return -1
    rank = below(rank)
    if r.tops[rank] == 0:
        return -1
    for j in range(r.count):
        if j == pile or r.length[j] == 0 or r.top[j] != rank:
            continue
        size = r.length[j] & 127
        if size + length <= r.cap and (best < 0 or _better(r, size, held)):
            best, held = j, size
    return best


def _better(r, size, than):
    """Tell whether a longer pile, or with a cap a shorter one, is the better to build upon."""
    return size > than if r.cap == 255 else size < than


def joinable(r):
    """Give the shortest run that can be joined to another, or -1; of several the lowest top's."""
    i: cython.int
    size: cython.int
    best: cython.int = -1
    least: cython.int = 0
    for i in range(r.count):
        size = r.length[i] * 13 + r.top[i]
        if (best < 0 or size < least) and onto(r, i) >= 0:
            best = i
            least = size
    return best


def settle(r):
    """Join runs until none can be joined, exchanging what lies under neighbouring tops besides."""
    i: cython.int
    j: cython.int
    while True:
        i = joinable(r)
        if i >= 0:
            j = onto(r, i)
            r.tops[r.top[j]] -= 1
            r.top[j] = r.top[i]
            r.length[j] += r.length[i]
            if (r.length[j] & 127) == r.cap:
                r.tops[r.top[j]] -= 1
            r.length[i] = r.top[i] = 0
            r.empty += 1
            continue
        i = exchangeable(r, cython.address(j))
        if i < 0:
            break
        r.top[i], r.top[j] = r.top[j], r.top[i]
        r.length[i] -= 1
        r.length[j] += 1
    if r.cap == 255:
        _sort(r)


def exchangeable(r, lower):
    """Give a pile whose top could as well lie on a longer pile, and that pile; or -1.

    Of two neighbouring tops the higher has the longer run, where one may choose.
    """
    i: cython.int
    j: cython.int
    key: cython.int
    least: cython.int = 0
    best: cython.int = -1
    if r.cap != 255:
        return -1
    for i in range(r.count):
        if r.length[i] < 2 or r.length[i] >= MIXED_PILE or r.tops[below(r.top[i])] == 0:
            continue
        for j in range(r.count):
            if r.length[j] == 0 or r.length[j] >= MIXED_PILE or r.top[j] != below(r.top[i]):
                continue
            key = (r.top[i] * 128 + r.length[i]) * 128 - r.length[j]
            if r.length[i] - 1 < r.length[j] and (best < 0 or key < least):
                least = key
                best = i
                lower[0] = j
    return best


def _sort(r):
    """Give piles that differ in their places only the same places."""
    i: cython.int
    k: cython.int
    top: u8
    length: u8
    for i in range(1, r.count):
        top, length = r.top[i], r.length[i]
        k = i
        while k > 0 and r.length[k - 1] * 13 + r.top[k - 1] > length * 13 + top:
            r.top[k], r.length[k] = r.top[k - 1], r.length[k - 1]
            k -= 1
        r.top[k], r.length[k] = top, length


def place_for(r, rank):
    """Give the pile where a card of this rank is laid, or -1; of several the better."""
    j: cython.int
    size: cython.int
    held: cython.int = 0
    best: cython.int = -1
    needed: cython.int = below(rank)
    if r.tops[needed] != 0:
        for j in range(r.count):
            size = r.length[j] & 127
            if r.top[j] == needed and 0 < size < r.cap and (best < 0 or _better(r, size, held)):
                best, held = j, size
        return best
    for j in range(r.count):
        if r.length[j] == 0:
            return j
    return -1


def lay(r, rank):
    """Lay a card, and join what can be joined then; False where it has no place."""
    pile: cython.int = place_for(r, rank)
    if pile < 0:
        return False
    if r.length[pile] == 0:
        r.empty -= 1
    else:
        r.tops[r.top[pile]] -= 1
    r.top[pile] = cython.cast(u8, rank)
    r.length[pile] += 1
    if (r.length[pile] & 127) != r.cap:
        r.tops[rank] += 1
    settle(r)
    return True


def all_full(r):
    """Tell whether every pile is empty or at its cap; True where there is none."""
    i: cython.int
    for i in range(r.count):
        if r.length[i] != 0 and (r.length[i] & 127) != r.cap and r.cap != 255:
            return False
    return True
