"""Clock and La Montre (Watch).

The pack is dealt face down, a card at a time, to t1 to t12, the hours, and t13, the centre: four
cards each. To turn is to take the top hidden card of the current pile, the centre at first, and to
slide it face up under the pile of its own rank (jack 11, queen 12, king the centre), which becomes
the current pile. Won when all 52 cards are turned; lost when the fourth king comes before that.

In La Montre the fourth king may then be exchanged once: it goes face down into the place of any
hidden card, that card is the turned one, slides under its own pile, and turning goes on until the
king is met again. `swap-t7.2` names the second hidden card of t7 from the top.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.reference.table import Table, face_down, face_up, is_down, numbered_piles, rank

HOURS_AND_CENTRE = numbered_piles("t", 13)
CENTRE = "t13"


class Clock(Table):
    """Thirteen piles: face-up cards at the bottom, the newest lowest, hidden ones above them."""

    BLOCKED = "lost"

    def lay_out(self, order: list[str]) -> None:
        """Four rounds of thirteen, face down."""
        self.deal([face_down(card) for card in order], dict.fromkeys(HOURS_AND_CENTRE, 4))
        self.current = CENTRE

    def legal(self) -> Iterator[str]:
        """Turn, if the current pile has anything to turn."""
        if self.hidden(self.current):
            yield "turn"

    def act(self, text: str) -> None:
        """Turning is all there is."""
        if text == "turn":
            self.slide_under(face_up(self.cards[self.current].pop()))

    def won(self) -> bool:
        """Every card is turned."""
        return not any(self.hidden(name) for name in HOURS_AND_CENTRE)

    def hidden(self, name: str) -> int:
        """How many cards of a pile are still face down."""
        return sum(is_down(card) for card in self.cards[name])

    def slide_under(self, card: str) -> None:
        """Put a turned card at the very bottom of its own pile, which is turned from next."""
        self.current = f"t{rank(card)}"
        self.cards[self.current].insert(0, card)


class LaMontre(Clock):
    """Clock with one exchange of the fourth king."""

    def lay_out(self, order: list[str]) -> None:
        """As in Clock."""
        super().lay_out(order)
        self.exchanged = False

    def legal(self) -> Iterator[str]:
        """Turn; when that has come to its end the first time, exchange."""
        if self.hidden(self.current):
            yield "turn"
        elif not self.exchanged:
            for name in HOURS_AND_CENTRE:
                for place in range(1, self.hidden(name) + 1):
                    yield f"swap-{name}.{place}"

    def act(self, text: str) -> None:
        """Exchange or turn."""
        if text.startswith("swap-"):
            name, _, place = text.removeprefix("swap-").partition(".")
            self.exchange(name, int(place))
        else:
            super().act(text)

    def exchange(self, name: str, place: int) -> None:
        """Hide the king turned last in the place of a hidden card, counted from the top."""
        king = self.cards[CENTRE].pop(0)
        found = face_up(self.cards[name][-place])
        self.cards[name][-place] = face_down(king)
        self.exchanged = True
        self.slide_under(found)
