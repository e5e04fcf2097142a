"""The general search, called from Python: first best-first, then a proof, within one budget.

Compiled; types stand in open_games.pxd.
"""

import cython
from cython.cimports.engine.solver.foundations import deepest, widest
from cython.cimports.libc.stdlib import free
from cython.cimports.libc.string import memset

from engine.solver.verdicts import Verdict


def search_all(position, budget):
    """Search from a position, hidden cards included; give verdict, codes of the line, states."""
    path: Path
    effort: Effort
    answer: cython.int
    i: cython.int
    spent: cython.ulonglong
    memset(cython.address(path), 0, cython.sizeof(Path))
    effort.states = 0
    effort.most_states = budget.states // 4
    effort.memory = budget.memory
    with cython.nogil:
        answer = widest(
            position.table,
            cython.address(position.board),
            cython.address(effort),
            cython.address(path),
        )
        spent = effort.states
    if answer < 0:
        effort.most_states = budget.states
        with cython.nogil:
            answer = deepest(
                position.table,
                cython.address(position.board),
                cython.address(effort),
                cython.address(path),
            )
            spent = effort.states
    line = [path.paces[i].move for i in range(path.length)] if answer == 1 else []
    free(path.paces)
    return (Verdict.LOST, Verdict.WINNABLE)[answer] if answer >= 0 else Verdict.UNKNOWN, line, spent
