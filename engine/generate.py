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
    pile: cython.int
    card: cython.int
    up: cython.int
    if is_won(t, b):
        return 0
    if t.turning:
        return _turns(t, b, out)
    if t.waste >= 0 and b.n[t.waste] != 0:
        card = b.card[t.waste][b.n[t.waste] - 1]
        up = foundation_of(t, card)
        if up >= 0 and may_go_up(t, b, card, up):
            out[count] = _code(t.waste, up, 1)
            count += 1
        count = _onto_tableau(t, b, t.waste, card, out, count)
        count = _to_cells(t, b, t.waste, out, count)
    for i in range(t.nt):
        pile = t.t0 + i
        if b.n[pile] == 0:
            continue
        card = b.card[pile][b.n[pile] - 1]
        up = foundation_of(t, card)
        if up >= 0 and may_go_up(t, b, card, up):
            out[count] = _code(pile, up, 1)
            count += 1
        if t.carry == 0:
            count = _onto_tableau(t, b, pile, card, out, count)
        else:
            count = _runs(t, b, pile, out, count)
        count = _to_cells(t, b, pile, out, count)
    for i in range(t.nc):
        pile = t.c0 + i
        if b.n[pile] == 0:
            continue
        card = b.card[pile][0]
        up = foundation_of(t, card)
        if up >= 0 and may_go_up(t, b, card, up):
            out[count] = _code(pile, up, 1)
            count += 1
        count = _onto_tableau(t, b, pile, card, out, count)
    if t.returns:
        for i in range(t.nf):
            pile = t.f0 + i
            if b.n[pile] > t.laid_out[i]:
                count = _onto_tableau(t, b, pile, b.card[pile][b.n[pile] - 1], out, count)
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


def _onto_tableau(t, b, source, card, out, count):
    i: cython.int
    pile: cython.int
    fits: u64
    bit: u64 = cython.cast(u64, 1) << card
    for i in range(t.nt):
        pile = t.t0 + i
        if pile == source or b.n[pile] >= t.cap:
            continue
        fits = t.fill if b.n[pile] == 0 else t.packing[b.card[pile][b.n[pile] - 1]]
        if fits & bit:
            out[count] = _code(source, pile, 1)
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


def _runs(t, b, source, out, count):
    run: cython.int = run_length(t, b, source)
    onto_card: cython.int = most_carried(t, b, source)
    onto_empty: cython.int = 0
    i: cython.int
    k: cython.int
    pile: cython.int
    most: cython.int
    fits: u64
    for i in range(t.nt):
        pile = t.t0 + i
        if pile == source:
            continue
        if b.n[pile] == 0:
            if onto_empty == 0:
                onto_empty = most_carried(t, b, pile)
            most = onto_empty
            fits = t.fill
        else:
            most = onto_card
            fits = t.packing[b.card[pile][b.n[pile] - 1]]
        if most > run:
            most = run
        if most > t.cap - b.n[pile]:
            most = t.cap - b.n[pile]
        for k in range(1, most + 1):
            if fits & (cython.cast(u64, 1) << b.card[source][b.n[source] - k]):
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
