"""What a move does, and how it is taken back; the moves are coded as in generate.py.

The cards of a pile lie bottom to top. Face-down cards are the lowest `down` of a pile, but in the
clocks, where turned cards slide under, the topmost. Types stand in make.pxd: this file has no
Python face.
"""

import cython
from cython.cimports.libc.string import memcpy, memmove


def make(t, b, move, undo):
    """Carry out a legal move, noting in `undo` what its code does not tell."""
    target: cython.int = move & 31
    source: cython.int = (move >> 5) & 31
    count: cython.int = (move >> 10) & 15
    i: cython.int
    other: Board
    undo.exempt = b.exempt
    undo.flag = 0
    if source == WORD:
        if target == WORD:
            for i in range(t.nt):
                undo.lengths[i] = b.n[t.t0 + i]
            gathered(t, b, cython.address(other))
            for i in range(t.nt):
                b.n[t.t0 + i] = other.n[t.t0 + i]
                memcpy(b.card[t.t0 + i], other.card[t.t0 + i], CARDS)
        else:
            undo.flag = b.current
            _turn(t, b)
    elif source == target:
        # the fourth king, turned last, changes places with a hidden card
        i = b.n[source] - count
        undo.flag = b.card[source][i]
        b.card[source][i] = cython.cast(u8, _take_lowest(b, b.current))
        b.swaps += 1
        b.placed -= 1
        b.current = cython.cast(u8, t.t0 + undo.flag % 13)
        _slide_under(b, b.current, undo.flag)
        b.placed += 1
    elif source == t.stock:
        count = t.draw if t.draw < b.n[source] else b.n[source]
        undo.flag = cython.cast(u8, count)
        _turn_over(b, source, target, count)
    elif target == t.stock:
        _turn_over(b, source, target, b.n[source])
        b.redeals += 1
    else:
        _carry(t, b, source, target, count)
        if t.flips and b.n[source] != 0 and b.down[source] == b.n[source]:
            b.down[source] -= 1
            undo.flag = 1


def unmake(t, b, move, undo):
    """Take back the move made last."""
    target: cython.int = move & 31
    source: cython.int = (move >> 5) & 31
    count: cython.int = (move >> 10) & 15
    i: cython.int
    if source == WORD:
        if target == WORD:
            _ungather(t, b, undo)
        else:
            _unturn(b, undo.flag)
    elif source == target:
        _take_lowest(b, t.t0 + undo.flag % 13)
        i = b.n[source] - count
        b.current = cython.cast(u8, t.t0 + 12)
        _slide_under(b, b.current, b.card[source][i])
        b.card[source][i] = undo.flag
        b.swaps -= 1
    elif source == t.stock:
        _turn_over(b, target, source, undo.flag)
    elif target == t.stock:
        _turn_over(b, target, source, b.n[target])
        b.redeals -= 1
    else:
        if undo.flag:
            b.down[source] += 1
        _carry(t, b, target, source, count)
    b.exempt = undo.exempt


def _carry(t, b, source, target, count):
    i: cython.int
    card: cython.int
    at: cython.int = b.n[source] - count
    if t.kind[source] == FOUNDATION:
        card = b.card[source][at]
        b.placed -= 1
        b.exempt |= cython.cast(u64, 1) << card
        if t.depth != 0:
            _note_layer(b, card, at, -1)
    elif t.returns:
        for i in range(count):
            b.exempt &= ~(cython.cast(u64, 1) << b.card[source][at + i])
    if t.kind[target] == FOUNDATION:
        b.placed += 1
        if t.depth != 0:
            _note_layer(b, b.card[source][at], b.n[target], 1)
    elif t.goal != 0 and t.kind[target] == TABLEAU and t.kind[source] == WASTE:
        b.placed += 1
    elif t.goal != 0 and t.kind[target] == WASTE and t.kind[source] == TABLEAU:
        b.placed -= 1  # only ever a move taken back
    memcpy(cython.address(b.card[target][b.n[target]]), cython.address(b.card[source][at]), count)
    b.n[source] = cython.cast(u8, at)
    b.n[target] += count


def _note_layer(b, card, height, change):
    b.layer_suit[height] = cython.cast(u8, card // 13)
    b.layer_n[height] += change


def _turn(t, b):
    card: cython.int
    pile: cython.int = b.current
    b.n[pile] -= 1
    b.down[pile] -= 1
    card = b.card[pile][b.n[pile]]
    b.current = cython.cast(u8, t.t0 + card % 13)
    _slide_under(b, b.current, card)
    b.placed += 1


def _unturn(b, pile):
    card: cython.int = _take_lowest(b, b.current)
    b.card[pile][b.n[pile]] = cython.cast(u8, card)
    b.n[pile] += 1
    b.down[pile] += 1
    b.current = cython.cast(u8, pile)
    b.placed -= 1


def _slide_under(b, pile, card):
    memmove(cython.address(b.card[pile][1]), cython.address(b.card[pile][0]), b.n[pile])
    b.card[pile][0] = cython.cast(u8, card)
    b.n[pile] += 1


def _take_lowest(b, pile):
    card: cython.int = b.card[pile][0]
    b.n[pile] -= 1
    memmove(cython.address(b.card[pile][0]), cython.address(b.card[pile][1]), b.n[pile])
    return card


def _turn_over(b, source, target, count):
    i: cython.int
    for i in range(count):
        b.n[source] -= 1
        b.card[target][b.n[target]] = b.card[source][b.n[source]]
        b.n[target] += 1


def gathered(t, b, out):
    """Write the tableau as a redeal would leave it to `out`."""
    read: u8[CARDS]
    total: cython.int = 0
    i: cython.int
    k: cython.int
    pile: cython.int
    size: cython.int
    at: cython.int = 0
    for i in range(t.nt):
        pile = t.t0 + i
        for k in range(b.n[pile]):
            read[total] = b.card[pile][b.n[pile] - 1 - k] if t.gather == 1 else b.card[pile][k]
            total += 1
    for i in range(t.nt):
        pile = t.t0 + i
        size = t.gather_size if total - at >= t.gather_size else total - at
        out.n[pile] = cython.cast(u8, size)
        for k in range(size):
            # read first lies at the end it was read from
            out.card[pile][size - 1 - k if t.gather == 1 else k] = read[at + k]
        at += size


def _ungather(t, b, undo):
    read: u8[CARDS]
    total: cython.int = 0
    i: cython.int
    k: cython.int
    pile: cython.int
    for i in range(t.nt):
        pile = t.t0 + i
        for k in range(b.n[pile]):
            read[total] = b.card[pile][b.n[pile] - 1 - k] if t.gather == 1 else b.card[pile][k]
            total += 1
    total = 0
    for i in range(t.nt):
        pile = t.t0 + i
        b.n[pile] = undo.lengths[i]
        for k in range(b.n[pile]):
            b.card[pile][b.n[pile] - 1 - k if t.gather == 1 else k] = read[total]
            total += 1
