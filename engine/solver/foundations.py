"""Best-first search over all positions, for wins.

Answers 1 with a winning path, 0 when every position that can be reached was looked at without
one, and -1 when a bound stopped it. A position is looked at when its turn comes, not when the move
to it is found: of a quiet move, one after which no card can go up that could not before, the hash
and the guess are reckoned without making it. Compiled; types stand in foundations.pxd.
"""

import cython
from cython.cimports.engine.generate import is_won
from cython.cimports.engine.solver.dead import is_dead
from cython.cimports.engine.solver.frontier import (
    close_frontier,
    keep,
    next_in_turn,
    next_waiting,
    open_frontier,
    restore,
    wait_at,
)
from cython.cimports.engine.solver.guess import distance, distance_after, look, open_eyes
from cython.cimports.engine.solver.links import change, links
from cython.cimports.engine.solver.search import (
    back_to,
    candidates,
    follow,
    insert,
    is_quiet,
    leaves_homes,
    open_table,
    send_up,
    step,
)
from cython.cimports.libc.stdlib import free
from cython.cimports.libc.string import memcpy, memset

# What a card lies on where it lies on none, after the 52 cards.
FLOOR = cython.declare(cython.int, 52)
CELL_FLOOR = cython.declare(cython.int, 53)


def widest(t, root, effort, path):
    """Look at the most promising positions first."""
    w: Widening
    b: Board = root[0]
    i: cython.int
    answer: cython.int = -1
    w.round = effort.round
    w.won_from = w.won_by = w.turn = 0
    memset(w.laid, 0, cython.sizeof(w.laid))
    open_eyes(cython.address(w.sight), cython.address(w.round.weights))
    path.length = 0
    path.hash = links(t, root)
    for i in range(t.nf):
        memcpy(b.card[t.f0 + i], t.sequence[t.f0 + i], 13)
    open_frontier(t, cython.address(w.frontier), effort.memory * 3 // 4)
    if open_table(cython.address(w.seen), effort.memory // 4):
        answer = _widen(t, cython.address(b), cython.address(w), effort, path)
    if answer == 1:
        b = root[0]
        path.length = 0
        if not (
            send_up(t, cython.address(b), path)
            and _retrace(t, cython.address(b), cython.address(w.frontier), w.won_from, path)
        ):
            answer = -1
        elif w.won_by != 0 and not _advance(t, cython.address(b), path, w.won_by):
            answer = -1
    close_frontier(cython.address(w.frontier))
    free(w.seen.slots)
    return answer


def _widen(t, b, w, effort, path):
    at: cython.uint = 0  # the position on the board before the last moves
    found: cython.int = 0
    one: Waiting
    if not send_up(t, b, path):
        return -1
    if is_won(t, b):
        return 1
    insert(cython.address(w.seen), path.hash)
    one.parent = one.move = one.cost = 0
    one.hash = path.hash
    while True:
        look(t, b, cython.address(w.sight))
        at = keep(t, b, cython.address(w.frontier), cython.address(one))
        effort.states += 1
        if at == 0 or effort.states > effort.most_states or effort.stop[0] != 0:
            return -1
        path.length = 0
        path.hash = one.hash
        found = _expand(t, b, w, path, at)
        while found == 0:
            if not _next(w, cython.address(one), effort.states % 2):
                return 0
            if one.parent != at:
                at = one.parent
                restore(t, cython.address(w.frontier), at, b)
            path.length = 0
            if not _advance(t, b, path, one.move):
                return -1
            if not is_dead(t, b):
                break
            at = 0
        if found != 0:
            return found


def _next(w, one, best):
    """Take the move that waits whose turn it is; False when there is none."""
    if best or w.round.spread == 0:
        return next_waiting(cython.address(w.frontier), one)
    return next_in_turn(cython.address(w.frontier), one, cython.address(w.turn), w.round.spread)


def _expand(t, b, w, path, at):
    codes: u16[MOST_MOVES]
    count: cython.int = candidates(t, b, codes)
    i: cython.int
    new: cython.int
    guess: cython.int
    cost: cython.int
    one: Waiting
    one.parent = at
    cost = w.frontier.done[at].cost
    for i in range(count):
        one.move = codes[i]
        one.cost = cython.cast(u16, cost + (t.kind[codes[i] & 31] != FOUNDATION))
        if is_quiet(t, b, codes[i]):
            one.hash = path.hash + change(t, b, codes[i])
            new = insert(cython.address(w.seen), one.hash)
            if new > 0:
                guess = distance_after(t, b, cython.address(w.sight), codes[i])
        else:
            if not (follow(t, b, path, codes[i]) and send_up(t, b, path)):
                return -1
            one.hash = path.hash
            if is_won(t, b):
                w.won_from = at
                w.won_by = codes[i]
                return 1
            new = insert(cython.address(w.seen), one.hash)
            if new > 0:
                guess = distance(t, b, cython.address(w.sight))
            back_to(t, b, path, 0)
        if new < 0:
            return -1
        if new > 0 and not wait_at(
            cython.address(w.frontier),
            guess
            + w.round.weights.again * _laid_before(t, b, w, codes[i]) // 4
            + w.round.thrift * w.round.weights.move * one.cost // 4,
            cython.address(one),
        ):
            return -1
    return 0


def _laid_before(t, b, w, move):
    """Count the moves that laid this card on the same one with as many cards home, OFTEN at most.

    Where many positions look good and none is, they are rearrangements of each other; what lays a
    card where it never lay leads out of them. Where two counts fall together, the order is another,
    and nothing else.
    """
    source: cython.int = move >> 5 & 31
    target: cython.int = move & 31
    below: cython.int = CELL_FLOOR
    at: cython.uint
    before: cython.int
    if not leaves_homes(t, move):
        return 0
    if t.kind[target] != CELL:
        below = b.card[target][b.n[target] - 1] if b.n[target] != 0 else FLOOR
    at = b.placed << 12 | b.card[source][b.n[source] - (move >> 10 & 15)] << 6 | below
    at = (at * cython.cast(cython.uint, 0x9E3779B1)) >> (32 - LAID_BITS)
    before = w.laid[at]
    if before < OFTEN:
        w.laid[at] += 1
    return before


def _retrace(t, b, f, at, path):
    if at <= 1:
        return True
    return _retrace(t, b, f, f.done[at].parent, path) and _advance(t, b, path, f.done[at].move)


def _advance(t, b, path, move):
    """Make a move and send up what is safe then; False when memory ran out."""
    quiet: cython.bint = is_quiet(t, b, move)
    return step(t, b, path, move) and (quiet or send_up(t, b, path))
