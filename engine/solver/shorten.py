"""Make a winning line shorter: what it does without, it is better without.

Each move to somewhere else than a foundation is left out if the rest, less what has become illegal,
still wins; then ways round to a position where the line already was are cut out; again and again
until nothing can be left out or the tries are used up. A search best-first makes no ways round, but
leaving out may. Compiled; types stand in shorten.pxd.
"""

import cython
from cython.cimports.engine.generate import is_legal, is_won
from cython.cimports.engine.hashing import places_of
from cython.cimports.engine.make import make
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcpy


def shorten(t, root, codes, length, most_tries):
    """Shorten the line in place; give its new length. A try is one move looked at."""
    before: cython.int
    tries: cython.int = most_tries
    while tries > 0:
        before = length
        length = _leave_out(t, root, codes, length, cython.address(tries))
        length = _cut_circles(t, root, codes, length)
        if length == before:
            break
    return length


def _cut_circles(t, root, codes, length):
    b: Board = root[0]
    undo: Undo
    i: cython.int = 0
    k: cython.int
    kept: cython.int = 0
    places: cython.pointer(u64) = cython.cast(
        cython.pointer(u64), malloc((length + 1) * cython.sizeof(u64))
    )
    if places == cython.NULL:
        return length
    places[0] = places_of(t, cython.address(b))
    for i in range(length):
        make(t, cython.address(b), codes[i], cython.address(undo))
        places[i + 1] = places_of(t, cython.address(b))
    i = 0
    while i < length:
        k = length
        while places[k] != places[i]:
            k -= 1
        i = k
        if i < length:
            codes[kept] = codes[i]
            kept += 1
            i += 1
    free(places)
    return kept


def _leave_out(t, root, codes, length, tries):
    b: Board = root[0]
    rest: Board
    undo: Undo
    i: cython.int = 0
    left: cython.int
    kept: cython.pointer(u16) = cython.cast(
        cython.pointer(u16), malloc(length * cython.sizeof(u16))
    )
    if kept == cython.NULL:
        return length
    while i < length and tries[0] > 0:
        if t.kind[codes[i] & 31] != FOUNDATION:
            rest = b
            left = _replay(t, cython.address(rest), codes + i + 1, length - i - 1, kept, tries)
            if left >= 0:
                memcpy(codes + i, kept, left * cython.sizeof(u16))
                length = i + left
                continue
        make(t, cython.address(b), codes[i], cython.address(undo))
        i += 1
    free(kept)
    return length


def _replay(t, b, codes, length, kept, tries):
    """Make what is legal of some moves and keep it; give its number, -1 if it does not win."""
    undo: Undo
    i: cython.int
    made: cython.int = 0
    for i in range(length):
        tries[0] -= 1
        if is_legal(t, b, codes[i] & 0x7FFF):
            make(t, b, codes[i], cython.address(undo))
            kept[made] = codes[i]
            made += 1
    return made if is_won(t, b) else -1
