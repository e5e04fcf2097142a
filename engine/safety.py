"""Which foundation moves can be proved not to spoil a win.

The proof, for games in which every card has one foundation. Let card c be ready to go up, and take
a winning line that does not send it up at once. Copy the line with c sent up first, leaving out
c's own moves. All the line's moves stay legal but those that lay a card d on c; and if every card
that may be laid on c is already home, or is itself next on its foundation and as little needed,
the copy sends d up instead. What is on a foundation early can only have been needed as a place to
lay cards, which is the same question again, so the argument goes down the ranks and ends.

Where building is in suit, the cards that may be laid on c are neighbours of its own foundation:
the lower one is home and the higher one follows c up, so c is never needed. A redeal of the
tableau reads the places of all cards, so nothing is safe where there is one. Games whose
foundations have layers fixed by the first card have no such proof.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import Card
from engine.rules import Suits

if TYPE_CHECKING:
    from engine.position import Position


def is_safe(position: Position, card: Card) -> bool:
    """Tell whether sending `card`, which may go up now, is proved to keep a win winnable."""
    rules = position.deal.rules
    if rules.rank_piles is not None or rules.foundations is None or rules.tableau_redeal:
        return False
    build = rules.tableau.build if rules.tableau else None
    if build is None or build.suits is Suits.SAME:
        return True
    return _unneeded(position, card, frozenset())


def _unneeded(position: Position, card: Card, asked: frozenset[Card]) -> bool:
    """Tell whether no card will have to be laid on `card`; a circle of questions says no."""
    asked |= {card}
    return all(
        position.is_home(laid)
        or (laid not in asked and position.is_next(laid) and _unneeded(position, laid, asked))
        for laid in position.laid_on(card)
    )
