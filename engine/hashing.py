"""64 bits for a position: equal for positions alike but for piles that may change places.

Types stand in hashing.pxd: this file has no Python face.
"""

import cython


def hash_of(t, b):
    """Give 64 bits that are equal for positions alike but for piles that may change places."""
    i: cython.int
    total: u64 = _scatter(_state(t, b))
    for i in range(t.piles):
        total += _part(t, b, i)
    return total


def _part(t, b, pile):
    """Give what one pile adds to `hash_of`."""
    kind: cython.int = t.kind[pile]
    if kind == FOUNDATION and t.depth == 0:
        return _scatter(pile * 64 + b.n[pile] + 1)  # its height tells its cards
    if kind == CELL or (kind == TABLEAU and t.mixed):
        return _scatter(_pile_hash(b, pile) * 31 + kind)
    return _scatter(_pile_hash(b, pile) * 31 + 8 + pile)


def places_of(t, b):
    """Give 64 bits that are equal for equal positions only, pile by pile."""
    i: cython.int
    total: u64 = 0
    for i in range(t.piles):
        total += _scatter(_pile_hash(b, i) * 31 + 8 + i)
    return total + _scatter(_state(t, b))


def _state(t, b):
    """What tells positions apart beside the piles; redeals without limit leave no trace."""
    return (b.redeals if t.redeals > 0 else 0) + 65536 * b.current + 16777216 * b.swaps


def _pile_hash(b, pile):
    i: cython.int
    value: u64 = b.down[pile] + 1
    for i in range(b.n[pile]):
        value = value * cython.cast(u64, 0x9E3779B97F4A7C15) + b.card[pile][i] + 1
    return value


def _scatter(value):
    # the finalizer of splitmix64
    value = (value ^ (value >> 30)) * cython.cast(u64, 0xBF58476D1CE4E5B9)
    value = (value ^ (value >> 27)) * cython.cast(u64, 0x94D049BB133111EB)
    return value ^ (value >> 31)
