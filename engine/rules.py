"""The vocabulary in which a variant's rules are stated, as data.

A variant is a tree of the frozen values below: one group for each kind of pile, and a missing
group says that the variant has none. Nothing here plays; `engine.tables` turns rules into
integers, which `engine.generate` and `engine.make` read. When a game cannot be said in these
words, add the smallest value that composes with the others, never the case of one game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from engine.cards import ACE, KING, Card, make_card, rank_of, suit_of
from engine.errors import BadRules

if TYPE_CHECKING:
    from collections.abc import Mapping

ALL_RANKS: Final = frozenset(range(ACE, KING + 1))
UNLIMITED: Final = -1


class Suits(StrEnum):
    """Which suits may lie on each other."""

    ANY = "any"
    SAME = "same"
    ALTERNATE = "alternate"  # red on black, black on red


@dataclass(frozen=True, kw_only=True)
class Build:
    """Which card may be laid on which.

    `steps` holds the allowed differences, rank of the card laid less rank of the card below: -1
    builds down, 1 builds up. With `wrap`, king and ace are neighbours.
    """

    steps: tuple[int, ...]
    suits: Suits = Suits.ANY
    wrap: bool = False

    def allows(self, laid: Card, *, on: Card) -> bool:
        """Tell whether `laid` may lie on `on`."""
        difference = rank_of(laid) - rank_of(on)
        fits = any(
            difference == step or (self.wrap and (difference - step) % 13 == 0)
            for step in self.steps
        )
        if self.suits is Suits.SAME:
            return fits and suit_of(laid) == suit_of(on)
        if self.suits is Suits.ALTERNATE:
            return fits and (suit_of(laid) in (1, 2)) != (suit_of(on) in (1, 2))
        return fits


@dataclass(frozen=True)
class Fill:
    """Which ranks may be laid on an empty tableau pile: none of them, some, or all."""

    ranks: frozenset[int] = ALL_RANKS

    @classmethod
    def any(cls) -> Fill:
        """Let every card fill an empty pile."""
        return cls()

    @classmethod
    def never(cls) -> Fill:
        """Leave empty piles empty."""
        return cls(frozenset())

    @classmethod
    def only(cls, *ranks: int) -> Fill:
        """Let these ranks alone fill an empty pile."""
        return cls(frozenset(ranks))


class Carry(StrEnum):
    """How many cards move at once from one tableau pile to another."""

    ONE = "one"
    CELLS = "cells"  # as many as could be moved singly: (free cells + 1) x 2^(empty piles)
    RUN = "run"  # any face-up run or part of one


class FaceDown(StrEnum):
    """Which cards of a tableau pile are dealt face down."""

    NONE = "none"
    BUT_TOP = "all but the top card"
    ALL = "all"


class Bottomed(StrEnum):
    """Cards that are put under the others of their pile before play, their order kept."""

    NONE = "none"
    KINGS = "kings"


@dataclass(frozen=True, kw_only=True)
class Tableau:
    """The piles that are played upon: columns, or fans.

    `pile_sizes` gives the cards dealt to each; cards are dealt round-robin, one to each pile that
    is not yet full. `build` is None where nothing is laid on a tableau card. `cap` is the most
    cards a pile may hold by play, None for no limit.
    """

    pile_sizes: tuple[int, ...]
    build: Build | None = None
    fill: Fill = field(default_factory=Fill)
    carry: Carry = Carry.ONE
    cap: int | None = None
    face_down: FaceDown = FaceDown.NONE
    bottomed: Bottomed = Bottomed.NONE
    fans: bool = False
    interchangeable: bool = True


@dataclass(frozen=True, kw_only=True)
class Foundation:
    """One foundation that grows through the cards of one suit.

    It takes `first`, then the cards `step` ranks on, ace following king, until `last` lies on it.
    With `laid_out`, its first card lies there before play and stays.
    """

    first: Card
    last: Card
    step: int = 1
    laid_out: bool = False

    def sequence(self) -> tuple[Card, ...]:
        """List the cards it takes, first to last."""
        suit = suit_of(self.first)
        ranks = [rank_of(self.first)]
        while ranks[-1] != rank_of(self.last):
            ranks.append((ranks[-1] - 1 + self.step) % 13 + 1)
        return tuple(make_card(rank=rank, suit=suit) for rank in ranks)


@dataclass(frozen=True, kw_only=True)
class Foundations:
    """The foundations.

    With `base_dealt`, the first card dealt goes to the first foundation, its rank is the base of
    all of them, and its suit comes first, the other three following in the order clubs, diamonds,
    hearts, spades; `piles` is empty then. With `returns`, the top card of a foundation may come
    back to the tableau, but not a card laid out before play.
    """

    piles: tuple[Foundation, ...] = ()
    base_dealt: bool = False
    returns: bool = False

    def of_base(self, base: Card | None) -> tuple[Foundation, ...]:
        """Give the foundations for the base card that was dealt, if one was."""
        if not self.base_dealt:
            return self.piles
        if base is None:
            raise BadRules("foundations.base_dealt", "the base card is not known before the deal")
        suits = [suit_of(base), *(suit for suit in range(4) if suit != suit_of(base))]
        last = (rank_of(base) - 2) % 13 + 1
        return tuple(
            Foundation(
                first=make_card(rank=rank_of(base), suit=suit),
                last=make_card(rank=last, suit=suit),
                laid_out=suit == suit_of(base),
            )
            for suit in suits
        )


@dataclass(frozen=True, kw_only=True)
class RankPiles:
    """Thirteen piles, ace to king, each for the four cards of its rank, colours alternating.

    The first card to lie at a depth in any pile fixes the suit of that whole layer.
    """

    depth: int = 4


@dataclass(frozen=True, kw_only=True)
class Stock:
    """The cards not dealt out, face down, and the waste beside them.

    `redeals` counts how often the waste may be turned over, unshuffled; `UNLIMITED` for always.
    """

    draw: int = 1
    redeals: int = 0


@dataclass(frozen=True, kw_only=True)
class Cells:
    """Places that hold one card each."""

    count: int


class GatherFrom(StrEnum):
    """From which end a pile is read when the tableau is gathered."""

    TOPS = "tops"
    BOTTOMS = "bottoms"


@dataclass(frozen=True, kw_only=True)
class TableauRedeal:
    """A redeal of the tableau, at any time unless it changes nothing, unshuffled.

    The piles are read in order from `gather`'s end and cut into packets of `size`; the card read
    first lies at that same end of its new pile.
    """

    gather: GatherFrom
    size: int


@dataclass(frozen=True, kw_only=True)
class Turning:
    """Clock play: the top hidden card of the current pile slides under the pile of its rank.

    The king's pile, the last, is current at first. With `swaps`, a fourth king that comes too
    early may be exchanged so often for a hidden card of choice.
    """

    swaps: int = 0


class Goal(StrEnum):
    """What wins."""

    FOUNDATIONS = "every foundation complete"
    STOCK_PLACED = "stock and waste empty"
    FULL_RUNS = "stock and waste empty and every pile that has cards full"
    ALL_TURNED = "every card face up"


class Level(StrEnum):
    """Automatic play, from none to all."""

    OFF = "off"
    FINISH = "finish"
    SAFE = "safe"
    ALL = "all"


class Shuffle(StrEnum):
    """How a deal number becomes an order of cards (`engine.deals`)."""

    PINNED = "pinned"
    MICROSOFT = "microsoft"


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of one variant, one version, with its options chosen: all that play needs."""

    variant: str
    version: int
    options: Mapping[str, str] = field(default_factory=dict)
    packs: int = 1
    tableau: Tableau | None = None
    foundations: Foundations | None = None
    rank_piles: RankPiles | None = None
    stock: Stock | None = None
    cells: Cells | None = None
    tableau_redeal: TableauRedeal | None = None
    turning: Turning | None = None
    goal: Goal = Goal.FOUNDATIONS
    undo: bool = True
    levels: tuple[Level, ...] = (Level.OFF,)
    shuffle: Shuffle = Shuffle.PINNED

    def __hash__(self) -> int:
        return hash((self.variant, self.version, tuple(sorted(self.options.items()))))

    @property
    def hides(self) -> bool:
        """Tell whether any card is face down at the start."""
        face_down = self.tableau is not None and self.tableau.face_down is not FaceDown.NONE
        return face_down or self.stock is not None

    @property
    def chance_only(self) -> bool:
        """Tell whether the player decides nothing."""
        return self.turning is not None and self.turning.swaps == 0

    def laid_out(self) -> tuple[Card, ...]:
        """List the cards that lie on foundations before the others are shuffled."""
        if self.foundations is None:
            return ()
        return tuple(pile.first for pile in self.foundations.piles if pile.laid_out)
