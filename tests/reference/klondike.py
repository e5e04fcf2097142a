"""Klondike.

Seven columns of one to seven cards, dealt by rows, only their tops face up; 24 cards are the stock.
Foundations are built up in suit from ace to king. Columns are built down in alternating colours;
the face-up cards of a column move all together or from any one of them to the top; an empty column
takes a king or a run that begins with one. A face-down card that is bared turns itself. Drawing
turns one card (option draw 3: three, the last group may be smaller) to the waste; when the stock is
empty and the waste is not, the waste is turned over unshuffled, as often as wished. The top of a
foundation may come back to a column that takes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from tests.reference.table import (
    Options,
    Table,
    colour,
    face_down,
    face_up,
    is_down,
    move_text,
    next_up,
    numbered_piles,
    rank,
)

HOMES = numbered_piles("f", 4)
COLUMNS = numbered_piles("t", 7)


class Klondike(Table):
    """The stock, the waste, four foundations and seven columns."""

    OPTIONS: ClassVar[Options] = {"draw": ("1", "3")}

    def lay_out(self, order: list[str]) -> None:
        """By rows, then turn the tops."""
        self.place(HOMES)
        sizes = {column: size for size, column in enumerate(COLUMNS, start=1)}
        self.place_stock(self.deal(order, sizes))
        for column in COLUMNS:
            self.cards[column] = [face_down(card) for card in self.cards[column]]
        self.turn_bared()

    def legal(self) -> Iterator[str]:
        """Cards between waste, columns and foundations; draw or redeal."""
        yield from self.singles(["w", *COLUMNS], HOMES)
        yield from self.singles(["w", *HOMES], COLUMNS)
        columns = self.there(COLUMNS)
        for source in columns:
            for target in columns:
                if target != source:
                    yield from self.runs(source, target)
        if self.cards["s"]:
            yield "draw"
        elif self.cards["w"]:
            yield "redeal"

    def runs(self, source: str, target: str) -> Iterator[str]:
        """Name the moves of face-up cards from a column to another."""
        for count, card in enumerate(reversed(self.cards[source]), start=1):
            if is_down(card):
                break
            if self.takes(target, card):
                yield move_text(source, target, count)

    def takes(self, target: str, card: str) -> bool:
        """A column takes the next lower rank of the other colour, an empty one a king."""
        if target in HOMES:
            return self.home_takes(target, card)
        pile = self.cards[target]
        if not pile:
            return rank(card) == 13
        return next_up(card, pile[-1]) and colour(card) != colour(pile[-1])

    def act(self, text: str) -> None:
        """Draw as many as the option says; turn what a move has bared."""
        if text == "draw":
            self.draw(int(self.options["draw"]))
        else:
            super().act(text)
            self.turn_bared()

    def turn_bared(self) -> None:
        """Turn the top of each column up."""
        for column in self.there(COLUMNS):
            if self.cards[column]:
                self.cards[column][-1] = face_up(self.cards[column][-1])
