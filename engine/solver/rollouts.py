"""Choosing a move where cards are hidden: play each on to the end, over many ways they may lie.

The *plain* policy is a list of preferences, as a careful player's habits: send up, uncover what is
face down, empty a pile only for a card that wants it, play from the waste, draw, and stop when a
whole pass through the stock has changed nothing. The *best* choice asks, for each legal move, how
far the plain policy gets after it, over the same samples of what is not seen; so it judges a way of
playing that the player can follow. Moves that lead back to a position of this line are left out.

Compiled; types stand in rollouts.pxd.
"""

import cython
from cython.cimports.engine.generate import generate, is_won
from cython.cimports.engine.hashing import hash_of
from cython.cimports.engine.make import make, unmake
from cython.cimports.engine.safety import is_safe
from cython.cimports.engine.solver.rank_piles import next_random

WIN_WORTH = cython.declare(cython.int, 100)  # in cards placed
LONGEST = cython.declare(cython.int, 2000)


def plain_choice(position):
    """Give the code of the plain policy's move, or -1 where it stops."""
    codes: cython.ushort[MOST_MOVES]
    count: cython.int = generate(position.table, cython.address(position.board), codes)
    at: cython.int = _prefer(
        position.table, cython.address(position.board), codes, count, _idle_before(position)
    )
    return -1 if at < 0 else codes[at]


def best_choice(position, seed, samples):
    """Give the code of the move after which the plain policy gets farthest, or -1."""
    codes: cython.ushort[MOST_MOVES]
    worth: cython.long[MOST_MOVES]
    cards: u8[CARDS]
    piles: u8[CARDS]
    places: u8[CARDS]
    b: Board = position.board
    played: Board
    undo: Undo
    state: u64 = seed
    count: cython.int = generate(position.table, cython.address(b), codes)
    unseen: cython.int = _count_unseen(position, cards, piles, places)
    idle: cython.int = _idle_before(position)
    i: cython.int
    j: cython.int
    kept: cython.int = 0
    best: cython.int
    preferred: cython.int
    sample: cython.int
    card: u8
    for i in range(count):
        make(position.table, cython.address(b), codes[i], cython.address(undo))
        if not _was_here(position, hash_of(position.table, cython.address(b))):
            codes[kept] = codes[i]
            worth[kept] = 0
            kept += 1
        unmake(position.table, cython.address(b), codes[i], cython.address(undo))
    with cython.nogil:
        for sample in range(samples if unseen > 1 else 1):
            for i in range(unseen - 1, 0, -1):
                j = cython.cast(cython.int, next_random(cython.address(state)) % (i + 1))
                card = cards[i]
                cards[i] = cards[j]
                cards[j] = card
            for i in range(unseen):
                b.card[piles[i]][places[i]] = cards[i]
            for i in range(kept):
                played = b
                make(position.table, cython.address(played), codes[i], cython.address(undo))
                worth[i] += _play_out(
                    position.table,
                    cython.address(played),
                    _next_idle(position.table, codes[i], idle),
                )
    # the habit's own move, or else to stop where the position is, is what a move has to better
    preferred = _prefer(position.table, cython.address(position.board), codes, kept, idle)
    bound: cython.long = position.board.placed * (samples if unseen > 1 else 1)
    if preferred >= 0:
        bound = worth[preferred]
    best = preferred
    for i in range(kept):
        if worth[i] > bound:
            best, bound = i, worth[i]
    return -1 if best < 0 else codes[best]


def _was_here(position, place):
    i: cython.int
    for i in range(position.length):
        if position.records[i].hash == place:
            return True
    return False


def _count_unseen(position, cards, piles, places):
    """List where the unseen cards lie and, sorted, which they are; give their number."""
    b: cython.pointer(Board) = cython.address(position.board)
    t: cython.pointer(RuleTable) = position.table
    count: cython.int = 0
    i: cython.int
    k: cython.int
    hidden: cython.int
    held = []
    for i in range(t.piles):
        hidden = b.down[i]
        if i == t.stock and b.redeals == position.start_redeals:
            hidden = b.n[i]
        for k in range(hidden):
            piles[count] = i
            places[count] = k
            held.append(b.card[i][k])
            count += 1
    for i, card in enumerate(sorted(held)):
        cards[i] = card
    return count


def _idle_before(position):
    """Count the draws since something else than drawing and turning over was done."""
    i: cython.int = position.length - 1
    idle: cython.int = 0
    source: cython.int
    target: cython.int
    while i >= 0:
        source = position.records[i].move >> 5 & 31
        target = position.records[i].move & 31
        if source != position.table.stock and target != position.table.stock:
            break
        idle += 1
        i -= 1
    return idle


def _next_idle(t, code, idle):
    if (code >> 5 & 31) == t.stock or (code & 31) == t.stock:
        return idle + 1
    return 0


def _play_out(t, b, idle):
    """Follow the plain policy to its end; give the cards placed, and more for a win."""
    codes: u16[MOST_MOVES]
    undo: Undo
    count: cython.int
    at: cython.int
    moves: cython.int
    for moves in range(LONGEST):
        if is_won(t, b):
            return b.placed + WIN_WORTH
        count = generate(t, b, codes)
        at = _prefer(t, b, codes, count, idle)
        if at < 0:
            break
        idle = _next_idle(t, codes[at], idle)
        make(t, b, codes[at], cython.address(undo))
    return b.placed


def _prefer(t, b, codes, count, idle):
    """Give the place of the move the plain policy likes best, or -1 where it likes none."""
    best: cython.int = -1
    best_worth: cython.int = 0
    worth: cython.int
    i: cython.int
    for i in range(count):
        worth = _worth(t, b, codes[i], idle)
        if worth > best_worth:
            best, best_worth = i, worth
    return best


def _worth(t, b, code, idle):
    target: cython.int = code & 31
    source: cython.int = code >> 5 & 31
    count: cython.int = code >> 10 & 15
    left: cython.int
    if source == t.stock:
        return 10 if idle <= 2 * (b.n[t.stock] + b.n[t.waste]) else 0
    if target == t.stock:
        return 5 if idle <= 2 * (b.n[t.stock] + b.n[t.waste]) else 0
    left = b.n[source] - count
    if t.kind[target] == FOUNDATION:
        if is_safe(t, b, b.card[source][b.n[source] - 1]):
            return 1000
        return 500 if left > 0 and left == b.down[source] else 400
    if t.kind[source] == FOUNDATION:
        return 0
    if t.kind[source] == WASTE:
        return 200 if b.n[target] > 0 else 150
    if left > 0 and left == b.down[source]:
        return 300 + b.down[source]
    if left == 0 and b.n[target] > 0 and _wanted(t, b):
        return 250
    return 0


def _wanted(t, b):
    """Tell whether some card waits for an empty pile."""
    i: cython.int
    pile: cython.int
    if b.n[t.waste] > 0 and t.fill >> b.card[t.waste][b.n[t.waste] - 1] & 1:
        return True
    for i in range(t.nt):
        pile = t.t0 + i
        if b.down[pile] > 0 and t.fill >> b.card[pile][b.down[pile]] & 1:
            return True
    return False
