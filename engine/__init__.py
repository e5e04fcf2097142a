"""The rules engine: variants as data, positions that play them, a solver; no I/O, no clock."""

from engine.cards import Card, card, card_text
from engine.deals import Deal, commitment, shuffled_cards
from engine.errors import (
    BadDeal,
    BadNotation,
    BadRules,
    EngineError,
    IllegalMove,
    UnknownVariant,
)
from engine.moves import Move, MoveKind, Step, StepKind
from engine.position import Position
from engine.rules import Level, Rules
from engine.variant import Variant
from engine.variants import catalogue, variant
from engine.views import PileView, Status, View

__all__ = [
    "BadDeal",
    "BadNotation",
    "BadRules",
    "Card",
    "Deal",
    "EngineError",
    "IllegalMove",
    "Level",
    "Move",
    "MoveKind",
    "PileView",
    "Position",
    "Rules",
    "Status",
    "Step",
    "StepKind",
    "UnknownVariant",
    "Variant",
    "View",
    "card",
    "card_text",
    "catalogue",
    "commitment",
    "shuffled_cards",
    "variant",
]
