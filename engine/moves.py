"""Moves and steps, and the one way a move is written.

A move is what the player decides; a step is one visible effect of it. Texts are
`source-target`, with `xN` for N cards when N is more than one, and the words `draw`, `redeal`,
`turn` and `swap-t7.2`. A move has exactly one text, and the text never tells where a card that is
still face down will go.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.errors import BadNotation


class MoveKind(StrEnum):
    """What sort of decision a move is."""

    CARRY = "carry"
    DRAW = "draw"
    REDEAL = "redeal"
    TURN = "turn"
    SWAP = "swap"


PATTERN: Final = (
    r"^(draw|redeal|turn|swap-t[1-9][0-9]?\.[1-9]"
    r"|(w|[tfc][1-9][0-9]?)-[tfc][1-9][0-9]?(x([2-9]|[1-9][0-9]))?)$"
)
_CARRY: Final = re.compile(r"(w|[tfc][1-9][0-9]?)-([tfc][1-9][0-9]?)(?:x([2-9]|[1-9][0-9]))?")
_SWAP: Final = re.compile(r"swap-(t[1-9][0-9]?)\.([1-9])")
_WORDS: Final = {kind.value: kind for kind in (MoveKind.DRAW, MoveKind.REDEAL, MoveKind.TURN)}


@dataclass(frozen=True, slots=True)
class Move:
    """One decision, in the words of its text.

    `source` and `target` are pile ids and `count` the cards carried; a swap has the pile as
    `source` and in `place` which of its hidden cards, counted from 1 at the top.
    """

    kind: MoveKind
    source: str | None = None
    target: str | None = None
    count: int = 1
    place: int = 0

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move.

        >>> Move.parse("t3-t5x4").count
        4

        Raises:
            BadNotation: the text is no move, or a second spelling of one.
        """
        if text in _WORDS:
            return cls(_WORDS[text])
        if match := _CARRY.fullmatch(text):
            source, target, count = match.groups()
            return cls(MoveKind.CARRY, source, target, int(count or 1))
        if match := _SWAP.fullmatch(text):
            return cls(MoveKind.SWAP, match[1], place=int(match[2]))
        raise BadNotation(
            f"{text[:40]!r} is no move: write source-target as t3-f1, xN for N cards as t3-t5x4,"
            " or draw, redeal, turn, swap-t7.2"
        )

    def __str__(self) -> str:
        if self.kind is MoveKind.CARRY:
            several = f"x{self.count}" if self.count > 1 else ""
            return f"{self.source}-{self.target}{several}"
        if self.kind is MoveKind.SWAP:
            return f"swap-{self.source}.{self.place}"
        return self.kind.value


class StepKind(StrEnum):
    """What a step shows."""

    CARRY = "carry"  # cards go from the source to the top of the target
    SLIDE = "slide"  # cards go from the source under the target
    FLIP = "flip"  # a card of the source turns its face up
    TURN_OVER = "turn_over"  # the source, turned over as a whole, becomes the target
    GATHER = "gather"  # what a pile holds after a redeal of the tableau
    EXCHANGE = "exchange"  # the face-up first card goes down where the second one comes up


@dataclass(frozen=True, slots=True)
class Step:
    """One visible effect of a move; `cards` are texts, bottom to top, as the player sees them."""

    kind: StepKind
    source: str
    target: str
    cards: tuple[str, ...]
