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
from cython.cimports.engine.hashing import hash_of, part_of
from cython.cimports.engine.make import make, unmake
from cython.cimports.engine.safety import is_safe
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
    make(t, b, move, cython.address(path.paces[path.length].undo))
    path.length += 1
    return True


def back_to(t, b, path, length):
    """Take moves back until the path has that length."""
    while path.length > length:
        path.length -= 1
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
        elif step(t, b, path, cython.cast(u16, target | i << 5 | 1 << 10)):
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
            return step(t, b, path, cython.cast(u16, target | t.t0 + i << 5 | 1 << 10)) and send_up(
                t, b, path
            )
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


def take_apart(t, b, parts):
    """Note what each pile adds to the hash and to the guess, so that a move changes only some."""
    i: cython.int
    parts.placed = b.placed
    parts.guess_sum = 0
    parts.hash_sum = hash_of(t, b)
    for i in range(t.piles):
        parts.hash[i] = part_of(t, b, i)
        parts.guess[i] = _in_the_way(t, b, i)
        parts.guess_sum += parts.guess[i]


def hash_after(t, b, path, first, parts):
    """Give the hash after the moves of the path from `first` on, made since `take_apart`."""
    touched: cython.uint = _touched(t, path, first)
    total: u64 = parts.hash_sum
    i: cython.int
    if touched == EVERY:
        return hash_of(t, b)
    for i in range(t.piles):
        if touched >> i & 1:
            total += part_of(t, b, i) - parts.hash[i]
    return total


def distance_after(t, b, path, first, parts):
    """Give `distance` after the moves of the path from `first` on, made since `take_apart`."""
    touched: cython.uint = _touched(t, path, first)
    total: cython.int = parts.guess_sum
    i: cython.int
    if touched == EVERY or b.placed != parts.placed:
        return distance(t, b)
    for i in range(t.piles):
        if touched >> i & 1:
            total += _in_the_way(t, b, i) - parts.guess[i]
    return _guess(t, b, total)


def _touched(t, path, first):
    """Give the piles that moves changed, as bits; EVERY where it may be all."""
    touched: cython.uint = 0
    i: cython.int
    source: cython.int
    target: cython.int
    for i in range(first, path.length):
        source = path.paces[i].move >> 5 & 31
        target = path.paces[i].move & 31
        if source == WORD or source == target or target == t.stock:
            return EVERY
        touched |= 1 << source | 1 << target
    return touched


def distance(t, b):
    """Guess how far a win is, as a sum of what stands in its way.

    Cards not home, cards lying on one of the pile that is needed sooner, neighbours out of
    sequence, cards lying on the next ones to go up, cells in use, and, less, empty piles; the
    weights (`Tables.weights`) were found by trying.
    """
    total: cython.int = 0
    i: cython.int
    for i in range(t.piles):
        total += _in_the_way(t, b, i)
    return _guess(t, b, total)


def _guess(t, b, in_the_way):
    return (t.weights[0] * (t.to_place - b.placed) + in_the_way) // 4 + 100


def _in_the_way(t, b, pile):
    """Weigh what stands in the way in one pile."""
    blocks: cython.int = 0
    breaks: cython.int = 0
    covers: cython.int = 0
    k: cython.int
    n: cython.int = b.n[pile]
    wait: cython.int
    card: cython.int
    soonest: cython.int = CARDS
    below: u64 = 0
    if t.kind[pile] == CELL:
        return t.weights[4] if n != 0 else 0
    if t.kind[pile] != TABLEAU:
        return 0
    if n == 0:
        return -t.weights[5]
    for k in range(n):
        card = b.card[pile][k]
        wait = t.height[card] - b.n[t.home[card]]
        if wait > soonest:
            blocks += 1
        else:
            soonest = wait
        if wait == 0:
            covers += n - 1 - k
        if k and not below >> card & 1:
            breaks += 1
        below = t.packing[card]
    return t.weights[1] * blocks + t.weights[2] * breaks + t.weights[3] * covers
