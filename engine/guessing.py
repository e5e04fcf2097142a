"""A good move where cards are hidden, from what was turned up and nothing else.

What is not known is sampled: the unseen cards are put in orders drawn from a generator seeded with
all that was seen, so that two games with the same history get the same answer. A way of playing
is judged by how often it wins over all samples; to judge each sample by its own best way would be
to play with the cards turned up.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from engine.cards import FACE_DOWN
from engine.moves import Move, MoveKind
from engine.solver.laying import advised
from engine.solver.openings import opens
from engine.solver.rollouts import best_choice
from engine.solver.telling import ascends

if TYPE_CHECKING:
    from engine.position import Position

PLAYED_OUT: Final = 50
DRAWS_AHEAD: Final = 2


def guess(position: Position) -> Move | None:
    """Give the move of the way of playing that wins most often; None where no way is known."""
    rules = position.deal.rules
    if rules.turning is not None:
        return _turn_or_exchange(position)
    if rules.rank_piles is not None:
        return _place_or_draw(position)
    if rules.foundations is not None:
        return _played_out(position)
    if ascends(rules):
        return _laid(position)
    return None


def all_seen(position: Position) -> bool:
    """Tell whether every card was turned up along the line, so that nothing is left to guess."""
    piles = position.view().piles
    return _stock_seen(position) and not any(
        FACE_DOWN in pile.cards for pile in piles if pile.kind != "stock"
    )


def _place_or_draw(position: Position) -> Move | None:
    """Place the top waste card, unless it would settle an order of suits too early."""
    moves = position.legal_moves()
    placing = next((move for move in moves if move.kind is MoveKind.CARRY), None)
    if placing is not None and opens(position, _seed(position)):
        return placing
    drawing = (move for move in moves if move.kind in (MoveKind.DRAW, MoveKind.REDEAL))
    return next(drawing, placing)


def _laid(position: Position) -> Move | None:
    """Lay or draw, by what the next draws may bring."""
    code = advised(position, DRAWS_AHEAD)
    return None if code is None else position.compiled.move_of(code)


def _played_out(position: Position) -> Move | None:
    """Play every move on to the end by habit, over many ways the unseen cards may lie."""
    code = best_choice(position, _seed(position), PLAYED_OUT)
    return None if code < 0 else position.compiled.move_of(code)


def _turn_or_exchange(position: Position) -> Move | None:
    """Turn; exchange the king for the lowest hidden card of the pile with the most of them.

    Wherever the king goes, the cards below it are never turned, so only a lowest place can win;
    that of a pile with h of n hidden cards wins with h/n.
    """
    return max(position.legal_moves(), key=lambda move: move.place, default=None)


def _stock_seen(position: Position) -> bool:
    """Tell whether every card of the stock was turned up along the line."""
    if position.deal.rules.stock is None:
        return True
    return not position.cards("s") or position.turned_over > 0


def _seed(position: Position) -> int:
    rules = position.deal.rules
    options = sorted(rules.options.items())
    seen = repr((rules.variant, rules.version, options, position.line, position.view()))
    return int.from_bytes(hashlib.sha256(seen.encode()).digest()[:8], "big")
