"""Rules turned into the integers that positions and searches run on.

One `Tables` for each rules value, and for each base card where the base is dealt. Plain numbers
and bit masks over the 52 cards (bit c stands for card c); `engine.generate` and `engine.make`
read nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.cards import ACE, KING, Card, rank_of, suit_of
from engine.errors import BadRules
from engine.hindrances import Round, rounds_of
from engine.rules import (
    ALL_RANKS,
    UNLIMITED,
    Build,
    Carry,
    FaceDown,
    GatherFrom,
    Goal,
    Rules,
    Suits,
    Tableau,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_PILES: Final = 24
NO_CAP: Final = 255
NONE_SAFE, ASK_SAFETY, ALL_SAFE = range(3)


class PileKind(IntEnum):
    """What a pile is for."""

    STOCK = 0
    WASTE = 1
    FOUNDATION = 2
    CELL = 3
    TABLEAU = 4


_CARRIES: Final = {Carry.ONE: 0, Carry.CELLS: 1, Carry.RUN: 2}
_GOALS: Final = {
    Goal.FOUNDATIONS: 0,
    Goal.STOCK_PLACED: 1,
    Goal.FULL_RUNS: 2,
    Goal.ALL_TURNED: 3,
}
_GATHERS: Final = {GatherFrom.TOPS: 1, GatherFrom.BOTTOMS: 2}


@dataclass(frozen=True, kw_only=True)
class Tables:
    """The integers behind one rules value.

    `pile_ids` and `pile_kinds` list the piles in their fixed order; each `*_first` is the index of
    the first pile of a kind and -1 where there is none. `packing[c]` is the set of cards that may
    be laid on tableau card c, `under[c]` the set that c may be laid on, `fill` the set that may
    fill an empty pile. Foundation i takes `sequences[i]` in order; `laid_out[i]` of them lie there
    before play. `mixed` is 1 where tableau piles may change places without a difference. `safety`
    says which cards are safe to send up, as `engine.safety` explains.

    The rest is for searches alone: `rounds` are their orders (`engine.hindrances`), `relax` is 1
    where `engine.solver.dead` may judge a position, and `digs` where `engine.solver.ground` knows
    one by what is buried.
    """

    pile_ids: tuple[str, ...]
    pile_kinds: tuple[PileKind, ...]
    stock: int
    waste: int
    foundation_first: int
    foundation_count: int
    cell_first: int
    cell_count: int
    tableau_first: int
    tableau_count: int
    packing: tuple[int, ...]
    fill: int
    cap: int
    carry: int
    flips: int
    sequences: tuple[tuple[Card, ...], ...]
    laid_out: tuple[int, ...]
    returns: int
    layer_depth: int
    draw: int
    redeals: int
    gather: int
    gather_size: int
    turning: int
    swaps: int
    goal: int
    mixed: int
    safety: int
    rounds: tuple[Round, ...]
    under: tuple[int, ...]
    relax: int
    digs: int

    @property
    def pile_index(self) -> dict[str, int]:
        """Map pile ids to their places in the fixed order."""
        return {pile: index for index, pile in enumerate(self.pile_ids)}


@lru_cache(maxsize=512)
def tables_for(rules: Rules, base: Card | None = None) -> Tables:
    """Make the tables of `rules`; `base` is the dealt base card, where rules deal one.

    Raises:
        BadRules: the groups contradict each other, or need more piles than a position has.
    """
    tableau = rules.tableau or Tableau(pile_sizes=())
    foundations = rules.foundations.of_base(base) if rules.foundations else ()
    _check(rules)
    kinds: list[tuple[str, PileKind]] = []
    if rules.stock is not None:
        kinds += [("s", PileKind.STOCK), ("w", PileKind.WASTE)]
    foundation_count = 13 if rules.rank_piles else len(foundations)
    cell_count = rules.cells.count if rules.cells else 0
    kinds += [(f"f{i + 1}", PileKind.FOUNDATION) for i in range(foundation_count)]
    kinds += [(f"c{i + 1}", PileKind.CELL) for i in range(cell_count)]
    kinds += [(f"t{i + 1}", PileKind.TABLEAU) for i in range(len(tableau.pile_sizes))]
    if len(kinds) > MAX_PILES:
        raise BadRules("piles", f"{len(kinds)} piles; a position has room for {MAX_PILES}")
    only_kinds = [kind for _, kind in kinds]
    return Tables(
        pile_ids=tuple(pile for pile, _ in kinds),
        pile_kinds=tuple(only_kinds),
        stock=_first(only_kinds, PileKind.STOCK),
        waste=_first(only_kinds, PileKind.WASTE),
        foundation_first=_first(only_kinds, PileKind.FOUNDATION),
        foundation_count=foundation_count,
        cell_first=_first(only_kinds, PileKind.CELL),
        cell_count=cell_count,
        tableau_first=_first(only_kinds, PileKind.TABLEAU),
        tableau_count=len(tableau.pile_sizes),
        packing=_packing(tableau.build),
        fill=_mask(Card(c) for c in range(52) if rank_of(Card(c)) in tableau.fill.ranks),
        cap=NO_CAP if tableau.cap is None else tableau.cap,
        carry=_CARRIES[tableau.carry],
        flips=int(tableau.face_down is FaceDown.BUT_TOP),
        sequences=tuple(pile.sequence() for pile in foundations),
        laid_out=tuple(int(pile.laid_out) for pile in foundations),
        returns=int(rules.foundations is not None and rules.foundations.returns),
        layer_depth=rules.rank_piles.depth if rules.rank_piles else 0,
        draw=rules.stock.draw if rules.stock else 0,
        redeals=rules.stock.redeals if rules.stock else 0,
        gather=_GATHERS[rules.tableau_redeal.gather] if rules.tableau_redeal else 0,
        gather_size=rules.tableau_redeal.size if rules.tableau_redeal else 0,
        turning=int(rules.turning is not None),
        swaps=rules.turning.swaps if rules.turning else 0,
        goal=_GOALS[rules.goal],
        mixed=int(tableau.interchangeable),
        safety=_safety(rules),
        under=_under(_packing(tableau.build)),
        relax=_relax(rules),
        digs=_digs(rules),
        rounds=rounds_of(rules),
    )


def _packing(build: Build | None) -> tuple[int, ...]:
    if build is None:
        return (0,) * 52
    return tuple(
        _mask(Card(laid) for laid in range(52) if build.allows(Card(laid), on=Card(on)))
        for on in range(52)
    )


def _under(packing: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(
        _mask(Card(on) for on in range(52) if packing[on] >> laid & 1) for laid in range(52)
    )


def _relax(rules: Rules) -> int:
    return int(
        rules.tableau is not None
        and rules.tableau.fill.ranks != ALL_RANKS
        and rules.tableau.carry is Carry.ONE
        and rules.tableau_redeal is None
        and rules.stock is None
        and rules.cells is None
        and rules.foundations is not None
    )


def _digs(rules: Rules) -> int:
    tableau, foundations = rules.tableau, rules.foundations
    if not _relax(rules) or tableau is None or foundations is None:
        return 0
    piles = foundations.piles
    outer = {pile.last for pile in piles} | set(rules.laid_out())
    return int(
        tableau.build == Build(steps=(1, -1), suits=Suits.SAME)
        and tableau.cap is None
        and tableau.face_down is FaceDown.NONE
        and rules.goal is Goal.FOUNDATIONS
        and rules.packs == 1
        and sorted(suit_of(pile.first) for pile in piles) == list(range(4))
        and all(pile.laid_out and len(pile.sequence()) == KING for pile in piles)
        and all({rank_of(pile.first), rank_of(pile.last)} == {ACE, KING} for pile in piles)
        and all(card in outer for card in range(52) if rank_of(Card(card)) in tableau.fill.ranks)
    )


def _safety(rules: Rules) -> int:
    build = rules.tableau.build if rules.tableau else None
    if rules.foundations is None or rules.tableau_redeal is not None:
        return NONE_SAFE
    return ALL_SAFE if build is None or build.suits is Suits.SAME else ASK_SAFETY


def _mask(cards: Iterable[Card]) -> int:
    return sum(1 << code for code in cards)


def _first(kinds: list[PileKind], kind: PileKind) -> int:
    return kinds.index(kind) if kind in kinds else -1


def _check(rules: Rules) -> None:
    if rules.rank_piles and rules.foundations:
        raise BadRules("rank_piles", "a variant has foundations by suit or rank piles, not both")
    if rules.goal is Goal.FOUNDATIONS and not (rules.rank_piles or rules.foundations):
        raise BadRules("goal", "needs foundations")
    if rules.goal is Goal.ALL_TURNED and rules.turning is None:
        raise BadRules("goal", "needs turning")
    if rules.goal in (Goal.STOCK_PLACED, Goal.FULL_RUNS) and rules.stock is None:
        raise BadRules("goal", "needs a stock")
    if rules.turning and (rules.tableau is None or len(rules.tableau.pile_sizes) != KING):
        raise BadRules("turning", "needs thirteen tableau piles")
    if rules.stock and (rules.stock.draw < 1 or rules.stock.redeals < UNLIMITED):
        raise BadRules("stock", "draws at least one card and redeals no less than never")
    if rules.tableau and sum(rules.tableau.pile_sizes) > rules.packs * 52:
        raise BadRules("tableau.pile_sizes", "more cards than the packs hold")


def base_card(rules: Rules, order: tuple[Card, ...]) -> Card | None:
    """Give the dealt base card of an order, or None where rules deal none."""
    dealt = rules.foundations is not None and rules.foundations.base_dealt
    return order[0] if dealt else None
