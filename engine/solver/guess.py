"""How far a win may be: a guess, for the order in which positions are looked at.

A sum of what stands in the way, with the weights of `engine.hindrances`. A card waits for those
that must go up before it on its foundation. What a card of the tableau adds hangs on the cards
below it alone, so a move that touches no foundation changes what the carried cards add, and no
more. Compiled; types stand in guess.pxd: this file has no Python face.
"""

import cython


def distance(t, b):
    """Guess how far a win is."""
    sight: Sight
    look(t, b, cython.address(sight))
    return _scale(t, b, sight.total, sight.spare)


def look(t, b, sight):
    """Note what each card of a position adds, for `distance_after`."""
    i: cython.int
    sight.total = _unevenness(t, b)
    sight.spare = 0
    for i in range(t.c0, t.c0 + t.nc):
        _look_at(t, b, sight, i)
    for i in range(t.t0, t.t0 + t.nt):
        _look_at(t, b, sight, i)


def look_again(t, b, sight, move):
    """Bring `look` up to date after a carry that touched no foundation."""
    i: cython.int
    pile: cython.int
    for i in range(2):
        pile = move >> 5 * i & 31
        if t.kind[pile] == CELL or t.kind[pile] == TABLEAU:
            sight.total -= sight.in_pile[pile]
            sight.spare -= sight.is_empty[pile]
            _look_at(t, b, sight, pile)


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
            total -= t.weights.empty
            spare += 1
    elif t.kind[source] == CELL:
        total -= sight.in_pile[source]
        spare += 1
    if t.kind[target] == CELL:
        total += _held(t, b, b.card[source][at])
        spare -= 1
    elif t.kind[target] == TABLEAU:
        if b.n[target] == 0:
            total += t.weights.empty
            spare -= 1
        on = sight.lying[target]
        for k in range(at, b.n[source]):
            total += _lay(t, b, cython.address(on), b.card[source][k])
    return _scale(t, b, total, spare)


def _look_at(t, b, sight, pile):
    k: cython.int
    worth: cython.int
    total: cython.int = 0
    on: Lying
    if t.kind[pile] == CELL:
        total = _held(t, b, b.card[pile][0]) if b.n[pile] != 0 else 0
    else:
        _lie_bare(cython.address(on))
        for k in range(b.n[pile]):
            worth = _lay(t, b, cython.address(on), b.card[pile][k])
            sight.worth[pile][k] = worth
            total += worth
        sight.lying[pile] = on
        if b.n[pile] == 0:
            total -= t.weights.empty
    sight.is_empty[pile] = b.n[pile] == 0
    sight.spare += sight.is_empty[pile]
    sight.in_pile[pile] = total
    sight.total += total


def _lie_bare(on):
    on.fits = cython.cast(u64, -1)
    on.soonest = CARDS
    on.nexts = on.afters = 0


def _lay(t, b, on, card):
    """Give what a card adds on top of a pile, and note that it lies there."""
    wait: cython.int = t.height[card] - b.n[t.home[card]]
    worth: cython.int = t.weights.cover * on.nexts + t.weights.cover_after * on.afters
    worth += t.weights.block if wait > on.soonest else 0
    worth += 0 if on.fits >> card & 1 else t.weights.breach
    on.soonest = wait if wait < on.soonest else on.soonest
    on.nexts += wait == 0
    on.afters += wait == 1
    on.fits = t.packing[card]
    return worth


def _held(t, b, card):
    """Give what a card in a cell adds."""
    return t.weights.cell + t.weights.cell_wait * (t.height[card] - b.n[t.home[card]])


def _unevenness(t, b):
    i: cython.int
    low: cython.int = CARDS
    high: cython.int = 0
    if t.weights.uneven == 0:
        return 0
    for i in range(t.f0, t.f0 + t.nf):
        low = b.n[i] if b.n[i] < low else low
        high = b.n[i] if b.n[i] > high else high
    return t.weights.uneven * (high - low)


def _scale(t, b, in_the_way, spare):
    if spare == 0:
        in_the_way += t.weights.none_spare
    elif spare == 1:
        in_the_way += t.weights.one_spare
    return (t.weights.home * (t.to_place - b.placed) + in_the_way) // 4 + 100
