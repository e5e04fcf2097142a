"""The searches for games with foundations, called from Python, within one budget.

Where what is buried tells all, the search over that; else best-first and then a proof.

Compiled; types stand in open_games.pxd.
"""

import cython
from cython.cimports.engine.solver.digging import dig_out
from cython.cimports.engine.solver.foundations import widest
from cython.cimports.engine.solver.proofs import deepest
from cython.cimports.engine.solver.shorten import shorten
from cython.cimports.engine.solver.stopping import Stop
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memset

from engine.solver.verdicts import Verdict

THRIFTS = (4, 16)
STATES_FOR_SHORTER = 4000


def search_all(position, budget):
    """Search from a position, hidden cards included; give verdict, codes of the line, states.

    A line that is wanted short (`budget.tries`) is looked for again, thriftier each time, and the
    shortest is kept.
    """
    path: Path
    effort: Effort
    stop: Stop = budget.stop or Stop()
    answer: cython.int
    memset(cython.address(path), 0, cython.sizeof(Path))
    effort.states = 0
    effort.memory = budget.memory
    effort.stop = cython.address(stop.raised)
    answer = _search(position, cython.address(effort), cython.address(path), budget.states)
    line = _short_line(position, cython.address(path), budget) if answer == 1 else []
    if budget.tries and len(line) > 1:
        line = _shorter(position, cython.address(effort), cython.address(path), budget, line)
    free(path.paces)
    if answer < 0:
        return Verdict.UNKNOWN, line, effort.states
    return Verdict.WINNABLE if answer else Verdict.LOST, line, effort.states


def _search(position, effort, path, most_states):
    i: cython.int
    answer: cython.int = -1
    t: cython.pointer(RuleTable) = position.table
    b: cython.pointer(Board) = cython.address(position.board)
    effort.most_states = most_states
    if t.digs:
        with cython.nogil:
            return dig_out(t, b, effort, path)
    for i in range(t.round_count):
        effort.round = t.rounds[i]
        effort.most_states = min(most_states // 4, effort.states + t.rounds[i].states)
        with cython.nogil:
            answer = widest(t, b, effort, path)
        if answer >= 0:
            return answer
        if effort.states >= most_states // 4 or effort.stop[0]:
            break
    effort.most_states = most_states
    with cython.nogil:
        return deepest(t, b, effort, path)


def _shorter(position, effort, path, budget, line):
    answer: cython.int
    effort.round = position.table.rounds[0]
    for thrift in THRIFTS:
        effort.round.thrift = thrift
        effort.most_states = min(budget.states, effort.states + STATES_FOR_SHORTER)
        with cython.nogil:
            answer = widest(position.table, cython.address(position.board), effort, path)
        if answer != 1:
            break
        line = min(line, _short_line(position, path, budget), key=len)
    return line


def _short_line(position, path, budget):
    i: cython.int
    length: cython.int = path.length
    most_tries: cython.int = budget.tries
    codes = cython.cast(cython.pointer(u16), malloc((length + 1) * cython.sizeof(u16)))
    if codes == cython.NULL:
        raise MemoryError
    for i in range(length):
        codes[i] = path.paces[i].move
    with cython.nogil:
        length = shorten(position.table, cython.address(position.board), codes, length, most_tries)
    line = [codes[i] for i in range(length)]
    free(codes)
    return line
