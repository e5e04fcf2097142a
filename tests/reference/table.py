"""The table that every variant is played on: piles of card texts, and moves as texts.

A variant says how it is laid out (`lay_out`), what may be done (`legal`), what a pile takes
(`takes`) and, where it is not "all cards on the foundations", when it is won (`won`). A card that
lies face down is written with a question mark in front ("?TH"), so that asking for its rank by
mistake is an error.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Self

RANKS = "A23456789TJQK"
SUITS = "CDHS"

Options = Mapping[str, tuple[str, ...]]
"""Name of each option of a variant and its values, the default first."""


class Table:
    """One game of one variant, as it lies on the table now."""

    OPTIONS: ClassVar[Options] = {}

    BLOCKED: ClassVar[str] = "stuck"
    """What a game is that is not won and has no legal move."""

    def __init__(self, order: list[str], options: dict[str, str]) -> None:
        self.options = options
        self.cards: dict[str, list[str]] = {}
        self.lay_out(order)

    # What a player asks.

    def moves(self) -> list[str]:
        """Every legal move, sorted; none once the game is won."""
        if self.won():
            return []
        return sorted(set(self.legal()))

    def play(self, text: str) -> None:
        """Make one move; ValueError if it is not legal."""
        if text not in self.moves():
            raise ValueError(f"illegal move {text}")
        self.act(text)

    def piles(self) -> dict[str, list[str]]:
        """Every pile from bottom to top, as the player may see it."""
        return {
            name: ["??" if is_down(card) else card for card in cards]
            for name, cards in self.cards.items()
        }

    def truth(self) -> dict[str, list[str]]:
        """Every pile from bottom to top, with the faces of hidden cards."""
        return {name: [face_up(card) for card in cards] for name, cards in self.cards.items()}

    def end(self) -> str:
        """One of "playing", "won" and "stuck" (in the clocks "lost")."""
        if self.won():
            return "won"
        return "playing" if self.moves() else self.BLOCKED

    def copy(self) -> Self:
        """A second table, equal now and apart from then on."""
        twin = copy.copy(self)
        twin.cards = {name: list(cards) for name, cards in self.cards.items()}
        return twin

    # What a variant says.

    def lay_out(self, order: list[str]) -> None:
        """Put the cards on the table, in the order they come off the pack."""
        raise NotImplementedError

    def legal(self) -> Iterator[str]:
        """Name the legal moves of a game that is not won yet."""
        raise NotImplementedError

    def takes(self, target: str, card: str) -> bool:
        """Whether the pile would take this card on top, wherever the card comes from."""
        raise NotImplementedError

    def won(self) -> bool:
        """Whether all cards are on the foundations."""
        return all(not cards for name, cards in self.cards.items() if name[0] != "f")

    def act(self, text: str) -> None:
        """Do what a legal move says."""
        if text == "draw":
            self.draw(1)
        elif text == "redeal":
            self.turn_waste_over()
        else:
            self.carry(text)

    def leave_out(self, names: Iterable[str]) -> None:
        """Take piles off the table: a game with fewer."""
        for name in names:
            del self.cards[name]

    # What many variants have in common.

    def there(self, names: Iterable[str]) -> list[str]:
        """Those of the piles that lie on this table."""
        return [name for name in names if name in self.cards]

    def place(self, names: Iterable[str]) -> None:
        """Make room for piles, empty at first."""
        for name in names:
            self.cards[name] = []

    def deal(self, order: list[str], sizes: dict[str, int]) -> list[str]:
        """Deal a card to each pile in turn, passing over full ones; the cards that are left."""
        left = list(order)
        self.place(sizes)
        while any(len(self.cards[name]) < size for name, size in sizes.items()):
            for name, size in sizes.items():
                if len(self.cards[name]) < size:
                    self.cards[name].append(left.pop(0))
        return left

    def place_stock(self, order: list[str]) -> None:
        """Put cards face down as the stock, the first of them on top, beside an empty waste."""
        self.cards["s"] = [face_down(card) for card in reversed(order)]
        self.cards["w"] = []

    def singles(self, sources: Iterable[str], targets: list[str]) -> Iterator[str]:
        """Name the moves of one top card from any of the sources onto any of the targets."""
        for source in self.there(sources):
            if self.cards[source]:
                for target in self.there(targets):
                    if target != source and self.takes(target, self.cards[source][-1]):
                        yield move_text(source, target, 1)

    def home_takes(self, target: str, card: str) -> bool:
        """Ordinary foundations, f1 to f4: clubs, diamonds, hearts, spades from ace to king."""
        return (
            suit(card) == SUITS[int(target[1:]) - 1] and rank(card) == len(self.cards[target]) + 1
        )

    def carry(self, text: str) -> None:
        """Move cards from the top of one pile to the top of another, their order kept."""
        source, _, rest = text.partition("-")
        target, _, number = rest.partition("x")
        count = int(number or "1")
        moving = self.cards[source][-count:]
        del self.cards[source][-count:]
        self.cards[target].extend(moving)

    def draw(self, count: int) -> None:
        """Turn cards one by one from the stock to the waste, as many as there still are."""
        for _ in range(min(count, len(self.cards["s"]))):
            self.cards["w"].append(face_up(self.cards["s"].pop()))

    def turn_waste_over(self) -> None:
        """Make the waste the stock again: the card drawn first is on top."""
        self.cards["s"] = [face_down(card) for card in reversed(self.cards["w"])]
        self.cards["w"] = []


def rank(card: str) -> int:
    """1 for an ace to 13 for a king."""
    return RANKS.index(card[0]) + 1


def suit(card: str) -> str:
    """C, D, H or S."""
    return card[1]


def colour(card: str) -> str:
    """Hearts and diamonds are red."""
    return "red" if suit(card) in "DH" else "black"


def next_up(low: str, high: str) -> bool:
    """Whether the second card is one rank above the first; nothing is above a king."""
    return rank(high) == rank(low) + 1


def next_round(low: str, high: str) -> bool:
    """Whether the second card is one rank above the first, an ace being above a king."""
    return rank(high) == rank(low) % 13 + 1


def face_down(card: str) -> str:
    """The text of a face-up card, laid face down."""
    return "?" + card


def face_up(card: str) -> str:
    """The card with its face shown, however it lies."""
    return card.removeprefix("?")


def is_down(card: str) -> bool:
    """Whether the card lies face down."""
    return card.startswith("?")


def move_text(source: str, target: str, count: int) -> str:
    """The one spelling of a move of cards."""
    return f"{source}-{target}" + (f"x{count}" if count > 1 else "")


def numbered_piles(letter: str, count: int) -> list[str]:
    """The names of several piles of a kind: t1, t2 and so on."""
    return [f"{letter}{number}" for number in range(1, count + 1)]
