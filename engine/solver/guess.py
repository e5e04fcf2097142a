"""How far a win may be: a guess, for the order in which positions are looked at.

A sum of what stands in the way, with the weights of `engine.hindrances`. A card waits for those
that must go up before it on its foundation. What a card of the tableau adds hangs on the cards
below it alone, so a move that touches no foundation changes what the carried cards add, and no
more. Compiled; types stand in guess.pxd: this file has no Python face.
"""

import cython
from cython.cimports.libc.string import memcmp, memset


def open_eyes(sight, weights):
    """Start to look with some weights, and see every pile anew."""
    sight.weights = weights
    memset(sight.heights, 255, PILES)
    memset(sight.n, 255, PILES)


def look(t, b, sight):
    """Note what each card of a position adds, for `distance` and `distance_after`.

    What was seen before stands where a pile holds the same cards and none of their foundations has
    changed: the next position to be looked at most often differs little from the last.
    """
    i: cython.int
    changed: cython.uint = _changed(t, b, sight)
    sight.total = _unevenness(t, b, sight)
    sight.spare = 0
    for i in range(t.f0, t.f0 + t.nf):
        sight.heights[i] = b.n[i]
    for i in range(t.c0, t.c0 + t.nc):
        sight.in_pile[i] = _held(t, b, sight, b.card[i][0]) if b.n[i] != 0 else 0
        sight.spare += b.n[i] == 0
        sight.total += sight.in_pile[i]
    for i in range(t.t0, t.t0 + t.nt):
        if changed & sight.awaits[i] or not _alike(b, sight, i):
            _look_at(t, b, sight, i)
        sight.spare += b.n[i] == 0
        sight.total += sight.in_pile[i]


def distance(t, b, sight):
    """Guess how far a win is, with what a position not far from it looked like."""
    i: cython.int
    total: cython.int = _unevenness(t, b, sight)
    spare: cython.int = 0
    changed: cython.uint = _changed(t, b, sight)
    for i in range(t.c0, t.c0 + t.nc):
        spare += b.n[i] == 0
        if b.n[i] != 0:
            total += _held(t, b, sight, b.card[i][0])
    for i in range(t.t0, t.t0 + t.nt):
        spare += b.n[i] == 0
        if changed & sight.awaits[i] or not _alike(b, sight, i):
            total += _weigh(t, b, sight, i)
        else:
            total += sight.in_pile[i]
    return _scale(t, b, sight, total, spare)


def distance_after(t, b, sight, move):
    """Guess how far a win will be after a carry that touches no foundation, not made yet."""
    source: cython.int = move >> 5 & 31
    target: cython.int = move & 31
    at: cython.int = b.n[source] - (move >> 10 & 15)
    k: cython.int
    total: cython.int = sight.total
    spare: cython.int = sight.spare
    on: Lying
    if t.kind[source] == TABLEAU:
        for k in range(at, b.n[source]):
            total -= sight.worth[source][k]
        if at == 0:
            total -= sight.weights.empty
            spare += 1
    elif t.kind[source] == CELL:
        total -= sight.in_pile[source]
        spare += 1
    if t.kind[target] == CELL:
        total += _held(t, b, sight, b.card[source][at])
        spare -= 1
    elif t.kind[target] == TABLEAU:
        if b.n[target] == 0:
            total += sight.weights.empty
            spare -= 1
        on = sight.lying[target]
        for k in range(at, b.n[source]):
            total += _lay(t, b, sight.weights, cython.address(on), b.card[source][k])
    return _scale(t, b, sight, total, spare)


def _changed(t, b, sight):
    """Give a bit for each foundation that is not as high as it was seen."""
    i: cython.int
    changed: cython.uint = 0
    for i in range(t.f0, t.f0 + t.nf):
        if b.n[i] != sight.heights[i]:
            changed |= cython.cast(cython.uint, 1) << i
    return changed


def _alike(b, sight, pile):
    """Tell whether a pile holds the cards that were seen last."""
    return b.n[pile] == sight.n[pile] and not memcmp(b.card[pile], sight.card[pile], b.n[pile])


def _look_at(t, b, sight, pile):
    k: cython.int
    card: cython.int
    worth: cython.int
    total: cython.int = 0
    awaits: cython.uint = 0
    w: Hindrances = sight.weights[0]
    on: Lying
    _lie_bare(cython.address(on))
    for k in range(b.n[pile]):
        card = b.card[pile][k]
        worth = _lay(t, b, cython.address(w), cython.address(on), card)
        sight.card[pile][k] = cython.cast(u8, card)
        sight.worth[pile][k] = worth
        awaits |= cython.cast(cython.uint, 1) << t.home[card]
        total += worth
    sight.n[pile] = b.n[pile]
    sight.lying[pile] = on
    sight.awaits[pile] = awaits
    sight.in_pile[pile] = total if b.n[pile] != 0 else -w.empty


def _weigh(t, b, sight, pile):
    """Give what a tableau pile adds."""
    k: cython.int
    total: cython.int = 0
    w: Hindrances = sight.weights[0]
    on: Lying
    if b.n[pile] == 0:
        return -w.empty
    _lie_bare(cython.address(on))
    for k in range(b.n[pile]):
        total += _lay(t, b, cython.address(w), cython.address(on), b.card[pile][k])
    return total


def _lie_bare(on):
    on.fits = cython.cast(u64, -1)
    on.soonest = CARDS
    on.nexts = on.afters = 0


def _lay(t, b, w, on, card):
    """Give what a card adds on top of a pile, and note that it lies there."""
    wait: cython.int = t.height[card] - b.n[t.home[card]]
    worth: cython.int = w.cover * on.nexts + w.cover_after * on.afters
    worth += w.block if wait > on.soonest else 0
    worth += 0 if on.fits >> card & 1 else w.breach
    on.soonest = wait if wait < on.soonest else on.soonest
    on.nexts += wait == 0
    on.afters += wait == 1
    on.fits = t.packing[card]
    return worth


def _held(t, b, sight, card):
    """Give what a card in a cell adds."""
    return sight.weights.cell + sight.weights.cell_wait * (t.height[card] - b.n[t.home[card]])


def _unevenness(t, b, sight):
    i: cython.int
    low: cython.int = CARDS
    high: cython.int = 0
    if sight.weights.uneven == 0:
        return 0
    for i in range(t.f0, t.f0 + t.nf):
        low = b.n[i] if b.n[i] < low else low
        high = b.n[i] if b.n[i] > high else high
    return sight.weights.uneven * (high - low)


def _scale(t, b, sight, in_the_way, spare):
    if spare == 0:
        in_the_way += sight.weights.none_spare
    elif spare == 1:
        in_the_way += sight.weights.one_spare
    return (sight.weights.home * (t.to_place - b.placed) + in_the_way) // 4 + 100
