"""What a best-first search remembers: positions done, with their cards, and moves that wait.

A move that waits is held as its number and the position it leaves; most are never made, so no
cards are stored for them. They lie in buckets by how promising they are; of one bucket the newest
comes first. Compiled; types stand in frontier.pxd: this file has no Python face.
"""

import cython
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcpy, memset


def open_frontier(t, f, memory):
    """Start with nothing; never hold more than `memory` bytes."""
    memset(f, 0, cython.sizeof(Frontier))
    f.memory = memory
    f.stride = (t.piles * 2 + 52 + 1 + 7) // 8 * 8
    f.count = f.used = 1
    f.lowest = BUCKETS


def close_frontier(f):
    """Give the memory back."""
    free(f.waiting)
    free(f.done)
    free(f.packed)


def wait_at(f, bucket, position):
    """Let a move wait; False when there is no room."""
    at: cython.uint = f.free
    room: cython.uint
    grown: cython.p_void
    if at != 0:
        f.free = f.waiting[at].next
    else:
        if f.used >= f.waiting_room:
            room = 512 if f.waiting_room == 0 else 2 * f.waiting_room
            if not _may_grow(f, cython.cast(u64, room - f.waiting_room) * cython.sizeof(Waiting)):
                return False
            grown = realloc(f.waiting, cython.cast(u64, room) * cython.sizeof(Waiting))
            if grown == cython.NULL:
                return False
            f.waiting = cython.cast(cython.pointer(Waiting), grown)
            f.waiting_room = room
        at = f.used
        f.used += 1
    bucket = 0 if bucket < 0 else bucket
    bucket = BUCKETS - 1 if bucket >= BUCKETS else bucket
    f.waiting[at] = position[0]
    f.waiting[at].next = f.buckets[bucket]
    f.buckets[bucket] = at
    if bucket < f.lowest:
        f.lowest = bucket
    return True


def next_waiting(f, out):
    """Take the most promising move that waits; False when there is none."""
    if not _find_lowest(f):
        return False
    _take(f, f.lowest, out)
    return True


def next_in_turn(f, out, turn, spread):
    """Take a move from the bucket after the last one's, no more than `spread` behind the best.

    A search that always takes the best stays long where many positions look good and none is.
    """
    at: cython.int
    if not _find_lowest(f):
        return False
    at = turn[0] if turn[0] >= f.lowest else f.lowest
    while True:
        at += 1
        if at == BUCKETS or at > f.lowest + spread:
            at = f.lowest
        if f.buckets[at] != 0:
            break
    _take(f, at, out)
    turn[0] = at
    return True


def _find_lowest(f):
    while f.lowest < BUCKETS and f.buckets[f.lowest] == 0:
        f.lowest += 1
    return f.lowest < BUCKETS


def _take(f, bucket, out):
    at: cython.uint = f.buckets[bucket]
    f.buckets[bucket] = f.waiting[at].next
    out[0] = f.waiting[at]
    f.waiting[at].next = f.free
    f.free = at


def keep(t, b, f, come_from):
    """Note a position as done and give its number; 0 when there is no room."""
    out: cython.pointer(u8)
    grown: cython.p_void
    i: cython.int
    k: cython.int
    room: cython.uint
    at: cython.uint = f.count
    if at >= f.room:
        room = 256 if f.room == 0 else 2 * f.room
        if not _may_grow(f, cython.cast(u64, room - f.room) * (f.stride + cython.sizeof(Done))):
            return 0
        grown = realloc(f.done, cython.cast(u64, room) * cython.sizeof(Done))
        if grown == cython.NULL:
            return 0
        f.done = cython.cast(cython.pointer(Done), grown)
        grown = realloc(f.packed, cython.cast(u64, room) * f.stride + 8)
        if grown == cython.NULL:
            return 0
        f.packed = cython.cast(cython.pointer(u8), grown)
        f.room = room
    f.done[at].parent = come_from.parent
    f.done[at].move = come_from.move
    f.done[at].cost = come_from.cost
    out = f.packed + cython.cast(u64, at) * f.stride
    memcpy(out, b.n, t.piles)
    out += t.piles
    if t.flips:
        memcpy(out, b.down, t.piles)
        out += t.piles
    out[0] = cython.cast(u8, b.redeals)
    out += 1
    for i in range(t.piles):
        if t.kind[i] != FOUNDATION:
            for k in range(0, b.n[i], 8):
                memcpy(out + k, cython.address(b.card[i][k]), 8)  # what is too much is overwritten
            out += b.n[i]
    f.count += 1
    return at


def restore(t, f, at, b):
    """Lay a position out as it was noted; on a board on which the foundations are written full."""
    packed: cython.pointer(u8) = f.packed + cython.cast(u64, at) * f.stride
    i: cython.int
    k: cython.int
    memcpy(b.n, packed, t.piles)
    packed += t.piles
    if t.flips:
        memcpy(b.down, packed, t.piles)
        packed += t.piles
    b.redeals = packed[0]
    packed += 1
    b.placed = 0
    for i in range(t.piles):
        if t.kind[i] == FOUNDATION:
            b.placed += b.n[i] - t.laid_out[i - t.f0]
        else:
            for k in range(0, b.n[i], 8):
                memcpy(cython.address(b.card[i][k]), packed + k, 8)
            packed += b.n[i]


def _may_grow(f, more):
    return _held(f) + more <= f.memory


def _held(f):
    return f.waiting_room * cython.sizeof(Waiting) + cython.cast(u64, f.room) * (
        f.stride + cython.sizeof(Done)
    )
