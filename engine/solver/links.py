"""The searches' 64 bits for a position: a sum over its cards of what each lies on.

With one pack the links of cards to the cards below them tell a position, whichever of the piles
that may change places is which; a sum has no order, and a move changes one link or two. Foundations
count by their heights. Compiled; types stand in links.pxd: this file has no Python face.
"""

import cython

# What the lowest card of a pile lies on, after the 52 cards: alike where piles may change places.
CELL_FLOOR = cython.declare(cython.int, 52)
MIXED_FLOOR = cython.declare(cython.int, 53)
FLOORS = cython.declare(cython.int, 54)


def links(t, b):
    """Give the sum for a position."""
    i: cython.int
    k: cython.int
    below: cython.int
    total: u64 = _scatter(1 << 16 | (b.redeals if t.redeals > 0 else 0))
    for i in range(t.piles):
        if t.kind[i] == FOUNDATION:
            total += _height(i, b.n[i])
            continue
        below = _floor(t, i)
        for k in range(b.n[i]):
            total += _link(b.card[i][k], below)
            if k < b.down[i]:
                total += _face_down(b.card[i][k])
            below = b.card[i][k]
    return total


def change(t, b, move):
    """Give what a carry about to be made adds to the sum."""
    source: cython.int = move >> 5 & 31
    target: cython.int = move & 31
    at: cython.int = b.n[source] - (move >> 10 & 15)
    height: cython.int = b.n[target]
    card: cython.int = b.card[source][at]
    total: u64 = 0
    if t.kind[target] == FOUNDATION:
        total += _height(target, height + 1) - _height(target, height)
    else:
        total += _link(card, b.card[target][height - 1] if height else _floor(t, target))
    if t.kind[source] == FOUNDATION:
        total += _height(source, at) - _height(source, at + 1)
    else:
        total -= _link(card, b.card[source][at - 1] if at else _floor(t, source))
        if t.flips and at and b.down[source] == at:
            total -= _face_down(b.card[source][at - 1])
    return total


def _floor(t, pile):
    if t.kind[pile] == CELL:
        return CELL_FLOOR
    return MIXED_FLOOR if t.mixed and t.kind[pile] == TABLEAU else FLOORS + pile


def _link(card, below):
    return _scatter(1 << 13 | card << 7 | below)


def _height(pile, height):
    return _scatter(1 << 14 | pile << 7 | height)


def _face_down(card):
    return _scatter(1 << 15 | card)


def _scatter(value):
    # the finalizer of splitmix64
    value = (value ^ (value >> 30)) * cython.cast(u64, 0xBF58476D1CE4E5B9)
    value = (value ^ (value >> 27)) * cython.cast(u64, 0x94D049BB133111EB)
    return value ^ (value >> 31)
