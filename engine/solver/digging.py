"""Best-first search over what is dug up, where piles are built up and down in suit.

Positions are those of `engine.solver.ground`: one for all that differ in where loose cards lie.
They are few enough for the same search to find the win and, going on to the end, the proof.

Two kinds of move are made at once, as nothing is lost by them; both leave every other base of the
suit what it was, and turn up the next layer of a pile, which adds a base and never ends a block.
- A base with loose cards on both sides in its suit, in a block that is not held. Where it can be
  moved its block has another base on either side, and the blocks' ends stay the same without it:
  what could be laid bare still can, and all that base could ever be used for, a place beside it,
  its loose neighbours are too.
- Where a last card lies lowest in a pile and has no need to leave it, there being empty piles
  enough: the next base below it on the line. All from the last card down to the first buried one
  goes on to it in the end; taking the highest first, each can follow until nothing but cards
  beside a buried one is left to hold the block, and it is held no longer when that one is bared.

Answers 1 with a winning path, 0 when every position that can be reached was looked at without
one, and -1 when a bound stopped it. Compiled; types stand in digging.pxd.
"""

import cython
from cython.cimports.engine.solver.ground import (
    ALL,
    FILL,
    INTO_EMPTY,
    KIND,
    LASTS,
    LEAVE,
    ONTO_CHAIN,
    SUIT_BITS,
    bared,
    count_of,
    is_lost,
    key_of,
    movable,
    move_base,
    recall,
    survey,
)
from cython.cimports.engine.solver.search import insert, open_table
from cython.cimports.engine.solver.unearthing import (
    move_into_empty,
    move_onto_chain,
    send_home,
)
from cython.cimports.libc.stdlib import free, malloc, realloc
from cython.cimports.libc.string import memset

MOVE_AT = cython.declare(cython.int, 56)


def dig_out(t, root, effort, path):
    """Look at the most promising positions first, and at all of them in the end."""
    f: cython.pointer(Field) = cython.cast(cython.pointer(Field), malloc(cython.sizeof(Field)))
    seen: Table
    b: Board = root[0]
    answer: cython.int = -1
    path.length = 0
    if f == cython.NULL:
        return -1
    memset(f, 0, cython.sizeof(Field))
    f.most = cython.cast(cython.uint, effort.memory * 2 // 3 // cython.sizeof(Trench))
    if open_table(cython.address(seen), effort.memory // 3) and survey(
        t, root, cython.address(f.ground), cython.address(f.root)
    ):
        answer = _dig(f, cython.address(seen), effort)
        if answer == 1 and not (
            _retrace(t, cython.address(b), f, f.won_from, path)
            and (f.won_from == 0 or _carry_out(t, cython.address(b), f, f.won_from, f.won_by, path))
        ):
            answer = -1
    free(seen.slots)
    free(f.trenches)
    free(f)
    return answer


def _dig(f, seen, effort):
    d: Dug
    at: cython.uint = 1
    found: cython.int
    if f.root.home == ALL:
        return 1
    f.count = 1  # trench 0 stands for none
    f.lowest = PROMISES
    if not _add(f, cython.address(f.root), 0, 0):
        return -1
    insert(seen, _scattered(f.trenches[1].key))
    while f.lowest < PROMISES:
        at = f.buckets[f.lowest]
        f.buckets[f.lowest] = f.trenches[at].older
        recall(cython.address(f.ground), cython.address(f.root), _key_at(f, at), cython.address(d))
        found = _spread(f, cython.address(d), seen, effort, at)
        if found != 0:
            return found
        while f.lowest < PROMISES and f.buckets[f.lowest] == 0:
            f.lowest += 1
    return 0


def _spread(f, d, seen, effort, parent):
    moves: u8[MOST_DIGS]
    count: cython.int = _moves(cython.address(f.ground), d, moves)
    i: cython.int
    new: cython.int
    after: Dug
    for i in range(count):
        effort.states += 1
        if effort.states > effort.most_states or effort.stop[0] != 0:
            return -1
        after = d[0]
        move_base(cython.address(f.ground), cython.address(after), moves[i])
        if after.home == ALL:
            f.won_from = parent
            f.won_by = moves[i]
            return 1
        if is_lost(cython.address(f.ground), cython.address(after)):
            continue
        new = insert(seen, _scattered(key_of(cython.address(f.ground), cython.address(after))))
        if new < 0 or (new > 0 and not _add(f, cython.address(after), moves[i], parent)):
            return -1
    return 0


def _moves(g, d, moves):
    """Write the moves worth looking at; give their number."""
    count: cython.int = 0
    at: cython.int
    bare: u64 = bared(d)
    loose: u64 = ALL & ~(d.home | d.base | d.buried)
    may: u64
    staying: cython.bint = d.empty >= 4 - count_of(d.filled) - count_of(d.home & LASTS)
    if d.empty > 0:
        may = LASTS & (loose | bare)
        while may != 0:
            at = count_of((may & ~may + 1) - 1)
            may &= may - 1
            if not d.filled >> (at >> 4) & 1:
                moves[count] = FILL + (at >> 4) if loose >> at & 1 else INTO_EMPTY + g.pile[at]
                count += 1
        if staying and count != 0:
            return 1
    may = movable(d, bare)
    at = _harmless(d, bare, may, loose, staying)
    if at >= 0:
        moves[0] = ONTO_CHAIN + g.pile[at]
        return 1
    while may != 0:
        at = count_of((may & ~may + 1) - 1)
        may &= may - 1
        if not (at & 15 == 12 and d.filled >> (at >> 4) & 1):
            moves[count] = ONTO_CHAIN + g.pile[at]
            count += 1
        elif not staying:
            moves[count] = LEAVE + (at >> 4)
            count += 1
    return count


def _harmless(d, bare, may, loose, staying):
    """Give the place of a base that is moved without loss, or -1."""
    suit: cython.int
    at: cython.int
    between: u64 = bare & loose << 1 & loose >> 1
    if between != 0:
        return count_of((between & ~between + 1) - 1)
    for suit in range(4 if staying else 0):
        at = SUIT_BITS * suit + 12
        if d.filled >> suit & 1 and bare >> at & 1:
            at -= 1
            while loose >> at & 1:
                at -= 1
            if may >> at & 1:
                return at
    return -1


def _promise(g, d):
    """Guess how near a win is; the weights were found by trying."""
    suit: cython.int
    at: cython.int
    bare: u64 = bared(d)
    promise: cython.int = (
        10 * count_of(d.home)
        + 4 * count_of(movable(d, bare))
        - 4 * count_of(d.base & ~bare)
        + 20 * d.empty
    )
    for suit in range(4):
        at = SUIT_BITS * suit + count_of(d.home >> SUIT_BITS * suit & 0x1FFF)
        if d.buried >> at & 1:
            promise -= 7 * (d.left[g.pile[at]] - g.layer[at])
    return promise


def _add(f, d, move, parent):
    room: cython.uint
    grown: cython.p_void
    bucket: cython.int = PROMISES // 2 - _promise(cython.address(f.ground), d)
    bucket = 0 if bucket < 0 else bucket
    bucket = PROMISES - 1 if bucket >= PROMISES else bucket
    if f.count >= f.room:
        room = 256 if f.room == 0 else 2 * f.room
        room = f.most if room > f.most else room
        grown = realloc(f.trenches, room * cython.sizeof(Trench)) if room > f.room else cython.NULL
        if grown == cython.NULL:
            return False
        f.trenches = cython.cast(cython.pointer(Trench), grown)
        f.room = room
    f.trenches[f.count].key = key_of(cython.address(f.ground), d) | move << MOVE_AT
    f.trenches[f.count].parent = parent
    f.trenches[f.count].older = f.buckets[bucket]
    f.buckets[bucket] = f.count
    f.lowest = bucket if bucket < f.lowest else f.lowest
    f.count += 1
    return True


def _key_at(f, at):
    return f.trenches[at].key & ((cython.cast(u64, 1) << MOVE_AT) - 1)


def _scattered(key):
    """Mix the bits, no two numbers into one: the finalizer of splitmix64."""
    key = (key ^ (key >> 30)) * cython.cast(u64, 0xBF58476D1CE4E5B9)
    key = (key ^ (key >> 27)) * cython.cast(u64, 0x94D049BB133111EB)
    return key ^ (key >> 31)


def _retrace(t, b, f, at, path):
    if at <= 1:
        return send_home(t, b, path)
    return _retrace(t, b, f, f.trenches[at].parent, path) and _carry_out(
        t, b, f, f.trenches[at].parent, f.trenches[at].key >> MOVE_AT, path
    )


def _carry_out(t, b, f, at, move, path):
    """Make a move from the position of a trench, card by card."""
    d: Dug
    place: cython.int = move & 31
    base: u64 = cython.cast(u64, 0x1000) << SUIT_BITS * (place & 3)
    if move & KIND == ONTO_CHAIN or move & KIND == INTO_EMPTY:
        recall(cython.address(f.ground), cython.address(f.root), _key_at(f, at), cython.address(d))
        base = f.ground.base[place][d.left[place] - 1]
    place = count_of(base - 1)
    place = t.sequence[t.f0 + place // SUIT_BITS][place % SUIT_BITS]
    if move & KIND == ONTO_CHAIN or move & KIND == LEAVE:
        return move_onto_chain(t, b, path, place) and send_home(t, b, path)
    return move_into_empty(t, b, path, place) and send_home(t, b, path)
