"""Best-first search over all positions, for wins.

Answers 1 with a winning path, 0 when every position that can be reached was looked at without
one, and -1 when a bound stopped it. Compiled; types stand in foundations.pxd.
"""

import cython
from cython.cimports.engine.generate import is_won
from cython.cimports.engine.hashing import hash_of
from cython.cimports.engine.solver.dead import is_dead
from cython.cimports.engine.solver.search import (
    back_to,
    candidates,
    distance_after,
    hash_after,
    insert,
    open_table,
    send_up,
    step,
    take_apart,
)
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcpy, memset

BUCKETS = cython.declare(cython.int, 1024)


def widest(t, root, effort, path):
    """Look at the most promising positions first."""
    f: Frontier
    b: Board
    seen: Table
    answer: cython.int = -1
    memset(cython.address(f), 0, cython.sizeof(Frontier))
    f.stride = t.piles + CARDS
    f.thrift = effort.thrift
    f.most = cython.cast(cython.uint, effort.memory * 3 // 4 // (f.stride + cython.sizeof(Node)))
    if open_table(cython.address(seen), effort.memory // 4):
        b = root[0]
        answer = _widen(t, cython.address(b), cython.address(f), cython.address(seen), effort, path)
        path.length = 0
        if answer == 1:
            b = root[0]
            if not (
                send_up(t, cython.address(b), path)
                and _retrace(t, cython.address(b), cython.address(f), f.won_from, path)
            ):
                answer = -1
            elif f.won_by != 0 and not (
                step(t, cython.address(b), path, f.won_by) and send_up(t, cython.address(b), path)
            ):
                answer = -1
    free(f.nodes)
    free(f.packed)
    free(seen.slots)
    return answer


def _widen(t, b, f, seen, effort, path):
    node: cython.uint
    found: cython.int = 0
    if not send_up(t, b, path):
        return -1
    if is_won(t, b):
        return 1
    insert(seen, hash_of(t, b))
    f.count = 1  # node 0 stands for none
    if not _add(t, b, f, 0, 0, 0):
        return -1
    while found == 0:
        while f.lowest < BUCKETS and f.buckets[f.lowest] == 0:
            f.lowest += 1
        if f.lowest == BUCKETS:
            return 0
        node = f.buckets[f.lowest]
        f.buckets[f.lowest] = f.nodes[node].older
        _unpack(t, cython.address(f.packed[cython.cast(u64, node) * f.stride]), b)
        path.length = 0
        found = _expand(t, b, f, seen, effort, path, node)
    return found


def _expand(t, b, f, seen, effort, path, node):
    codes: u16[MOST_MOVES]
    count: cython.int = candidates(t, b, codes)
    i: cython.int
    new: cython.int
    parts: Parts
    effort.states += 1
    if effort.states > effort.most_states:
        return -1
    take_apart(t, b, cython.address(parts))
    for i in range(count):
        if not (step(t, b, path, codes[i]) and send_up(t, b, path)):
            return -1
        if is_won(t, b):
            f.won_from = node
            f.won_by = codes[i]
            return 1
        new = 0
        if not is_dead(t, b):
            new = insert(seen, hash_after(t, b, path, 0, cython.address(parts)))
        if new < 0 or (
            new > 0
            and not _add(
                t, b, f, node, codes[i], distance_after(t, b, path, 0, cython.address(parts))
            )
        ):
            return -1
        back_to(t, b, path, 0)
    return 0


def _add(t, b, f, parent, move, guess):
    cost: cython.int = f.nodes[parent].cost if parent != 0 else 0
    bucket: cython.int
    if move != 0 and t.kind[move & 31] != FOUNDATION:
        cost += 1
    bucket = guess + f.thrift * t.weights[6] * cost // 4
    if f.count >= f.room and not _grow(f):
        return False
    bucket = 0 if bucket < 0 else bucket
    bucket = BUCKETS - 1 if bucket >= BUCKETS else bucket
    f.nodes[f.count].parent = parent
    f.nodes[f.count].move = move
    f.nodes[f.count].cost = cython.cast(u16, cost)
    f.nodes[f.count].older = f.buckets[bucket]
    _pack(t, b, cython.address(f.packed[cython.cast(u64, f.count) * f.stride]))
    f.buckets[bucket] = f.count
    if bucket < f.lowest:
        f.lowest = bucket
    f.count += 1
    return True


def _grow(f):
    room: cython.uint = 256 if f.room == 0 else f.room * 2
    grown: cython.p_void
    if room > f.most:
        room = f.most
    if room <= f.room:
        return False
    grown = realloc(f.nodes, room * cython.sizeof(Node))
    if grown == cython.NULL:
        return False
    f.nodes = cython.cast(cython.pointer(Node), grown)
    grown = realloc(f.packed, cython.cast(u64, room) * f.stride)
    if grown == cython.NULL:
        return False
    f.packed = cython.cast(cython.pointer(u8), grown)
    f.room = room
    return True


def _retrace(t, b, f, node, path):
    if node <= 1:
        return True
    return (
        _retrace(t, b, f, f.nodes[node].parent, path)
        and step(t, b, path, f.nodes[node].move)
        and send_up(t, b, path)
    )


def _pack(t, b, out):
    i: cython.int
    for i in range(t.piles):
        out[0] = b.n[i]
        out += 1
        if t.kind[i] != FOUNDATION:
            memcpy(out, b.card[i], b.n[i])
            out += b.n[i]
    out[0] = cython.cast(u8, b.redeals)


def _unpack(t, packed, b):
    i: cython.int
    b.placed = 0
    for i in range(t.piles):
        b.n[i] = packed[0]
        packed += 1
        if t.kind[i] == FOUNDATION:
            memcpy(b.card[i], t.sequence[i], 13)
            b.placed += b.n[i] - t.laid_out[i - t.f0]
        else:
            memcpy(b.card[i], packed, b.n[i])
            packed += b.n[i]
    b.redeals = packed[0]
