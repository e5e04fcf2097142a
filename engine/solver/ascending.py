"""The search for a win where piles are built up as runs (`engine.solver.runs`), the stock known.

What is decided is how many cards of the waste are laid after each draw. A beam goes through the
stock draw by draw: of all positions reached it keeps those that look best to one who does not see
the stock (`engine.solver.prospects`), few at first and eight times as many each time that fails.
It finds wins. That it found none proves nothing: the beam drops positions, and the ways of
joining and laying are fewer than the rules allow. Where few positions were left and none had to be
dropped, every move of the rules is tried instead (`engine.solver.exhausting`), for a win or a proof
that there is none.

Compiled; types stand in ascending.pxd.
"""

import cython
from cython.cimports.engine.solver.carrying import lay_waste, settle_board
from cython.cimports.engine.solver.prospects import lay_top, prospect
from cython.cimports.engine.solver.runs import all_full, read_runs, settle
from cython.cimports.engine.solver.search import note, step
from cython.cimports.engine.solver.stopping import Stop
from cython.cimports.libc.stdlib import calloc, free, malloc
from cython.cimports.libc.string import memcpy, memset

from engine.solver.exhausting import exhaust
from engine.solver.prospects import learned
from engine.solver.verdicts import Verdict

WIDER = cython.declare(cython.int, 8)
WIDEST = cython.declare(cython.int, 300_000)
BINS = cython.declare(cython.int, 4096)


def search_runs(position, budget):
    """Search from a position, hidden cards included; give verdict, codes of the line, states."""
    known: Known
    root: Runs
    beam: Beam
    stop: Stop = budget.stop or Stop()
    weights: Weights = learned()
    laid: u8[STAGES]
    i: cython.int
    won: cython.int
    t: cython.pointer(RuleTable) = position.table
    b: cython.pointer(Board) = cython.address(position.board)
    known.wasted = b.n[t.waste]
    known.total = known.wasted + b.n[t.stock]
    for i in range(known.wasted):
        known.order[i] = b.card[t.waste][i] % 13
    for i in range(known.wasted, known.total):
        known.order[i] = b.card[t.stock][known.total - 1 - i] % 13
    draws: cython.int = known.total - known.wasted
    memset(known.unseen[draws], 0, 13)
    for i in range(draws - 1, -1, -1):
        memcpy(known.unseen[i], known.unseen[i + 1], 13)
        known.unseen[i][known.order[known.wasted + i]] += 1
    read_runs(t, b, cython.address(root))
    settle(cython.address(root))
    width: cython.int = 1
    beam.states = 0
    beam.stop = cython.address(stop.raised)
    # bytes for each position kept: itself, four made from it, their keys, a link for each draw
    room: cython.longlong = budget.memory // (
        5 * cython.sizeof(Node) + 16 * 8 + (draws + 1) * cython.sizeof(Link)
    )
    while True:
        with cython.nogil:
            won = search(
                cython.address(known),
                cython.address(root),
                weights,
                cython.address(beam),
                width,
                laid,
            )
        if won == 1:
            line = _moves_of(position, laid, draws)
            return Verdict.WINNABLE if line else Verdict.UNKNOWN, line, beam.states
        if stop.raised != 0:
            return Verdict.UNKNOWN, [], beam.states
        affordable: cython.longlong = (budget.states - beam.states) // (3 * (draws + 1))
        affordable = min(affordable, room, WIDEST, width * WIDER)
        if won == 0:
            # few positions, of which none was dropped: all there are may not be many either
            verdict, line, states = exhaust(
                position, max(budget.states - beam.states, 0), budget.memory, stop
            )
            return verdict, line, beam.states + states
        if affordable < 2 * width:
            return Verdict.UNKNOWN, [], beam.states
        width = cython.cast(cython.int, affordable)


def search(known, root, weights: Weights, beam, width, laid):
    """Go through the stock once; 1 for a win, -1 for none, 0 where none was dropped for it."""
    draws: cython.int
    kept: cython.int = 1
    made: cython.int
    whole: cython.int = 0
    last: cython.int = known.total - known.wasted
    i: cython.int
    if not _open_beam(beam, width, last):
        return 0
    memset(beam.kept, 0, cython.sizeof(Node))
    beam.kept[0].runs = root[0]
    for i in range(known.wasted):
        if i < 64:
            beam.kept[0].low |= cython.cast(u64, 1) << i
        else:
            beam.kept[0].high |= cython.cast(u64, 1) << (i - 64)
    for draws in range(last + 1):
        made = _expand(known, weights, beam, kept, draws, laid)
        if made < 0:
            _close_beam(beam)
            return 1
        if made > beam.width:
            whole = -1
        kept = _select(beam, made, draws)
        if kept == 0:
            break
    _close_beam(beam)
    return whole


def _expand(known, weights: Weights, beam, kept, draws, laid):
    """Draw, and lay none, one, two and more cards, from each position kept.

    Gives the number of positions made; -1 when one of them wins, which `laid` then leads to.
    """
    i: cython.int
    made: cython.int = 0
    q: cython.int
    places: u8[CARDS]
    s: Sight
    node: Node
    last: cython.bint = draws == known.total - known.wasted
    memset(beam.seen, 0, (beam.mask + 1) * 8)
    s.left = known.total - known.wasted - draws
    memcpy(s.unseen, known.unseen[draws], 13)
    for i in range(kept):
        if beam.stop[0] != 0:
            break
        node = beam.kept[i]
        node.parent = i
        node.laid = 0
        if draws != 0:
            q = known.wasted + draws - 1
            if q < 64:
                node.low |= cython.cast(u64, 1) << q
            else:
                node.high |= cython.cast(u64, 1) << (q - 64)
        _open_waste(known, cython.address(node), cython.address(s), places)
        while True:
            beam.states += 1
            if last:
                if s.wasted == 0 and all_full(cython.address(s.runs)):
                    laid[draws] = node.laid
                    _trace(beam, draws, node.parent, laid)
                    return -1
            elif made < beam.most_made and _note(beam, cython.address(node)):
                if s.runs.cap == 255:
                    node.score = prospect(cython.address(s), weights.values)
                else:
                    node.score = _capped_score(cython.address(s))
                beam.made[made] = node
                made += 1
            if not lay_top(cython.address(s)):
                break
            q = places[s.wasted]
            if q < 64:
                node.low ^= cython.cast(u64, 1) << q
            else:
                node.high ^= cython.cast(u64, 1) << (q - 64)
            node.runs = s.runs
            node.laid += 1
    return made


def _capped_score(s):
    """Judge a position under a cap, where nothing was learned: found by trying."""
    rank: cython.int
    tops: cython.int = 0
    for rank in range(13):
        tops += s.runs.tops[rank] != 0
    return 64 * (3 * tops + 5 * s.runs.empty - 4 * s.wasted)


def _select(beam, made, draws):
    """Keep the best, and note where they came from; give their number."""
    counts: cython.int[4096]
    i: cython.int
    at: cython.int
    least: cython.int = BINS - 1
    over: cython.int = 0
    kept: cython.int = 0
    spare: cython.int
    link: cython.pointer(Link) = beam.links + cython.cast(u64, draws) * beam.width
    memset(counts, 0, cython.sizeof(counts))
    for i in range(made):
        at = (beam.made[i].score + 16384) >> 3
        at = 0 if at < 0 else BINS - 1 if at >= BINS else at
        beam.made[i].score = at
        counts[at] += 1
    while least > 0 and over + counts[least] <= beam.width:
        over += counts[least]
        least -= 1
    spare = beam.width - over
    for i in range(made):
        at = beam.made[i].score
        if at > least or (at == least and spare > 0):
            if at == least:
                spare -= 1
            beam.kept[kept] = beam.made[i]
            link[kept].parent = beam.made[i].parent
            link[kept].laid = beam.made[i].laid
            kept += 1
    return kept


def _trace(beam, draws, at, laid):
    """Write how many cards were laid after each draw, from the last one back."""
    link: cython.pointer(Link)
    while draws > 0:
        draws -= 1
        link = beam.links + cython.cast(u64, draws) * beam.width
        laid[draws] = cython.cast(u8, link[at].laid)
        at = link[at].parent


def _note(beam, node):
    """Note a position; False when it was seen."""
    i: cython.int
    key: u64 = node.low * cython.cast(u64, 0xD6E8FEB86659FD93) + node.high
    for i in range(node.runs.count):
        key ^= key >> 29
        key = key * cython.cast(u64, 0x9E3779B97F4A7C15) + node.runs.top[i] * 256
        key += node.runs.length[i]
    key ^= key >> 32
    return note(beam.seen, beam.mask, key)


def _open_waste(known, node, s, places):
    """List the ranks of the waste, and where in the order each card stands."""
    i: cython.int
    s.runs = node.runs
    s.wasted = 0
    for i in range(known.total):
        if (node.low >> i & 1) if i < 64 else (node.high >> (i - 64) & 1):
            s.waste[s.wasted] = known.order[i]
            places[s.wasted] = cython.cast(u8, i)
            s.wasted += 1


def _open_beam(beam, width, draws):
    beam.width = width
    beam.most_made = 4 * width + 256
    beam.mask = 511
    while beam.mask < 2 * cython.cast(u64, beam.most_made):
        beam.mask = 2 * beam.mask + 1
    beam.kept = cython.cast(cython.pointer(Node), malloc((width + 1) * cython.sizeof(Node)))
    beam.made = cython.cast(cython.pointer(Node), malloc(beam.most_made * cython.sizeof(Node)))
    beam.links = cython.cast(
        cython.pointer(Link), malloc(cython.cast(u64, draws + 1) * width * cython.sizeof(Link))
    )
    beam.seen = cython.cast(cython.pointer(u64), calloc(beam.mask + 1, 8))
    if beam.kept and beam.made and beam.links and beam.seen:
        return True
    _close_beam(beam)
    return False


def _close_beam(beam):
    free(beam.kept)
    free(beam.made)
    free(beam.links)
    free(beam.seen)


def _moves_of(position, laid, draws):
    """Give the codes of the moves that lay so many cards after each draw."""
    b: Board = position.board
    path: Path
    i: cython.int
    k: cython.int
    done: cython.bint = True
    t: cython.pointer(RuleTable) = position.table
    memset(cython.address(path), 0, cython.sizeof(Path))
    with cython.nogil:
        for i in range(draws + 1):
            if i != 0:
                done = done and step(
                    t,
                    cython.address(b),
                    cython.address(path),
                    cython.cast(u16, t.waste | t.stock << 5),
                )
            for k in range(laid[i]):
                done = done and lay_waste(t, cython.address(b), cython.address(path))
        if t.cap != 255:
            done = done and settle_board(t, cython.address(b), cython.address(path))
    codes = [path.paces[i].move for i in range(path.length)] if done else []
    free(path.paces)
    return codes
