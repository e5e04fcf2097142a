"""The exact solver for rank piles whose layers share a suit.

Once the suits of the four layers are fixed, every card has one place. Placing a card as soon as it
can be placed then only uncovers the next, and takes nothing from any other card, so greedy play is
as good as any (exchange two neighbouring moves of a better line until it is greedy). Colours
alternate within a pile, so layers three and four follow from the first two and at most eight
orders of suits are left; a position is lost exactly if greedy play fails with each of them.

Compiled; types stand in rank_piles.pxd.
"""

from itertools import permutations

import cython
from cython.cimports.engine.generate import is_won, may_go_up
from cython.cimports.engine.solver.search import step
from cython.cimports.libc.stdlib import free
from cython.cimports.libc.string import memset


def may_place(t, b, order):
    """Tell whether the top waste card has its place free in this order of suits."""
    card: cython.int
    pile: cython.int
    if b.n[t.waste] == 0:
        return False
    card = b.card[t.waste][b.n[t.waste] - 1]
    pile = t.f0 + card % 13
    return b.n[pile] < t.depth and order[b.n[pile]] == card // 13 and may_go_up(t, b, card, pile)


def follow(t, b, order, path):
    """Play on greedily in this order of suits, to the end; True when that wins."""
    card: cython.int
    while True:
        if may_place(t, b, order):
            card = b.card[t.waste][b.n[t.waste] - 1]
            if not step(t, b, path, cython.cast(u16, t.f0 + card % 13 | t.waste << 5 | 1 << 10)):
                return False
        elif b.n[t.stock] != 0:
            if not step(t, b, path, cython.cast(u16, t.waste | t.stock << 5)):
                return False
        elif is_won(t, b):
            return True
        elif b.n[t.waste] != 0 and (t.redeals < 0 or b.redeals < t.redeals):
            if not step(t, b, path, cython.cast(u16, t.stock | t.waste << 5)):
                return False
        else:
            return False


def open_orders(position):
    """List the orders of suits that the layers begun so far leave possible."""
    depth: cython.int
    orders = []
    for order in permutations(range(4)):
        fits = True
        for depth in range(4):
            if depth and (order[depth] in (1, 2)) == (order[depth - 1] in (1, 2)):
                fits = False
            if position.board.layer_n[depth] and position.board.layer_suit[depth] != order[depth]:
                fits = False
        if fits:
            orders.append(order)
    return orders


def line_of(position, order):
    """Give the codes of greedy play in an order of suits, or None where it does not win."""
    b: Board = position.board
    path: Path
    suits: u8[4]
    i: cython.int
    won: cython.bint
    for i in range(4):
        suits[i] = order[i]
    memset(cython.address(path), 0, cython.sizeof(Path))
    with cython.nogil:
        won = follow(position.table, cython.address(b), suits, cython.address(path))
    codes = [path.paces[i].move for i in range(path.length)]
    free(path.paces)
    return codes if won else None


def places(position, order):
    """Tell whether greedy play in an order of suits places the top waste card now."""
    suits: u8[4]
    i: cython.int
    for i in range(4):
        suits[i] = order[i]
    return may_place(position.table, cython.address(position.board), suits)


def weigh(position, order, seed, samples):
    """Judge an order of suits over random orders of the stock: wins first, then cards placed.

    One sample stands for the stock as it is, for when every card of it has been seen.
    """
    b: Board
    path: Path
    suits: u8[4]
    i: cython.int
    j: cython.int
    sample: cython.int
    card: u8
    state: u64 = seed
    total: cython.long = 0
    stock: cython.int = position.table.stock
    for i in range(4):
        suits[i] = order[i]
    memset(cython.address(path), 0, cython.sizeof(Path))
    sorted_first: Board = position.board
    if samples > 1:
        # the unseen cards are known, their order is not: no sample may start from it
        for i, unseen in enumerate(sorted(position.cards("s"))):
            sorted_first.card[stock][i] = unseen
    with cython.nogil:
        for sample in range(samples):
            b = sorted_first
            for i in range(b.n[stock] - 1 if samples > 1 else 0, 0, -1):
                j = cython.cast(cython.int, next_random(cython.address(state)) % (i + 1))
                card = b.card[stock][i]
                b.card[stock][i] = b.card[stock][j]
                b.card[stock][j] = card
            path.length = 0
            if follow(position.table, cython.address(b), suits, cython.address(path)):
                total += 1000000
            total += b.placed
    free(path.paces)
    return total


def next_random(state):
    """Give the next 64 bits of splitmix64."""
    z: u64
    state[0] += cython.cast(u64, 0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> 30)) * cython.cast(u64, 0xBF58476D1CE4E5B9)
    z = (z ^ (z >> 27)) * cython.cast(u64, 0x94D049BB133111EB)
    return z ^ (z >> 31)
