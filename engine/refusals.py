"""Why a move is not legal, told from what the player can see.

`engine.generate` alone decides what is legal; this module explains a refusal after the fact and is
never asked about a legal move. A face-down card is named first, then rank, suit or layer, colour.
"""

from __future__ import annotations

from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.cards import (
    ACE,
    CARD_TEXTS,
    FACE_DOWN,
    KING,
    RANKS,
    SUITS,
    Card,
    is_red,
    rank_of,
    suit_of,
)
from engine.moves import Move, MoveKind
from engine.rules import Build, Carry, Suits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.position import Position

Facts = dict[str, str]


class Reason(StrEnum):
    """Why a move is refused; the values are part of the API."""

    NO_SUCH_PILE = "no_such_pile"
    NO_SUCH_MOVE = "no_such_move"
    CHANGES_NOTHING = "changes_nothing"
    EMPTY_PILE = "empty_pile"
    CARD_HIDDEN = "card_hidden"
    CARD_COVERED = "card_covered"
    TOO_MANY_CARDS = "too_many_cards"
    NOT_A_SEQUENCE = "not_a_sequence"
    NO_RETURN = "no_return"
    BASE_CARD_STAYS = "base_card_stays"
    WRONG_RANK = "wrong_rank"
    WRONG_SUIT = "wrong_suit"
    WRONG_COLOUR = "wrong_colour"
    LAYER_SUIT = "layer_suit"
    NEEDS_ACE_OR_KING = "needs_ace_or_king"
    NEEDS_KING = "needs_king"
    PILE_FULL = "pile_full"
    PILE_NEVER_FILLED = "pile_never_filled"
    STOCK_EMPTY = "stock_empty"
    STOCK_NOT_EMPTY = "stock_not_empty"
    NOTHING_TO_REDEAL = "nothing_to_redeal"
    NO_REDEAL_LEFT = "no_redeal_left"
    NOTHING_TO_TURN = "nothing_to_turn"
    NO_SWAP_NOW = "no_swap_now"
    SWAP_USED = "swap_used"
    NO_HIDDEN_CARD = "no_hidden_card"
    GAME_ENDED = "game_ended"


def refusal(position: Position, move: Move) -> tuple[Reason, Facts]:
    """Give the reason why `move` is not legal in `position`, and the facts it speaks of.

    The facts are texts by name: `card` the card that would move, `on` the card it would lie on,
    `pile` a pile, `needs` the cards, ranks or suit that would be taken instead, `most` a number.
    `on` is empty where the pile is, and `??` where its top card is face down.
    `needs` is empty where nothing would be taken.
    """
    if move.kind is MoveKind.CARRY:
        if position.deal.rules.turning is not None:
            return Reason.NO_SUCH_MOVE, {}
        return _carry(position, move)
    if move.kind is MoveKind.DRAW:
        if position.deal.rules.stock is None:
            return Reason.NO_SUCH_MOVE, {}
        if not position.cards("s"):
            return Reason.STOCK_EMPTY, {"pile": "s"}
    elif move.kind is MoveKind.REDEAL:
        return _redeal(position)
    elif move.kind is MoveKind.TURN:
        if position.deal.rules.turning is None:
            return Reason.NO_SUCH_MOVE, {}
        return Reason.NOTHING_TO_TURN, {"pile": position.current or ""}
    else:
        return _swap(position, move)
    return Reason.GAME_ENDED, {}


def _redeal(position: Position) -> tuple[Reason, Facts]:
    rules = position.deal.rules
    if rules.tableau_redeal is not None:
        return Reason.CHANGES_NOTHING, {}
    if rules.stock is None:
        return Reason.NO_SUCH_MOVE, {}
    if rules.stock.redeals == 0:
        return Reason.NO_REDEAL_LEFT, {"pile": "w"}
    if position.cards("s"):
        return Reason.STOCK_NOT_EMPTY, {"pile": "s"}
    if not position.cards("w"):
        return Reason.NOTHING_TO_REDEAL, {"pile": "w"}
    if rules.stock.redeals == position.redeals_used:
        return Reason.NO_REDEAL_LEFT, {"pile": "w"}
    return Reason.GAME_ENDED, {}


def _swap(position: Position, move: Move) -> tuple[Reason, Facts]:
    turning = position.deal.rules.turning
    if turning is None or turning.swaps == 0:
        return Reason.NO_SUCH_MOVE, {}
    if position.swaps_used >= turning.swaps:
        return Reason.SWAP_USED, {}
    if position.face_down(position.current or "t13"):
        return Reason.NO_SWAP_NOW, {}
    if move.source not in _piles(position):
        return Reason.NO_SUCH_PILE, {"pile": move.source or ""}
    return Reason.NO_HIDDEN_CARD, {"pile": move.source or ""}


def _carry(position: Position, move: Move) -> tuple[Reason, Facts]:
    source, target = move.source or "", move.target or ""
    piles = _piles(position)
    for pile in (source, target):
        if pile not in piles:
            return Reason.NO_SUCH_PILE, {"pile": pile}
    if source == target or (piles[source] == piles[target] == "cell"):
        return Reason.CHANGES_NOTHING, {"pile": source}
    return _taken(position, move, piles[source]) or _put(position, move, piles[target])


def _taken(position: Position, move: Move, kind: str) -> tuple[Reason, Facts] | None:
    """Tell what keeps the cards from leaving their pile."""
    rules, source = position.deal.rules, move.source or ""
    held = position.view()[source].cards
    if not held:
        return Reason.EMPTY_PILE, {"pile": source}
    if FACE_DOWN in held[-move.count :]:
        return Reason.CARD_HIDDEN, {"pile": source}
    if move.count > len(held):
        return Reason.TOO_MANY_CARDS, {"pile": source, "most": str(len(held))}
    card = held[-move.count]
    if kind == "foundation":
        if rules.foundations is None or not rules.foundations.returns:
            return Reason.NO_RETURN, {"card": held[-1], "pile": source}
        if len(held) == position.laid_out(source):
            return Reason.BASE_CARD_STAYS, {"card": held[-1], "pile": source}
    single = kind != "tableau" or (rules.tableau is not None and rules.tableau.carry is Carry.ONE)
    if move.count > 1 and single:
        return Reason.CARD_COVERED, {"card": card, "pile": source}
    carried = position.cards(source)[-move.count :]
    build = rules.tableau.build if rules.tableau else None
    if build and not all(build.allows(upper, on=lower) for lower, upper in pairwise(carried)):
        return Reason.NOT_A_SEQUENCE, {"card": card, "pile": source}
    return None


def _put(position: Position, move: Move, kind: str) -> tuple[Reason, Facts]:
    """Tell what keeps the cards from lying on their target."""
    target = move.target or ""
    card = position.cards(move.source or "")[-move.count]
    held = position.cards(target)
    facts = {"card": CARD_TEXTS[card], "pile": target}
    if kind != "cell":
        facts["on"] = (
            FACE_DOWN if position.hidden_top(target) else CARD_TEXTS[held[-1]] if held else ""
        )
    if kind != "tableau" and move.count > 1:
        return Reason.TOO_MANY_CARDS, facts | {"most": "1"}
    if kind == "cell":
        return Reason.PILE_FULL, facts
    if kind == "foundation":
        return _on_foundation(position, card, target, facts)
    return _on_tableau(position, move, card, facts)


def _on_foundation(
    position: Position, card: Card, target: str, facts: Facts
) -> tuple[Reason, Facts]:
    held = position.cards(target)
    if position.deal.rules.rank_piles is not None:
        needed = int(target[1:])
        if rank_of(card) != needed:
            return Reason.WRONG_RANK, facts | {"needs": RANKS[needed - 1]}
        layer = position.layer_suit(len(held))
        if layer is not None and layer != suit_of(card):
            return Reason.LAYER_SUIT, facts | {"needs": SUITS[layer]}
        if held and is_red(held[-1]) == is_red(card):
            return Reason.WRONG_COLOUR, facts | {"needs": _alternating(needed, held)}
        return Reason.PILE_FULL, facts
    following = position.next_on(target)
    if following is None:
        return Reason.PILE_FULL, facts
    facts["needs"] = CARD_TEXTS[following]
    if rank_of(following) != rank_of(card):
        return Reason.WRONG_RANK, facts
    if following != card:
        return Reason.WRONG_SUIT, facts
    return Reason.GAME_ENDED, facts


def _on_tableau(position: Position, move: Move, card: Card, facts: Facts) -> tuple[Reason, Facts]:
    tableau = position.deal.rules.tableau
    held = position.cards(move.target or "")
    if tableau is None or tableau.build is None:
        return Reason.NO_SUCH_MOVE, facts
    if not held:
        if not tableau.fill.ranks:
            return Reason.PILE_NEVER_FILLED, facts
        if rank_of(card) not in tableau.fill.ranks:
            ranks = " ".join(RANKS[rank - 1] for rank in sorted(tableau.fill.ranks))
            return _fills(tableau.fill.ranks), facts | {"needs": ranks}
    if tableau.cap is not None and len(held) + move.count > tableau.cap:
        return Reason.PILE_FULL, facts
    if held and position.hidden_top(move.target or ""):
        return Reason.CARD_HIDDEN, facts
    if held and not tableau.build.allows(card, on=held[-1]):
        suits = tableau.build.suits
        facts["needs"] = _wanted(tableau.build, held[-1])
        loose = type(tableau.build)(steps=tableau.build.steps, wrap=tableau.build.wrap)
        if not loose.allows(card, on=held[-1]):
            return Reason.WRONG_RANK, facts
        return (Reason.WRONG_SUIT if suits is Suits.SAME else Reason.WRONG_COLOUR), facts
    most = position.most_carried(move.target or "")
    if move.count > most:
        return Reason.TOO_MANY_CARDS, facts | {"most": str(most)}
    return Reason.GAME_ENDED, facts


def _wanted(build: Build, on: Card) -> str:
    """List what may be laid on a card: ranks where any suit will do, else cards."""
    fitting = [Card(code) for code in range(52) if build.allows(Card(code), on=on)]
    if build.suits is Suits.ANY:
        return " ".join(RANKS[rank - 1] for rank in sorted({rank_of(code) for code in fitting}))
    return " ".join(CARD_TEXTS[code] for code in fitting)


def _alternating(rank: int, held: Sequence[Card]) -> str:
    """List what may begin a layer on cards of one rank: those of the other colour not there yet."""
    fitting = [
        card
        for card in map(Card, range(52))
        if rank_of(card) == rank and is_red(card) != is_red(held[-1]) and card not in held
    ]
    return " ".join(CARD_TEXTS[card] for card in fitting)


def _fills(ranks: frozenset[int]) -> Reason:
    if ranks == {ACE, KING}:
        return Reason.NEEDS_ACE_OR_KING
    if ranks == {KING}:
        return Reason.NEEDS_KING
    return Reason.WRONG_RANK


def _piles(position: Position) -> dict[str, str]:
    return {pile.id: pile.kind for pile in position.view().piles}
