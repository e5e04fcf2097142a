"""What may leave the server: the piles as the player sees them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """Where a game stands by the rules alone."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class PileView:
    """One pile: card texts bottom to top, `??` for each card that is face down.

    `target` is the card that completes a foundation, where the foundation's suit is known.
    """

    id: str
    kind: str
    cards: tuple[str, ...]
    target: str | None = None


@dataclass(frozen=True, slots=True)
class View:
    """All piles in their fixed order."""

    piles: tuple[PileView, ...]

    def __getitem__(self, pile: str) -> PileView:
        for view in self.piles:
            if view.id == pile:
                return view
        raise KeyError(pile)
