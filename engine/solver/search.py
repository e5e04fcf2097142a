"""What every search stands on: the table of positions seen, the path, and sound pruning.

Compiled; types stand in search.pxd. Pruned are only moves that cannot turn the verdict:
- when a card is proved safe to send up (`engine.safety`), that is the only move considered;
- of several empty piles that may change places one is as good as another, so the first stands for
  all, and a whole pile is not moved to an empty one;
- where building is in suit, cards do not come back from foundations: only cards of its own suit
  could be laid on a card that came back, and they can follow it up instead, so a winning line
  without its returns is still a winning line.
"""

import cython
from cython.cimports.engine.generate import generate
from cython.cimports.engine.make import make, unmake
from cython.cimports.engine.safety import is_safe
from cython.cimports.engine.solver.links import change, links
from cython.cimports.libc.stdlib import calloc, free, realloc
from cython.cimports.libc.string import memcpy


def open_table(table, memory):
    """Start a small table that may grow to `memory` bytes."""
    table.most = 512
    while table.most * 16 <= memory:
        table.most *= 2
    table.slots = cython.cast(cython.pointer(u64), calloc(512, 8))
    table.mask = 511
    table.held = 0
    return table.slots != cython.NULL


def insert(table, key):
    """Note a position; 1 when it is new, 0 when it was seen, -1 when the table is full."""
    if table.held * 4 > table.mask * 3 and not _grow(table):
        return -1
    if not note(table.slots, table.mask, key):
        return 0
    table.held += 1
    return 1


def note(slots, mask, key):
    """Note a key where there is room for it; False when it was there."""
    at: u64
    if key == 0:
        key = 1
    at = key & mask
    while slots[at] != 0:
        if slots[at] == key:
            return False
        at = (at + 1) & mask
    slots[at] = key
    return True


def _grow(table):
    """Double the table, or more while it is small; False at its bound."""
    slots: u64 = (table.mask + 1) * (4 if table.mask < 65536 else 2)
    grown: cython.pointer(u64)
    at: u64
    i: u64
    if slots > table.most:
        slots = table.most
    if slots <= table.mask + 1:
        return False
    grown = cython.cast(cython.pointer(u64), calloc(slots, 8))
    if grown == cython.NULL:
        return False
    for i in range(table.mask + 1):
        if table.slots[i] != 0:
            at = table.slots[i] & (slots - 1)
            while grown[at] != 0:
                at = (at + 1) & (slots - 1)
            grown[at] = table.slots[i]
    free(table.slots)
    table.slots = grown
    table.mask = slots - 1
    return True


def step(t, b, path, move):
    """Make a move and note it; False when memory ran out."""
    room: cython.int
    paces: cython.pointer(Pace)
    if path.length == path.room:
        room = 256 if path.room == 0 else 2 * path.room
        paces = cython.cast(cython.pointer(Pace), realloc(path.paces, room * cython.sizeof(Pace)))
        if paces == cython.NULL:
            return False
        path.paces, path.room = paces, room
    path.paces[path.length].move = move
    path.paces[path.length].hash = path.hash
    make(t, b, move, cython.address(path.paces[path.length].undo))
    path.length += 1
    return True


def follow(t, b, path, move):
    """Make a move and note it, keeping the path's hash; False when memory ran out."""
    carried: cython.bint = _is_carry(t, move)
    hash_then: u64 = path.hash + change(t, b, move) if carried else 0
    if not step(t, b, path, move):
        return False
    path.hash = hash_then if carried else links(t, b)
    return True


def back_to(t, b, path, length):
    """Take moves back until the path has that length."""
    while path.length > length:
        path.length -= 1
        path.hash = path.paces[path.length].hash
        unmake(t, b, path.paces[path.length].move, cython.address(path.paces[path.length].undo))


def send_up(t, b, path):
    """Send up every card proved safe to go; False when memory ran out."""
    move: cython.int
    if t.safety == 0:
        return True
    while True:
        move = _safe(t, b)
        if move == 0 and t.relax and t.safety == 2:
            move = _fill(t, b)
        if move == 0:
            return True
        if not follow(t, b, path, cython.cast(u16, move)):
            return False


def _safe(t, b):
    """Give a move of a card proved safe to go up, or 0."""
    card: cython.int
    after: cython.int = t.f0 + t.nf  # where cells and tableau begin
    i: cython.int = t.waste if t.waste >= 0 else after
    while i < t.piles:
        if b.n[i] != 0:
            card = b.card[i][b.n[i] - 1]
            if t.height[card] == b.n[t.home[card]] and is_safe(t, b, card):
                return t.home[card] | i << 5 | 1 << 10
        i = i + 1 if i >= after else after
    return 0


def _fill(t, b):
    """Give a move to an empty pile where enough are empty for all cards that may go there, or 0.

    With as many empty piles as cards that may fill one and do not lie lowest already, each has its
    own, so taking one now takes it from no other; and the card can be built upon there as well.
    """
    i: cython.int
    k: cython.int
    source: cython.int = -1
    target: cython.int = -1
    empty: cython.int = 0
    for i in range(t.t0, t.t0 + t.nt):
        if b.n[i] == 0:
            target = i
            empty += 1
    if empty == 0:
        return 0
    for i in range(t.t0, t.t0 + t.nt):
        for k in range(1, b.n[i]):
            empty -= t.fill >> b.card[i][k] & 1
        if empty < 0:
            return 0
        if source < 0 and b.n[i] > 1 and t.fill >> b.card[i][b.n[i] - 1] & 1:
            source = i
    return 0 if source < 0 else target | source << 5 | 1 << 10


def is_quiet(t, b, move):
    """Tell whether no card can be sent up after a carry that could not go up before."""
    source: cython.int = move >> 5 & 31
    at: cython.int
    card: cython.int
    if t.goal != 0 or not leaves_homes(t, move):
        return False
    at = b.n[source] - (move >> 10 & 15)
    if t.safety == 0 or t.kind[source] == CELL:
        return True
    if at == 0:
        return not t.relax
    card = b.card[source][at - 1]
    if t.relax and t.fill >> card & 1:
        return False
    return t.height[card] != b.n[t.home[card]]


def _is_carry(t, move):
    """Tell whether a move carries cards as they lie from one pile to another."""
    source: cython.int = move >> 5 & 31
    target: cython.int = move & 31
    if source == WORD or source == target:
        return False
    return t.stock < 0 or (source != t.stock and target != t.stock)


def leaves_homes(t, move):
    """Tell whether a move is a carry that touches no foundation."""
    return (
        _is_carry(t, move)
        and t.kind[move & 31] != FOUNDATION
        and t.kind[move >> 5 & 31] != FOUNDATION
    )


def candidates(t, b, out):
    """Write the moves worth looking at, those to foundations first; give their number."""
    codes: u16[MOST_MOVES]
    later: u16[MOST_MOVES]
    last: u16[MOST_MOVES]
    count: cython.int = generate(t, b, codes)
    kept: cython.int = 0
    laters: cython.int = 0
    lasts: cython.int = 0
    i: cython.int
    target: cython.int
    source: cython.int
    empty_pile: cython.int = -1
    empty_cell: cython.int = -1
    for i in range(t.nt if t.mixed else 0):
        if b.n[t.t0 + i] == 0:
            empty_pile = t.t0 + i
            break
    for i in range(t.nc):
        if b.n[t.c0 + i] == 0:
            empty_cell = t.c0 + i
            break
    for i in range(count):
        target = codes[i] & 31
        source = codes[i] >> 5 & 31
        if not _is_carry(t, codes[i]):
            last[lasts] = codes[i]
            lasts += 1
        elif t.kind[target] == FOUNDATION:
            out[kept] = codes[i]
            kept += 1
        elif t.safety == 2 and t.kind[source] == FOUNDATION:
            continue
        elif t.kind[target] != CELL and b.n[target] != 0:
            later[laters] = codes[i]
            laters += 1
        elif t.kind[target] == CELL:
            if target == empty_cell:
                last[lasts] = codes[i]
                lasts += 1
        elif not t.mixed or (target == empty_pile and not _is_whole(t, b, codes[i])):
            last[lasts] = codes[i]
            lasts += 1
    memcpy(out + kept, later, laters * cython.sizeof(u16))
    memcpy(out + kept + laters, last, lasts * cython.sizeof(u16))
    return kept + laters + lasts


def _is_whole(t, b, move):
    """Tell whether a move takes all the cards of a tableau pile."""
    source: cython.int = move >> 5 & 31
    return t.kind[source] == TABLEAU and (move >> 10 & 15) == b.n[source]
