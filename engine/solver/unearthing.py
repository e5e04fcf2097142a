"""Moves between positions of `engine.solver.ground`, made card by card.

Each answers False, having moved nothing, where it cannot be made; or where memory ran out.
Compiled; types stand in unearthing.pxd.
"""

import cython
from cython.cimports.engine.solver.search import step


def move_onto_chain(t, b, path, card):
    """Lay a base, bare or to be laid bare, on a neighbour."""
    way: cython.int
    onto: cython.int
    if not _lay_bare(t, b, path, card):
        return False
    for way in range(-1, 2, 2):
        onto = _neighbour(t, b, card, way)
        if onto >= 0 and _lay_bare(t, b, path, onto):
            return _carry(t, b, path, _pile_of(t, b, card), _pile_of(t, b, onto))
    return False


def move_into_empty(t, b, path, card):
    """Let a last card fill an empty pile."""
    i: cython.int
    if not _lay_bare(t, b, path, card):
        return False
    for i in range(t.nt):
        if b.n[t.t0 + i] == 0:
            return _carry(t, b, path, _pile_of(t, b, card), t.t0 + i)
    return False


def send_home(t, b, path):
    """Send home every card that is next and can be laid bare."""
    pile: cython.int = t.f0
    card: cython.int
    while pile < t.f0 + t.nf:
        if b.n[pile] < 13:
            card = t.sequence[pile][b.n[pile]]
            if _lay_bare(t, b, path, card):
                if not _carry(t, b, path, _pile_of(t, b, card), pile):
                    return False
                pile = t.f0
                continue
        pile += 1
    return True


def _lay_bare(t, b, path, card):
    """Move the chain on a card away, onto the base that can take it, which is laid bare first."""
    pile: cython.int = _pile_of(t, b, card)
    at: cython.int = b.n[pile] - 1
    k: cython.int
    way: cython.int
    target: cython.int
    if b.card[pile][at] == card:
        return True
    while b.card[pile][at] != card:
        at -= 1
    way = t.height[b.card[pile][at + 1]] - t.height[card]
    for k in range(at, b.n[pile] - 1):
        if b.card[pile][k + 1] != _neighbour(t, b, b.card[pile][k], way):
            return False
    target = _neighbour(t, b, b.card[pile][b.n[pile] - 1], way)
    if target < 0 or not _lay_bare(t, b, path, target):
        return False
    target = _pile_of(t, b, target)
    while b.n[pile] > at + 1:
        if target == pile or not _carry(t, b, path, pile, target):
            return False
    return True


def _neighbour(t, b, card, way):
    """Give the card before or after one in its suit, -1 where there is none but at home."""
    height: cython.int = t.height[card] + way
    if (way != 1 and way != -1) or height < b.n[t.home[card]] or height > 12:
        return -1
    return t.sequence[t.home[card]][height]


def _pile_of(t, b, card):
    """Give the tableau pile where a card lies."""
    i: cython.int
    k: cython.int
    for i in range(t.nt):
        for k in range(b.n[t.t0 + i]):
            if b.card[t.t0 + i][k] == card:
                return t.t0 + i
    return -1


def _carry(t, b, path, source, target):
    return step(t, b, path, cython.cast(u16, target | source << 5 | 1 << 10))
