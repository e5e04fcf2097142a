"""Which foundation moves can be proved not to spoil a win.

The proof, for games in which every card has one foundation. Let card c be ready to go up, and take
a winning line that does not send it up at once. Copy the line with c sent up first, leaving out
c's own moves. All the line's moves stay legal but those that lay a card d on c; and if every card
that may be laid on c is already home, or is itself next on its foundation and as little needed,
the copy sends d up instead. What is on a foundation early can only have been needed as a place to
lay cards, which is the same question again, so the argument goes down the ranks and ends.

Where cards may come back from foundations, one that is home can be needed again, on the tableau
or to bare the one below it. So take all that could ever be laid on c, on cards below c on its
foundation, on those again and so on. If each of them is home or next, the copy keeps home what is,
and sends up the others where the line lays them on one that is home: the set is closed, so nothing
else is ever laid there, and no card of it is missed.

Where building is in suit, the cards that may be laid on c are neighbours of its own foundation:
the lower one is home and the higher one follows c up, so c is never needed. A redeal of the
tableau reads the places of all cards, so nothing is safe where there is one; and where several
cards are drawn at once, the places of the cards in stock and waste matter, so none is safe that
comes from the waste. Games whose foundations have layers fixed by the first card have no such
proof. Which of the three holds is `Tables.safety`. Types stand in safety.pxd: this file has no
Python face.
"""

import cython


def is_safe(t, b, card):
    """Tell whether sending up a card that may go is proved to keep a win winnable."""
    if t.safety != 1:
        return t.safety == 2
    if t.draw > 1 and b.n[t.waste] != 0 and b.card[t.waste][b.n[t.waste] - 1] == card:
        return False
    return _settled(t, b, card) if t.returns else _unneeded(t, b, card, 0)


def _settled(t, b, card):
    """Tell whether all that could ever be laid on a card, or on those below it, is home or next."""
    found: u64 = cython.cast(u64, 1) << card
    followed: u64 = 0
    i: cython.int
    k: cython.int
    while found != followed:
        for i in range(52):
            if not (found & ~followed) >> i & 1:
                continue
            if t.home[i] == 255 or t.height[i] > b.n[t.home[i]]:
                return False
            followed |= cython.cast(u64, 1) << i
            found |= t.packing[i]
            for k in range(t.height[i]):
                found |= cython.cast(u64, 1) << t.sequence[t.home[i]][k]
    return True


def _unneeded(t, b, card, asked):
    """Tell whether no card will have to be laid on this one; a circle of questions says no."""
    laid: cython.int
    others: u64 = t.packing[card]
    asked |= cython.cast(u64, 1) << card
    while others:
        laid = lowest_bit(others)
        others &= others - 1
        if t.home[laid] == 255:
            return False
        if t.height[laid] < b.n[t.home[laid]]:
            continue
        if asked >> laid & 1 or t.height[laid] != b.n[t.home[laid]]:
            return False
        if not _unneeded(t, b, laid, asked):
            return False
    return True
