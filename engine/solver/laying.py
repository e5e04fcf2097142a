"""Lay or draw: how to play runs (`engine.solver.runs`) without knowing the stock.

Runs are joined whenever they can be; then the cards at the top of the waste may be laid, as many
as have a place, before the next is drawn. Each number of cards is judged by what the next draws may
bring: over every rank still unseen, as often as it is, the best that can be done then, and so on
for some draws; after the last of them `engine.solver.prospects` judges. So it is one way of play
that is weighed, never the best play for a stock already known; the suits and the order of the
stock enter nowhere.

Compiled; types stand in laying.pxd.
"""

import cython
from cython.cimports.engine.board import TABLEAU
from cython.cimports.engine.solver.carrying import join, lay_waste
from cython.cimports.engine.solver.prospects import (
    CERTAIN,
    chance,
    draw,
    is_over,
    lay_top,
    look,
)
from cython.cimports.engine.solver.runs import place_for, settle
from cython.cimports.libc.stdlib import free
from cython.cimports.libc.string import memset

from engine.solver.prospects import learned

LAYING = cython.declare(cython.int, 0)
JOINING = cython.declare(cython.int, 1)
HARDLY = cython.declare(cython.int, 128)  # of the chance itself
FAR_BACK = cython.declare(cython.int, 250)


def advised(position, plies):
    """Give the code of the next move, `plies` draws deep; None where nothing is left to do.

    A card that needs an empty pile is laid when runs have been joined to make one. That takes
    several moves, and what has been begun is carried on with.
    """
    codes = _under_way(position)
    if not codes and worth_laying(position, plies):
        pile: cython.int = _place_at_once(position)
        if pile >= 0:
            return pile | position.table.waste << 5 | 1 << 10
        codes = _moves(position, LAYING)
    if codes:
        return codes[0]
    if position.board.n[position.table.stock] != 0:
        return position.table.waste | position.table.stock << 5
    codes = _moves(position, JOINING)
    return codes[0] if codes and position.table.cap != 255 else None


def _place_at_once(position: Position):
    """Give the pile to lay the top waste card on with nothing joined before, if that does; or -1.

    It does where the chance of a win is hardly less than with all runs joined first, which takes
    many moves.
    """
    s: Sight
    joined: Sight
    pile: cython.int
    weights: Weights = learned()
    look(position.table, cython.address(position.board), cython.address(s))
    pile = place_for(cython.address(s.runs), s.waste[s.wasted - 1])
    joined = s
    settle(cython.address(joined.runs))
    if pile < 0 or not (lay_top(cython.address(s)) and lay_top(cython.address(joined))):
        return -1
    if s.left == 0:
        does: cython.bint = _lay_all(cython.address(s)) or not _lay_all(cython.address(joined))
    else:
        least: cython.int = chance(cython.address(joined), weights)
        does = chance(cython.address(s), weights) >= least - least // HARDLY
    return pile + position.table.t0 if does else -1


def _under_way(position: Position):
    """Give what is left of a joining that the moves since the last card drawn or laid began."""
    at: cython.int = 0
    back: cython.int = 0
    source: cython.int
    made: list = []
    while back < FAR_BACK and back < position.length:
        source = position.records[position.length - 1 - back].move >> 5 & 31
        if position.table.kind[source] != TABLEAU:
            break
        back += 1
        made.insert(0, position.records[position.length - back].move & 0x7FFF)
    if back == 0:
        return made
    before: Position = position.copy()
    while before.length > position.length - back:
        before.undo()
    while at < back:
        codes = _moves(before, JOINING)
        rest = made[at:]
        if len(codes) > len(rest) and codes[: len(rest)] == rest:
            return codes[len(rest) :]
        follows = codes if codes and rest[: len(codes)] == codes else rest[:1]
        for code in follows:
            before.apply(before.compiled.move_of(code))
        at += len(follows)
    return []


def _moves(position: Position, what: cython.int):
    """Give the codes of the moves that lay the top card of the waste, or that join two runs."""
    b: Board = position.board
    path: Path
    i: cython.int
    memset(cython.address(path), 0, cython.sizeof(Path))
    with cython.nogil:
        if what == JOINING:
            join(position.table, cython.address(b), cython.address(path))
        else:
            lay_waste(position.table, cython.address(b), cython.address(path))
    codes = [path.paces[i].move for i in range(path.length)]
    free(path.paces)
    return codes


def worth_laying(position, plies):
    """Tell whether laying the top card of the waste is better than to draw, `plies` draws deep."""
    s: Sight
    weights: Weights = learned()
    lays: cython.bint
    depth: cython.int = plies
    with cython.nogil:
        look(position.table, cython.address(position.board), cython.address(s))
        settle(cython.address(s.runs))
        lays = _better_to_lay(cython.address(s), weights, depth)
    return lays


def plays_out(position, plies):
    """Play on to the end in this way, against the stock as it lies; tell whether that wins.

    For studies: nearly what following hints comes to, with all runs joined at all times. With
    `plies` below 0 every card that has a place is laid.
    """
    s: Sight
    weights: Weights = learned()
    depth: cython.int = plies
    b: cython.pointer(Board) = cython.address(position.board)
    stock: cython.int = position.table.stock
    with cython.nogil:
        look(position.table, b, cython.address(s))
        settle(cython.address(s.runs))
        while True:
            if _better_to_lay(cython.address(s), weights, depth):
                lay_top(cython.address(s))
            elif s.left == 0:
                break
            else:
                draw(cython.address(s), b.card[stock][s.left - 1] % 13)
    return is_over(cython.address(s))


def _better_to_lay(s, weights: Weights, plies):
    other: Sight = s[0]
    if not lay_top(cython.address(other)):
        return False
    if s.left == 0 or plies < 0:
        return True
    return _best(cython.address(other), weights, plies) > _drawing(s, weights, plies)


def _best(s, weights: Weights, plies):
    """Give the chance of a win if as many cards are laid now as is best."""
    other: Sight = s[0]
    most: cython.longlong
    value: cython.longlong
    if s.left == 0:
        return CERTAIN if _lay_all(cython.address(other)) else 0
    most = _drawing(s, weights, plies)
    while lay_top(cython.address(other)):
        value = _drawing(cython.address(other), weights, plies)
        if value > most:
            most = value
    return most


def _drawing(s, weights: Weights, plies):
    """Give the chance of a win if a card is drawn now."""
    other: Sight
    rank: cython.int
    total: cython.longlong = 0
    if plies == 0:
        return chance(s, weights)
    for rank in range(13):
        if s.unseen[rank] != 0:
            other = s[0]
            draw(cython.address(other), rank)
            total += s.unseen[rank] * _best(cython.address(other), weights, plies - 1)
    return total // s.left


def _lay_all(s):
    while lay_top(s):
        pass
    return is_over(s)
