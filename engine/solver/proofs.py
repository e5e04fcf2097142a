"""Depth-first search over all positions, for proofs.

Answers 1 with a winning path, 0 when every position that can be reached was looked at without
one, and -1 when a bound stopped it. Most moves lead where the search was already: of a quiet one
that shows before it is made. Compiled; types stand in proofs.pxd.
"""

import cython
from cython.cimports.engine.generate import is_won
from cython.cimports.engine.solver.dead import is_dead
from cython.cimports.engine.solver.links import change, links
from cython.cimports.engine.solver.search import (
    back_to,
    candidates,
    follow,
    insert,
    is_quiet,
    open_table,
    send_up,
)
from cython.cimports.libc.stdlib import free, realloc


def deepest(t, root, effort, path):
    """Follow each line to its end before the next; needs eight bytes a position."""
    b: Board = root[0]
    seen: Table
    answer: cython.int = -1
    path.length = 0
    path.hash = links(t, root)
    if open_table(cython.address(seen), effort.memory) and send_up(t, cython.address(b), path):
        answer = _dive(t, cython.address(b), cython.address(seen), effort, path)
    free(seen.slots)
    return answer


def _dive(t, b, seen, effort, path):
    codes: cython.pointer(u16) = cython.NULL  # the moves still to look at, level upon level
    levels: cython.pointer(cython.int) = cython.NULL  # for each: first code, next code, path
    grown: cython.p_void
    room: cython.int = 0
    depth: cython.int = 0
    end: cython.int = 0
    entered: cython.int = 1
    answer: cython.int = -1
    move: u16
    quiet: cython.bint
    if is_won(t, b):
        return 1
    insert(seen, path.hash)
    while True:
        if entered:
            if depth == room:
                room = 256 if room == 0 else 2 * room
                grown = realloc(codes, cython.cast(u64, room) * 128 * 2 + MOST_MOVES * 2)
                if grown == cython.NULL:
                    break
                codes = cython.cast(cython.pointer(u16), grown)
                grown = realloc(levels, cython.cast(u64, room) * 3 * cython.sizeof(cython.int))
                if grown == cython.NULL:
                    break
                levels = cython.cast(cython.pointer(cython.int), grown)
            if end > room * 128:
                break
            levels[3 * depth] = end
            levels[3 * depth + 1] = end
            levels[3 * depth + 2] = path.length
            end += candidates(t, b, cython.address(codes[end]))
            depth += 1
            entered = 0
        back_to(t, b, path, levels[3 * depth - 1])
        if levels[3 * depth - 2] == end:
            depth -= 1
            if depth == 0:
                answer = 0
                break
            end = levels[3 * depth]
            continue
        move = codes[levels[3 * depth - 2]]
        levels[3 * depth - 2] += 1
        quiet = is_quiet(t, b, move)
        if quiet:
            entered = insert(seen, path.hash + change(t, b, move))
            if entered == 0:
                continue
        if not (follow(t, b, path, move) and (quiet or send_up(t, b, path))):
            break
        if not quiet:
            if is_won(t, b):
                answer = 1
                break
            entered = insert(seen, path.hash)
        if entered < 0 or effort.states >= effort.most_states or effort.stop[0] != 0:
            break
        if is_dead(t, b):
            entered = 0
        effort.states += entered
    free(codes)
    free(levels)
    return answer
