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
from cython.cimports.engine.generate import foundation_of, generate, may_go_up
from cython.cimports.engine.make import make, unmake
from cython.cimports.engine.safety import is_safe
from cython.cimports.engine.solver.links import change, is_carry, links
from cython.cimports.libc.stdlib import calloc, free, realloc


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
    at: u64
    if key == 0:
        key = 1
    if table.held * 4 > table.mask * 3 and not _grow(table):
        return -1
    at = key & table.mask
    while table.slots[at] != 0:
        if table.slots[at] == key:
            return 0
        at = (at + 1) & table.mask
    table.slots[at] = key
    table.held += 1
    return 1


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
    carried: cython.bint = is_carry(t, move)
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
    i: cython.int = 0
    k: cython.int
    target: cython.int
    empty: cython.int
    wanting: cython.int
    if t.safety == 0:
        return True
    while i < t.piles:
        target = _safe_from(t, b, i)
        if target < 0:
            i += 1
        elif follow(t, b, path, cython.cast(u16, target | i << 5 | 1 << 10)):
            i = 0
        else:
            return False
    if not (t.relax and t.safety == 2):
        return True
    empty = -1
    wanting = 0
    for i in range(t.nt):
        if b.n[t.t0 + i] == 0:
            empty = t.t0 + i
            wanting -= 1
        for k in range(1, b.n[t.t0 + i]):
            wanting += t.fill >> b.card[t.t0 + i][k] & 1
    if empty < 0 or wanting > 0:
        return True
    for i in range(t.nt):
        target = _fill_from(t, b, t.t0 + i, empty)
        if target >= 0:
            return follow(
                t, b, path, cython.cast(u16, target | t.t0 + i << 5 | 1 << 10)
            ) and send_up(t, b, path)
    return True


def _fill_from(t, b, source, empty):
    """Give an empty pile for the top card of a pile where enough are empty for all that may go.

    With as many empty piles as cards that may fill one and do not lie lowest already, each has its
    own, so taking one now takes it from no other; and the card can be built upon there as well.
    """
    card: cython.int
    if t.kind[source] != TABLEAU or b.n[source] < 2:
        return -1
    card = b.card[source][b.n[source] - 1]
    return empty if t.fill >> card & 1 else -1


def _safe_from(t, b, source):
    """Give the foundation the top card of a pile can safely go to, or -1."""
    card: cython.int
    target: cython.int
    kind: cython.int = t.kind[source]
    if kind == STOCK or kind == FOUNDATION or b.n[source] == 0:
        return -1
    card = b.card[source][b.n[source] - 1]
    target = foundation_of(t, card)
    if target >= 0 and may_go_up(t, b, card, target) and is_safe(t, b, card):
        return target
    return -1


def candidates(t, b, out):
    """Write the moves worth looking at, those to foundations first; give their number."""
    codes: u16[MOST_MOVES]
    count: cython.int = generate(t, b, codes)
    kept: cython.int = 0
    i: cython.int
    phase: cython.int
    target: cython.int
    source: cython.int
    empty_pile: cython.int = -1
    empty_cell: cython.int = -1
    for i in range(t.nt if t.mixed else 0):
        if empty_pile < 0 and b.n[t.t0 + i] == 0:
            empty_pile = t.t0 + i
    for i in range(t.nc):
        if empty_cell < 0 and b.n[t.c0 + i] == 0:
            empty_cell = t.c0 + i
    for phase in range(3):
        for i in range(count):
            target = codes[i] & 31
            source = codes[i] >> 5 & 31
            if source == WORD or source == target or source == t.stock or target == t.stock:
                if phase == 2:
                    out[kept] = codes[i]
                    kept += 1
            elif t.kind[target] == FOUNDATION:
                if phase == 0:
                    out[kept] = codes[i]
                    kept += 1
            elif t.safety == 2 and t.kind[source] == FOUNDATION:
                continue
            elif t.kind[target] == CELL:
                if phase == 2 and target == empty_cell:
                    out[kept] = codes[i]
                    kept += 1
            elif b.n[target] != 0:
                if phase == 1:
                    out[kept] = codes[i]
                    kept += 1
            elif (
                phase == 2
                and (target == empty_pile or not t.mixed)
                and not (
                    t.mixed and t.kind[source] == TABLEAU and (codes[i] >> 10 & 15) == b.n[source]
                )
            ):
                out[kept] = codes[i]
                kept += 1
    return kept
