"""Which positions are lost for certain, told without a search.

Compiled; types stand in dead.pxd.
"""

import cython


def is_dead(t, b):
    """Tell of many positions that cannot be won, that some card can never be uncovered.

    A relaxation: a card once uncovered stays usable everywhere. Then cards are uncovered from
    the top down, as long as the top one could go to its foundation (the cards before it being
    uncovered or home), or lie on an uncovered card, or fill a pile that is empty or could be
    emptied. Any line of play uncovers cards in an order that this closure allows, by induction on
    its moves; so what the closure does not reach is reached by no line.

    Where piles have a cap, a card takes another only where it lies lower than that. So cards are
    told apart by how low they can lie: where they were uncovered, or one place above a card that
    takes them, at its lowest. No line lays a card lower, again by induction on its moves.
    """
    left: cython.int[PILES]
    i: cython.int
    k: cython.int
    card: cython.int
    home: cython.int
    free: u64 = 0
    all_cards: u64 = 0
    bit: u64
    emptied: cython.bint = False
    grown: cython.bint = True
    can_go: cython.bint
    low: u64[LOWEST]  # by place, the uncovered cards that can lie there or lower
    laid: u64
    level: cython.int
    capped: cython.bint = t.cap <= LOWEST
    takes: u64
    if not t.relax:
        return False
    for level in range(LOWEST):
        low[level] = 0
    for i in range(t.nt):
        left[i] = b.n[t.t0 + i]
        if left[i] == 0:
            emptied = True
        else:
            bit = cython.cast(u64, 1) << b.card[t.t0 + i][left[i] - 1]
            free |= bit
            for level in range(left[i] - 1, LOWEST):
                low[level] |= bit
        for k in range(b.n[t.t0 + i]):
            all_cards |= cython.cast(u64, 1) << b.card[t.t0 + i][k]
    while grown:
        grown = False
        takes = free
        if capped:
            if emptied:
                low[0] |= free & t.fill
            for level in range(t.cap - 1):
                laid = _laid_on(t, low[level])
                low[level + 1] |= low[level] | free & laid
            takes = low[t.cap - 2] if t.cap > 1 else 0
        for i in range(t.nt):
            while left[i] > 0:
                card = b.card[t.t0 + i][left[i] - 1]
                bit = cython.cast(u64, 1) << card
                can_go = (takes & t.under[card]) != 0 or (emptied and (t.fill & bit) != 0)
                if not can_go:
                    # its foundation: every card before it is home or uncovered
                    home = t.home[card]
                    can_go = True
                    for k in range(b.n[home], t.height[card]):
                        if not free >> t.sequence[home][k] & 1:
                            can_go = False
                            break
                if not can_go:
                    break
                grown = True
                left[i] -= 1
                if left[i] == 0:
                    emptied = True
                else:
                    bit = cython.cast(u64, 1) << b.card[t.t0 + i][left[i] - 1]
                    free |= bit
                    for level in range(left[i] - 1, LOWEST):
                        low[level] |= bit
                    if not capped or left[i] < t.cap:
                        takes |= bit
    return free != all_cards


def _laid_on(t, cards):
    """Give the cards that may be laid on some."""
    card: cython.int
    laid: u64 = 0
    for card in range(52):
        if cards >> card & 1:
            laid |= t.packing[card]
    return laid
