"""How good a position of runs looks before the next draw, to one who does not see the stock.

A position is described by *signs*: answers to small questions (which tops lie next to each other;
what does this card of the waste wait for, and how many of that rank are still to come; how long and
how far apart are the runs that could be joined), each answer with a weight of its own. Their sum is
the log-odds of a win, in 1024ths. Ranks are counted from the card in question, as the rules go
round the corner. The weights were learned by play against shuffled stocks, temporal differences
of one draw (`bench/learn_ascending.py`); whole numbers, so that every machine judges alike.

Compiled; types stand in prospects.pxd.
"""

import json
from functools import cache
from importlib.resources import files
from math import exp

import cython
from cython.cimports.engine.solver.runs import all_full, below, lay, read_runs
from cython.cimports.libc.string import memcpy, memset


@cython.cclass
class Weights:
    """The learned weights, and the chances of a win for log-odds from -16 to 16."""

    def __init__(self, values):
        i: cython.int
        for i in range(WEIGHTS):
            self.values[i] = values[i]
        for i in range(4097):
            # a float, for between C integers / would be //
            self.chances[i] = round(CERTAIN / (1 + exp((2048 - i) / 128.0)))


@cache
def learned():
    """Give the weights that were learned."""
    return Weights(json.loads(files("engine.solver").joinpath("prospects.json").read_text()))


def look(t, b, s):
    """Read what the player sees of a position, and how many cards of each rank are unseen."""
    i: cython.int
    rank: cython.int
    read_runs(t, b, cython.address(s.runs))
    s.wasted = b.n[t.waste]
    for i in range(s.wasted):
        s.waste[i] = b.card[t.waste][i] % 13
    memset(s.unseen, 0, 13)
    s.left = b.n[t.stock]
    for i in range(s.left):
        s.unseen[b.card[t.stock][i] % 13] += 1


def is_over(s):
    """Tell whether the position is won."""
    return s.left == 0 and s.wasted == 0 and all_full(cython.address(s.runs))


def draw(s, rank):
    """Turn a card of this rank from the stock to the waste."""
    s.unseen[rank] -= 1
    s.left -= 1
    s.waste[s.wasted] = cython.cast(u8, rank)
    s.wasted += 1


def lay_top(s):
    """Lay the top card of the waste; False where it has no place."""
    if s.wasted == 0 or not lay(cython.address(s.runs), s.waste[s.wasted - 1]):
        return False
    s.wasted -= 1
    return True


def chance(s, weights: Weights):
    """Give the chance of a win, CERTAIN for certainty."""
    at: cython.int = 2048 + (prospect(s, weights.values) >> 3)
    return weights.chances[0 if at < 0 else 4096 if at > 4096 else at]


def prospect(s, weights):
    """Sum the weights of a position's signs."""
    found: cython.int[MOST_SIGNS]
    i: cython.int
    total: cython.int = 0
    for i in range(signs(s, found)):
        total += weights[found[i]]
    return total


def signs(s, out):
    """Write the places of a position's signs among the weights; give their number."""
    n: cython.int = 0
    rank: cython.int
    k: cython.int
    at: cython.int
    window: cython.int
    tops: cython.int
    waiting: cython.int
    unseen: cython.int
    in_waste: u8[13]
    empty: cython.int = s.runs.empty if s.runs.empty < 3 else 3
    left: cython.int = s.left if s.left < 96 else 96
    memset(in_waste, 0, 13)
    for k in range(s.wasted):
        in_waste[s.waste[k]] += 1
    for rank in range(13):
        tops = s.runs.tops[below(rank)]
        tops = tops if tops < 3 else 3
        waiting = in_waste[rank] if in_waste[rank] < 3 else 3
        unseen = _at_most_eight(s.unseen[rank]) * 9 + _at_most_eight(s.unseen[below(rank)])
        out[n] = RANK + (tops * 81 + unseen) * 4 + waiting
        window = 0
        at = rank
        for k in range(6):
            tops = s.runs.tops[at]
            window = window * 3 + (tops if tops < 2 else 2)
            at = at + 1 if at != 12 else 0
        out[n + 1] = WINDOW + window * 4 + empty
        n += 2
    out[n] = EMPTY + empty * 97 + left
    n = _waste_signs(s, out, n + 1)
    return _run_signs(s, out, n)


def _waste_signs(s, out, n):
    """Lay the waste card by card, as if each found its place, and note which would not."""
    tops: cython.schar[13]
    i: cython.int
    card: cython.int
    needed: cython.int
    found: cython.int
    depth: cython.int
    unseen: cython.int
    needs: cython.int = 0
    reach: cython.int = -1
    empty: cython.int = s.runs.empty
    left: cython.int = s.left if s.left < 96 else 96
    phase: cython.int = left // 8 if left < 96 else 11
    memcpy(tops, s.runs.tops, 13)
    for i in range(s.wasted - 1, -1, -1):
        card = s.waste[i]
        needed = below(card)
        depth = s.wasted - 1 - i
        unseen = _at_most_eight(s.unseen[needed]) * 9 + _at_most_eight(s.unseen[card])
        if tops[needed] > 0:
            found = 1 if tops[needed] == 1 else 2
            tops[needed] -= 1
        elif empty > 0:
            found = 3
            empty -= 1
        else:
            found = 0 if s.runs.tops[needed] == 0 else 4
            reach = depth if reach < 0 else reach
            out[n] = (
                NEEDED
                + ((unseen * 3 + (needs if needs < 2 else 2)) * 2 + (tops[below(needed)] > 0)) * 6
                + phase // 2
            )
            n += 1
            needs += 1
            tops[needed] -= 1
        tops[card] += 1
        if depth >= 3:
            depth = 3 if depth < 6 else 4 if depth < 12 else 5
        out[n] = BURIED + (found * 81 + unseen) * 6 + depth
        n += 1
        if i > 0:
            found = 2 if found % 3 != 0 else 1 if found == 3 else 0
            out[n] = NEIGHBOURS + ((s.waste[i - 1] - card + 13) % 13 * 12 + phase) * 3 + found
            n += 1
    if s.wasted > 2:
        card = s.waste[s.wasted - 1]
        found = s.runs.tops[below(card)] > 0
        found = found * 13 + (s.waste[s.wasted - 2] - card + 13) % 13
        out[n] = TOPMOST + (found * 13 + (s.waste[s.wasted - 3] - card + 13) % 13) * 6 + phase // 2
        n += 1
    reach = s.wasted if reach < 0 else reach
    needs = needs if needs < 15 else 15
    out[n] = NEEDS + needs * 97 + left
    out[n + 1] = REACH + ((reach if reach < 23 else 23) * 16 + needs) * 12 + phase
    return n + 2


def _run_signs(s, out, n):
    """Note for each run how long it is and how many tops are missing to join it."""
    i: cython.int
    k: cython.int
    length: cython.int
    rank: cython.int
    missing: cython.int
    fewest: cython.int = 7
    empty: cython.int = s.runs.empty if s.runs.empty < 2 else 2
    left: cython.int = s.left if s.left < 96 else 96
    phase: cython.int = left // 16 if left < 96 else 5
    for i in range(s.runs.count):
        length = s.runs.length[i]
        if length == 0:
            continue
        missing = 0
        rank = s.runs.top[i]
        if length > 9:
            length = 10
            missing = 6
        else:
            for k in range(length):
                rank = below(rank)
                missing += s.runs.tops[rank] == 0
        missing = missing if missing < 6 else 6
        fewest = missing if missing < fewest else fewest
        out[n] = JOINING + (((length - 1) * 7 + missing) * 3 + empty) * 6 + phase
        n += 1
    out[n] = NEAREST + (fewest * 3 + empty) * 25 + left // 4
    return n + 1


def _at_most_eight(number):
    """Bound what only a layout of somebody's own can exceed."""
    return number if number < 8 else 8
