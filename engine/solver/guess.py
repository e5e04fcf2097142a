"""How far a win may be: a guess, for the order in which positions are looked at.

A sum of what stands in the way: cards not home, cards lying on one of the pile that is needed
sooner, neighbours out of sequence, cards lying on the next ones to go up, cells in use, and, less,
empty piles; the weights (`Tables.weights`) were found by trying. What a card adds hangs on the
cards below it alone, so a move that sends no card home changes what the carried cards add.
Compiled; types stand in guess.pxd: this file has no Python face.
"""

import cython


def distance(t, b):
    """Guess how far a win is."""
    sight: Sight
    look(t, b, cython.address(sight))
    return _scale(t, b, sight.total)


def look(t, b, sight):
    """Note what each card of a position adds, for `distance_after`."""
    i: cython.int
    k: cython.int
    card: cython.int
    wait: cython.int
    worth: cython.int
    soonest: cython.int
    nexts: cython.int
    total: cython.int = 0
    fits: u64
    for i in range(t.piles):
        if t.kind[i] == CELL:
            total += t.weights[4] if b.n[i] else 0
        if t.kind[i] != TABLEAU:
            continue
        if b.n[i] == 0:
            total -= t.weights[5]
        soonest = CARDS
        nexts = 0
        fits = cython.cast(u64, -1)
        for k in range(b.n[i]):
            card = b.card[i][k]
            wait = t.height[card] - b.n[t.home[card]]
            worth = t.weights[3] * nexts
            if wait > soonest:
                worth += t.weights[1]
            else:
                soonest = wait
            if not fits >> card & 1:
                worth += t.weights[2]
            nexts += wait == 0
            fits = t.packing[card]
            sight.worth[i][k] = worth
            total += worth
        sight.soonest[i] = cython.cast(u8, soonest)
        sight.nexts[i] = cython.cast(u8, nexts)
    sight.total = total


def distance_after(t, b, sight, move):
    """Guess how far a win will be after a carry that touches no foundation, not made yet."""
    source: cython.int = move >> 5 & 31
    target: cython.int = move & 31
    at: cython.int = b.n[source] - (move >> 10 & 15)
    k: cython.int
    card: cython.int
    wait: cython.int
    nexts: cython.int
    soonest: cython.int
    total: cython.int = sight.total
    fits: u64
    if t.kind[source] == TABLEAU:
        for k in range(at, b.n[source]):
            total -= sight.worth[source][k]
        if at == 0:
            total -= t.weights[5]
    elif t.kind[source] == CELL:
        total -= t.weights[4]
    if t.kind[target] == CELL:
        total += t.weights[4]
    elif t.kind[target] == TABLEAU:
        if b.n[target] == 0:
            total += t.weights[5]
            fits = cython.cast(u64, -1)
        else:
            fits = t.packing[b.card[target][b.n[target] - 1]]
        soonest = sight.soonest[target]
        nexts = sight.nexts[target]
        for k in range(at, b.n[source]):
            card = b.card[source][k]
            wait = t.height[card] - b.n[t.home[card]]
            total += t.weights[3] * nexts
            if wait > soonest:
                total += t.weights[1]
            else:
                soonest = wait
            if not fits >> card & 1:
                total += t.weights[2]
            nexts += wait == 0
            fits = t.packing[card]
    return _scale(t, b, total)


def _scale(t, b, in_the_way):
    return (t.weights[0] * (t.to_place - b.placed) + in_the_way) // 4 + 100
