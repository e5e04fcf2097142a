"""Every error the engine raises.

EngineError (ValueError)
├── BadNotation       a text is no card, pile or move at all
├── UnknownVariant    no variant has that id, or that version or option of it
├── BadRules          rules data contradicts itself; names the field
├── BadDeal           a number out of range, an order that is no deal
│   └── BadLayout         cards that cannot lie so; carries the fault
└── IllegalMove       a well-written move that this position forbids; carries the reason

A client's malformed text is never an `IllegalMove`, and a forbidden move is never
a `BadNotation`: callers answer the two differently.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.moves import Move


class EngineError(ValueError):
    """Something the engine was given cannot be used."""


class BadNotation(EngineError):
    """A text that is not written as a card, pile or move is."""


class UnknownVariant(EngineError):
    """No variant of that id, version or option."""


class BadRules(EngineError):
    """Rules data that contradicts itself.

    `field` names the part of the rules that is wrong, such as `tableau.pile_sizes`.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field


class BadDeal(EngineError):
    """A deal that cannot be laid out."""


class BadLayout(BadDeal):
    """A layout that is no position of the rules.

    `fault` is a stable code (`engine.layouts.LayoutFault`), and `facts` fill its sentence
    (`engine.layout_text`); `where` names the card or pile at fault, when one is.
    """

    def __init__(self, fault: str, *, where: str | None = None, **facts: str | int) -> None:
        told = ", ".join(f"{name} {fact}" for name, fact in facts.items())
        super().__init__(f"{fault}: {told}" if told else fault)
        self.fault = fault
        self.facts: dict[str, str | int] = facts
        self.where = where


class IllegalMove(EngineError):
    """A move the position forbids.

    `reason` is a stable code (`engine.refusals.Reason`); `facts` holds the cards and piles the
    reason speaks of, only such as the player may see; `index` is the place in a sequence of moves.
    """

    def __init__(
        self,
        move: Move,
        *,
        reason: str,
        facts: dict[str, str] | None = None,
        index: int = 0,
    ) -> None:
        super().__init__(f"{move} is not legal: {reason}")
        self.move = move
        self.reason = reason
        self.facts = facts or {}
        self.index = index
