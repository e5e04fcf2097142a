"""Which moves are legal: the one reading of the rules, for referee and searches alike.

Compiled, without Python objects, on the tables made from a variant's rules. A move is 16 bits:
target (0-4), source (5-9), cards carried (10-13), and bit 15, ignored here, which marks the first
move of a unit in a stored line. `draw` is stock to waste, `redeal` waste to stock; a swap has its
pile as source and target and the place as count; a turn is WORD to 0, a redeal of the tableau
WORD to WORD. Types stand in generate.pxd: this file has no Python face.
"""

import cython
from cython.cimports.engine.make import gathered, make, unmake
from cython.cimports.libc.string import memcmp


def is_won(t, b):
    i: cython.int
    if t.goal == 0:
        return b.placed == t.to_place
    if t.goal == 3:
        for i in range(t.nt):
            if b.down[t.t0 + i] != 0:
                return False
        return True
    if b.n[t.stock] != 0 or b.n[t.waste] != 0:
        return False
    if t.goal == 2:
        for i in range(t.nt):
            if b.n[t.t0 + i] != 0 and b.n[t.t0 + i] != t.cap:
                return False
    return True


def foundation_of(t, card):
    """Give the pile of the one foundation a card can go to; -1 where there are none."""
    if t.nf == 0:
        return -1
    if t.depth != 0:
        return t.f0 + card % 13
    return t.home[card]


def may_go_up(t, b, card, pile):
    """Tell whether the foundation `pile`, the card's own, takes it now."""
    height: cython.int = b.n[pile]
    if t.depth == 0:
        return t.height[card] == height
    if height >= t.depth:
        return False
    if b.layer_n[height] != 0 and b.layer_suit[height] != card // 13:
        return False
    return height == 0 or _red(card) != _red(b.card[pile][height - 1])


def generate(t, b, out):
    """Write every legal move to `out`, once each and in a fixed order; give their number."""
    count: cython.int = 0
    i: cython.int
    tops: Tops
    if is_won(t, b):
        return 0
    if t.turning:
        return _turns(t, b, out)
    _see_tops(t, b, cython.address(tops))
    if t.waste >= 0:
        count = _from_pile(t, b, cython.address(tops), t.waste, out, count)
    for i in range(t.t0, t.t0 + t.nt):
        count = _from_pile(t, b, cython.address(tops), i, out, count)
    for i in range(t.c0, t.c0 + t.nc):
        count = _from_pile(t, b, cython.address(tops), i, out, count)
    for i in range(t.f0, t.f0 + t.nf if t.returns else 0):
        count = _from_pile(t, b, cython.address(tops), i, out, count)
    if t.stock >= 0:
        if b.n[t.stock] != 0:
            out[count] = _code(t.stock, t.waste, 0)
            count += 1
        elif b.n[t.waste] != 0 and (t.redeals < 0 or b.redeals < t.redeals):
            out[count] = _code(t.waste, t.stock, 0)
            count += 1
    if t.gather and _gather_changes(t, b):
        out[count] = _code(WORD, WORD, 0)
        count += 1
    return count


def is_legal(t, b, move):
    """Tell whether `generate` would write a move."""
    codes: u16[MOST_MOVES]
    tops: Tops
    i: cython.int
    count: cython.int
    source: cython.int = move >> 5 & 31
    if source >= t.piles or source == t.stock or t.turning or move & 31 == t.stock:
        count = generate(t, b, codes)
    elif is_won(t, b):
        return False
    else:
        _see_tops(t, b, cython.address(tops))
        count = _from_pile(t, b, cython.address(tops), source, codes, 0)
    for i in range(count):
        if codes[i] == move:
            return True
    return False


def _from_pile(t, b, tops, source, out, count):
    """Write the moves of cards from one pile that is no stock."""
    card: cython.int
    up: cython.int
    kind: cython.int = t.kind[source]
    if b.n[source] == 0:
        return count
    card = b.card[source][b.n[source] - 1]
    if kind == FOUNDATION:
        if not t.returns or b.n[source] <= t.laid_out[source - t.f0]:
            return count
        return _onto_tableau(t, tops, source, card, out, count)
    up = foundation_of(t, card)
    if up >= 0 and may_go_up(t, b, card, up):
        out[count] = _code(source, up, 1)
        count += 1
    if kind == TABLEAU and t.carry != 0:
        count = _runs(t, b, tops, source, out, count)
    else:
        count = _onto_tableau(t, tops, source, card, out, count)
    return count if kind == CELL else _to_cells(t, b, source, out, count)


def _see_tops(t, b, tops):
    i: cython.int
    pile: cython.int
    tops.any = 0
    for i in range(t.nt):
        pile = t.t0 + i
        if b.n[pile] == 0:
            tops.fits[i] = t.fill
        elif b.n[pile] < t.cap:
            tops.fits[i] = t.packing[b.card[pile][b.n[pile] - 1]]
        else:
            tops.fits[i] = 0
        tops.any |= tops.fits[i]
    tops.onto_card = most_carried(t, b, -1)
    tops.onto_empty = tops.onto_card // 2 if t.carry == 1 else tops.onto_card


def _onto_tableau(t, tops, source, card, out, count):
    i: cython.int
    if not tops.any >> card & 1:
        return count
    for i in range(t.nt):
        if tops.fits[i] >> card & 1 and t.t0 + i != source:
            out[count] = _code(source, t.t0 + i, 1)
            count += 1
    return count


def run_length(t, b, pile):
    """Count the face-up cards at the top of a tableau pile that lie in sequence."""
    n: cython.int = b.n[pile]
    length: cython.int = 1
    if n == 0:
        return 0
    while n - length > b.down[pile] and t.packing[b.card[pile][n - length - 1]] & (
        cython.cast(u64, 1) << b.card[pile][n - length]
    ):
        length += 1
    return length


def most_carried(t, b, target):
    """Give how many cards may move at once to `target`."""
    i: cython.int
    free: cython.int = 1
    empty: cython.int = 0
    if t.carry == 0:
        return 1
    if t.carry == 2:
        return CARDS
    for i in range(t.nc):
        if b.n[t.c0 + i] == 0:
            free += 1
    for i in range(t.nt):
        if b.n[t.t0 + i] == 0 and t.t0 + i != target:
            empty += 1
    return free << empty


def _runs(t, b, tops, source, out, count):
    run: cython.int = run_length(t, b, source)
    cards: u64 = 0
    i: cython.int
    k: cython.int
    pile: cython.int
    most: cython.int
    for k in range(1, run + 1):
        cards |= cython.cast(u64, 1) << b.card[source][b.n[source] - k]
    if not tops.any & cards:
        return count
    for i in range(t.nt):
        pile = t.t0 + i
        if pile == source or not tops.fits[i] & cards:
            continue
        most = tops.onto_card if b.n[pile] != 0 else tops.onto_empty
        if most > run:
            most = run
        if most > t.cap - b.n[pile]:
            most = t.cap - b.n[pile]
        for k in range(1, most + 1):
            if tops.fits[i] >> b.card[source][b.n[source] - k] & 1:
                out[count] = _code(source, pile, k)
                count += 1
    return count


def _to_cells(t, b, source, out, count):
    i: cython.int
    for i in range(t.nc):
        if b.n[t.c0 + i] == 0:
            out[count] = _code(source, t.c0 + i, 1)
            count += 1
    return count


def _turns(t, b, out):
    i: cython.int
    place: cython.int
    count: cython.int = 0
    if b.down[b.current] != 0:
        out[0] = _code(WORD, 0, 0)
        return 1
    if b.swaps >= t.swaps:
        return 0
    for i in range(t.nt):
        for place in range(1, b.down[t.t0 + i] + 1):
            out[count] = _code(t.t0 + i, t.t0 + i, place)
            count += 1
    return count


def _gather_changes(t, b):
    i: cython.int
    pile: cython.int
    other: Board
    gathered(t, b, cython.address(other))
    for i in range(t.nt):
        pile = t.t0 + i
        if b.n[pile] != other.n[pile] or memcmp(b.card[pile], other.card[pile], b.n[pile]) != 0:
            return True
    return False


def _red(card):
    return 13 <= card < 39


def _code(source, target, count):
    return cython.cast(u16, target | (source << 5) | (count << 10))


def count_lines(t, b, depth):
    """Count the sequences of `depth` moves from here."""
    codes: u16[MOST_MOVES]
    undo: Undo
    i: cython.int
    count: cython.int
    total: u64 = 0
    if depth == 0:
        return 1
    count = generate(t, b, codes)
    if depth == 1:
        return count
    for i in range(count):
        make(t, b, codes[i], cython.address(undo))
        total += count_lines(t, b, depth - 1)
        unmake(t, b, codes[i], cython.address(undo))
    return total
