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
    if not t.relax:
        return False
    for i in range(t.nt):
        left[i] = b.n[t.t0 + i]
        if left[i] == 0:
            emptied = True
        else:
            free |= cython.cast(u64, 1) << b.card[t.t0 + i][left[i] - 1]
        for k in range(b.n[t.t0 + i]):
            all_cards |= cython.cast(u64, 1) << b.card[t.t0 + i][k]
    while grown:
        grown = False
        for i in range(t.nt):
            while left[i] > 0:
                card = b.card[t.t0 + i][left[i] - 1]
                bit = cython.cast(u64, 1) << card
                can_go = (free & t.under[card]) != 0 or (emptied and (t.fill & bit) != 0)
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
                    free |= cython.cast(u64, 1) << b.card[t.t0 + i][left[i] - 1]
    return free != all_cards
