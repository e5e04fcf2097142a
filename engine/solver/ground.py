"""Positions known by what is still buried, where piles are built up and down in suit.

For rules in which each suit has one foundation with its first card laid out, a card may lie on its
two neighbours in suit and nowhere else, single cards move, and of the cards not home from the start
the last of each suit alone may fill an empty pile (`engine.tables` asks for all of it). A suit is a
line then, from its first card to its last. Of a pile, the cards from the top down that lie each on
a neighbour are its chain: the lowest is a *base*, those upon it are *loose*, and what lies below
is *buried*. A chain goes up or down the line and never turns.

**Loose cards need no places.** Call bases a block that follow each other on the line with loose
cards, and nothing else, between each two. The loose cards of each gap lie on its two bases, and
those at an end of the block, between a base and a buried card, on that base; a base has one chain.
So of the two ends of a block one at most has loose cards. Where one has, everything lies where it
must, and no base of the block is ever bare: the block is held. Where none has, there is a gap
less than there are bases, and moving the loose cards of one gap after the other from base to base
lays any base bare; and back. So positions with the same bases, buried cards and foundations can be
reached from each other, and one stands for all. (Last cards that are loose make an end as well, as
nothing follows them; loose cards next to those home go home.)

**What can be done** is then: a base in a block that is not held goes home, when it is next, or onto
a neighbour that is loose or such a base itself, and is loose from then on, while the next layer of
its pile, a base with what lies on it in sequence, is uncovered; a last card fills an empty pile or
leaves one. What is on its foundation follows from the layers left and the piles filled: a card
that is home here and not there cannot be buried there, nor loose (it would be next, and go home),
and a base in both it is not, being home in one. So a position is one number: exact, no hash.

**Nothing is lost by** sending home what can go (`engine.safety`); nor, where there are as many
empty piles as last cards neither home nor lowest in a pile, by letting each of them fill one.

Compiled; types stand in ground.pxd.
"""

import cython
from cython.cimports.libc.string import memset


def survey(t, b, g, d):
    """Note the layers of a position and what can be done; False where it is none of this kind."""
    i: cython.int
    k: cython.int
    at: cython.int
    last: cython.int
    layers: cython.int
    card: cython.int
    bit: u64
    radix: u64 = 16
    memset(g, 0, cython.sizeof(Ground))
    memset(d, 0, cython.sizeof(Dug))
    g.piles = t.nt
    for i in range(t.nf):
        d.home |= ((cython.cast(u64, 1) << b.n[t.f0 + i]) - 1) << SUIT_BITS * i
    if FIRSTS & ~d.home:
        return False
    for i in range(t.nt):
        layers = 0
        last = -2
        for k in range(b.n[t.t0 + i]):
            card = b.card[t.t0 + i][k]
            at = SUIT_BITS * (t.home[card] - t.f0) + t.height[card]
            bit = cython.cast(u64, 1) << at
            if at - last == 1 or last - at == 1:
                g.chain[i][layers - 1] |= bit
            else:
                g.base[i][layers] = bit
                layers += 1
            g.pile[at] = cython.cast(u8, i)
            g.layer[at] = cython.cast(u8, layers - 1)
            d.buried |= bit
            last = at
        g.radix[i] = radix
        radix *= layers + 1
        d.left[i] = cython.cast(u8, layers)
        d.empty += _uncover(g, d, i)
    _settle(g, d)
    return True


def key_of(g, d):
    """Give the number of a position; below 2 to the 42nd, as no pack has more than 52 cards."""
    i: cython.int
    key: u64 = d.filled
    for i in range(g.piles):
        key += g.radix[i] * d.left[i]
    return key


def recall(g, root, key, d):
    """Give the position with that number, reached from `root`."""
    i: cython.int
    f: cython.int
    k: cython.int
    n: cython.int
    d.home = root.home
    d.base = 0
    d.buried = 0
    d.filled = key & 15
    d.empty = -count_of(d.filled)
    for i in range(g.piles - 1, -1, -1):
        n = cython.cast(cython.int, key // g.radix[i])
        key -= g.radix[i] * n
        d.left[i] = cython.cast(u8, n)
        for k in range(n - 1):
            d.buried |= g.base[i][k] | g.chain[i][k]
        if n != 0:
            d.base |= g.base[i][n - 1]
        else:
            d.empty += 1
    for f in range(4):
        if d.filled >> f & 1:
            d.base |= cython.cast(u64, 0x1000) << SUIT_BITS * f
    _settle(g, d)


def bared(d):
    """Give the bases that can be laid bare: those in blocks that are not held.

    Held blocks are found from their ends: from loose cards beside a buried one, along the line
    over loose cards and from those over a base, but not from a base to a base.
    """
    loose: u64 = ALL & ~(d.home | d.base | d.buried)
    ends: u64 = loose & d.buried << 1
    along: u64 = loose | d.base & loose << 1
    held: u64 = (along + ends ^ along | ends) & along  # a sum carries through a run of bits
    ends = loose & (d.buried >> 1 | LASTS)
    along = loose | d.base & loose >> 1
    ends |= along & ends >> 1
    along &= along >> 1
    ends |= along & ends >> 2
    along &= along >> 2
    ends |= along & ends >> 4
    along &= along >> 4
    ends |= along & ends >> 8
    return d.base & ~(held | ends)


def movable(d, bare):
    """Give those of the bases that can be laid bare which have a neighbour to go to."""
    places: u64 = bare | ALL & ~(d.home | d.base | d.buried)
    return bare & (places << 1 | places >> 1)


def move_base(g, d, move):
    """Move a base onto a chain or into an empty pile, or a last card into or out of one."""
    kind: cython.int = move & KIND
    at: cython.int = move & 31
    base: u64
    if kind == FILL or kind == LEAVE:
        d.filled ^= cython.cast(u8, 1 << at)
        d.base ^= cython.cast(u64, 0x1000) << SUIT_BITS * at
        d.empty += 1 if kind == LEAVE else -1
    else:
        base = g.base[at][d.left[at] - 1]
        if kind == INTO_EMPTY:
            d.filled |= cython.cast(u8, lasts_among(base))
            d.empty -= 1
        else:
            d.base &= ~base
        d.left[at] -= 1
        d.empty += _uncover(g, d, at)
    _settle(g, d)


def is_lost(g, d):
    """Tell of many positions that cannot be won that some card can never go home.

    A relaxation: a base that moves stays a base where it lies all the same, so that it never leaves
    loose cards to hold a block, and once a pile can be emptied there is an empty pile for
    everything. Whatever a line of play uncovers or sends home, this does: by induction, every card
    is home here if it is there, buried only if it is buried there, and not loose where it is a base
    there. It remains that a base which can be laid bare there can be so here. Let it be held here:
    loose cards beside one that is buried, say below it, and from them up to it no two bases side
    by side. If the lowest of these cards are loose there too, they belong to a block there that is
    held from below, so nothing is loose at its upper end, where is a base, which would be side by
    side with it here too, or a buried card. That one is loose here, so its base lies above it, as
    below is no card of its layer; and if the lowest were buried there, the same is true of them.
    Above that base is nothing of its layer, so again a base, or a buried card, for which the same
    is said again, or loose cards at an end of another held block. So the base we began with is in
    a block held there, against what was assumed. Beside the last card and above it is the same.
    """
    r: Dug = d[0]
    i: cython.int
    bare: u64
    moving: u64
    next_up: u64
    grown: cython.bint = True
    emptied: cython.bint = r.empty != 0
    while grown:
        grown = False
        if emptied:
            r.base |= LASTS & ~(r.home | r.buried)
        bare = bared(cython.address(r))
        next_up = r.home << 1 & ~(r.home | r.buried | r.base & ~bare) & ALL
        if next_up != 0:
            r.home |= next_up
            r.base &= ~next_up
            emptied |= (r.filled & lasts_among(next_up)) != 0
            grown = True
            continue
        moving = movable(cython.address(r), bare)
        if emptied:
            moving |= bare & LASTS
        elif r.filled and moving & LASTS:
            emptied = grown = True
        for i in range(g.piles):
            if r.left[i] != 0 and g.base[i][r.left[i] - 1] & (moving | r.home):
                r.left[i] -= 1
                emptied |= _uncover(g, cython.address(r), i)
                grown = True
    return r.home != ALL


def _settle(g, d):
    """Send home all that can go."""
    next_up: u64
    pile: cython.int
    at: cython.int
    while True:
        next_up = d.home << 1 & ~(d.home | d.buried) & ALL
        if next_up & ~d.base:
            d.home |= next_up & ~d.base
            continue
        next_up &= bared(d)
        if next_up == 0:
            return
        next_up &= ~next_up + 1
        d.home |= next_up
        d.base &= ~next_up
        if d.filled & lasts_among(next_up):
            d.filled ^= cython.cast(u8, lasts_among(next_up))
            d.empty += 1
            continue
        at = count_of(next_up - 1)
        pile = g.pile[at]
        d.left[pile] -= 1
        d.empty += _uncover(g, d, pile)


def _uncover(g, d, pile):
    """Take note of the layer that is a pile's last now; True where there is none."""
    layer: cython.int = d.left[pile] - 1
    if layer < 0:
        return True
    d.base |= g.base[pile][layer]
    d.buried &= ~(g.base[pile][layer] | g.chain[pile][layer])
    if layer == 0 and g.base[pile][0] & LASTS:
        d.left[pile] = 0
        d.filled |= cython.cast(u8, lasts_among(g.base[pile][0]))
    return False


def lasts_among(cards):
    """Give the suits whose last card is among some, as bits."""
    return cython.cast(
        cython.int, (cards >> 12 & 1) | (cards >> 27 & 2) | (cards >> 42 & 4) | (cards >> 57 & 8)
    )


def count_of(cards):
    """Count bits."""
    cards -= cards >> 1 & cython.cast(u64, 0x5555555555555555)
    cards = (cards & cython.cast(u64, 0x3333333333333333)) + (
        cards >> 2 & cython.cast(u64, 0x3333333333333333)
    )
    cards = (cards + (cards >> 4)) & cython.cast(u64, 0x0F0F0F0F0F0F0F0F)
    return cython.cast(cython.int, cards * cython.cast(u64, 0x0101010101010101) >> 56)
