"""The rules engine: variants as data, positions that play them, a solver; no I/O, no clock."""

from engine.board_text import board_text
from engine.cards import FACE_DOWN, Card, card, card_text
from engine.collect import collect, tidy
from engine.deals import Deal, commitment, shuffled_cards
from engine.describe import describe, facts
from engine.difficulty import Difficulty, difficulty
from engine.drawing import board_svg
from engine.errors import (
    BadDeal,
    BadLayout,
    BadNotation,
    BadRules,
    EngineError,
    IllegalMove,
    UnknownVariant,
)
from engine.hints import Hint, Why, follow_plan, hint, hint_of_plan, undos_to_winnable
from engine.leading import Way, find_way, way_along
from engine.lines import units
from engine.moves import Move, MoveKind, Step, StepKind
from engine.position import Position
from engine.rules import Level, Rules
from engine.scoring import score
from engine.solver import Budget, Solution, Stop, Verdict, solve
from engine.texts import (
    LANGUAGES,
    detail_text,
    layout_text,
    letters,
    name_of,
    problem_text,
    reason_text,
    sentences,
    spoken_board,
    texts,
)
from engine.variant import Variant
from engine.variants import catalogue, variant
from engine.views import PileView, Status, View

__all__ = [
    "FACE_DOWN",
    "LANGUAGES",
    "BadDeal",
    "BadLayout",
    "BadNotation",
    "BadRules",
    "Budget",
    "Card",
    "Deal",
    "Difficulty",
    "EngineError",
    "Hint",
    "IllegalMove",
    "Level",
    "Move",
    "MoveKind",
    "PileView",
    "Position",
    "Rules",
    "Solution",
    "Status",
    "Step",
    "StepKind",
    "Stop",
    "UnknownVariant",
    "Variant",
    "Verdict",
    "View",
    "Way",
    "Why",
    "board_svg",
    "board_text",
    "card",
    "card_text",
    "catalogue",
    "collect",
    "commitment",
    "describe",
    "detail_text",
    "difficulty",
    "facts",
    "find_way",
    "follow_plan",
    "hint",
    "hint_of_plan",
    "layout_text",
    "letters",
    "name_of",
    "problem_text",
    "reason_text",
    "score",
    "sentences",
    "shuffled_cards",
    "solve",
    "spoken_board",
    "texts",
    "tidy",
    "undos_to_winnable",
    "units",
    "variant",
    "way_along",
]
