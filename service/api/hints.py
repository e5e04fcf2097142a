"""Hints: the next move, or how many to take back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from flask import current_app

from engine.moves import PATTERN
from service import helping
from service.api.answering import written
from service.api.blueprint import Blueprint
from service.api.conditions import ask_to_change
from service.api.fields import Flag, version
from service.api.schemas import Answer, Request, number, text, texts
from service.api.shapes import busy
from service.errors import (
    Busy,
    GameOver,
    GameTooLong,
    KeyReused,
    NotAllowedHere,
    VersionConflict,
)
from service.limiting import Budget

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("hints", __name__, description="Help")


class HintRequestSchema(Request):
    """How much to tell."""

    line = Flag(
        load_default=False,
        metadata={"description": "Whether to give the whole line"},
    )
    version = version()


class HintSchema(Answer):
    """A hint; without `why` nothing was found: `move` is absent, and it was not counted."""

    move = text(
        "The move; absent with go_back, and where nothing was found",
        required=False,
        metadata={"pattern": PATTERN},
    )
    source = text("The pile it starts from, if one", required=False)
    target = text("The pile it leads to, if it is seen", required=False)
    why = text(
        "wins: the next move of a line that wins; safe: proved not to spoil a win; forced: the "
        "only legal move; best_guess: nothing is proved; go_back: no move helps. More may come",
        required=False,
    )
    verdict = text("What is proved of the position: winnable, lost, unknown or won")
    moves_to_win = number("Moves to the win, this one included", required=False)
    undos = number(
        "go_back: how many moves to take back; absent where nothing before is proved winnable",
        required=False,
    )
    line = texts(
        "The whole line that wins, if asked for; empty where none is known", required=False
    )
    busy = busy()
    version = number("The version of the game, which a hint that was counted has raised")


@blueprint.call(
    "POST",
    "/games/<uuid:game_id>/hint",
    name="giveHint",
    budget=Budget.MOVES,
    body=HintRequestSchema,
    answers=HintSchema,
    takes=["If-Match", "Idempotency-Key"],
    gives=["ETag"],
    problems=[GameOver, GameTooLong, NotAllowedHere, Busy, VersionConflict, KeyReused],
)
def give_hint(body: dict[str, Any], game_id: UUID) -> Response:
    """Ask for a hint.

    Where `why` is `wins`, following hints only leads to the win, in as many moves as are told: in
    an open variant from every position that a quick search proves winnable, at the game's level of
    automatic play. Where cards are hidden a hint knows what was turned up and nothing else. The
    game counts as assisted.

    `move` is absent where `why` is `go_back`, which says how many moves to take back if one helps,
    and where nothing was found: then the answer is `verdict` and `version` alone, and it was not
    counted. Where automatic play of the level `all` spoils each way that was tried, `why` is
    `best_guess` beside the verdict `winnable`. Where the player decides nothing, as in Clock, on a
    daily until it closes, and in a race until it is over, a hint is refused with 409
    `not_allowed_here`.
    """
    call = ask_to_change(game_id, body)
    given = helping.give_hint(current_app.extensions["means"], call, whole_line=body["line"])
    return written(given.body, version=given.version)
