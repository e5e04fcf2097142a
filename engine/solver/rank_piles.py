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
from cython.cimports.libc.string import memcpy, memset


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


def chances(position, seed, samples):
    """Count for each open order of suits in how many samples greedy play in it wins.

    Gives `(order, placed, drawn)` for each: with the top waste card placed at once, None where
    the order has no place for it; and with a card drawn first. A sample is a random order of the
    unseen stock, the same for all counts.
    """
    b: cython.pointer(Board) = cython.address(position.board)
    laid: Laid
    after: Laid
    levels: u8[52][8]  # eight arrays of 52
    fits: cython.int[8]
    placed: cython.int[8]
    drawn: cython.int[8]
    i: cython.int
    k: cython.int
    count: cython.int
    rounds: cython.int = samples
    state: u64 = seed
    # a pass that places nothing is the last: there are no more than cards
    passes: cython.int = (
        53 if position.table.redeals < 0 else 1 + position.table.redeals - b.redeals
    )
    top: cython.int = 0
    orders: list = open_orders(position)
    count = len(orders)
    for k in range(count):
        for i in range(52):
            levels[k][i] = orders[k].index(i // 13)
    for i in range(13):
        laid.height[i] = b.n[position.table.f0 + i]
    laid.wasted = b.n[position.table.waste]
    for i in range(laid.wasted):
        top = laid.waste[i] = b.card[position.table.waste][i]
    laid.left = b.n[position.table.stock]
    # the unseen cards are known, their order is not: no sample may start from it
    for i, card in enumerate(sorted(position.cards("s"))):
        laid.stock[i] = card
    memset(fits, 0, cython.sizeof(fits))
    memset(placed, 0, cython.sizeof(placed))
    memset(drawn, 0, cython.sizeof(drawn))
    after = laid
    if laid.wasted != 0:
        after.wasted -= 1
        after.height[top % 13] += 1
    for k in range(count):
        fits[k] = laid.wasted != 0 and laid.height[top % 13] == levels[k][top]
    with cython.nogil:
        for _ in range(rounds):
            _shuffle(cython.address(laid), cython.address(state))
            memcpy(after.stock, laid.stock, 52)
            for k in range(count):
                drawn[k] += _wins(cython.address(laid), levels[k], passes, False)
                if fits[k]:
                    placed[k] += _wins(cython.address(after), levels[k], passes, True)
    return [(order, placed[k] if fits[k] else None, drawn[k]) for k, order in enumerate(orders)]


def _shuffle(laid, state):
    i: cython.int
    j: cython.int
    card: u8
    for i in range(laid.left - 1, 0, -1):
        j = cython.cast(cython.int, next_random(state) % (i + 1))
        card = laid.stock[i]
        laid.stock[i] = laid.stock[j]
        laid.stock[j] = card


def _wins(laid, level, passes, at_once):
    """Tell whether greedy play wins, the top waste card looked at before the first draw or not."""
    here: Laid = laid[0]
    i: cython.int
    n: cython.int = here.wasted
    each: cython.int
    if at_once:
        n = _place(cython.address(here), n, level)
    for each in range(passes):
        for i in range(here.left - 1, -1, -1):
            here.waste[n] = here.stock[i]
            n = _place(cython.address(here), n + 1, level)
        if n == 0:
            return True
        for i in range(n):
            here.stock[i] = here.waste[n - 1 - i]
        here.left, n = n, 0
    return False


def _place(here, n, level):
    """Place the waste's top cards while they have a place; give how many cards stay."""
    card: cython.int
    while n != 0:
        card = here.waste[n - 1]
        if here.height[card % 13] != level[card]:
            break
        here.height[card % 13] += 1
        n -= 1
    return n


def next_random(state):
    """Give the next 64 bits of splitmix64."""
    z: u64
    state[0] += cython.cast(u64, 0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> 30)) * cython.cast(u64, 0xBF58476D1CE4E5B9)
    z = (z ^ (z >> 27)) * cython.cast(u64, 0x94D049BB133111EB)
    return z ^ (z >> 31)
