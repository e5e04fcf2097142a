"""Verdicts: whether a game can be won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from flask import current_app

from service import verdicts
from service.api.answering import written
from service.api.blueprint import Blueprint
from service.api.choices import Choice, effort
from service.api.conditions import ask_to_change
from service.api.fields import version
from service.api.schemas import Answer, Request, number, text
from service.api.shapes import busy
from service.errors import Busy, GameTooLong, KeyReused, NotAllowedHere, VersionConflict
from service.limiting import Budget
from service.searching import Effort

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("verdicts", __name__, description="Whether a game can be won")


class VerdictRequestSchema(Request):
    """On what, and how long to search."""

    position = Choice(
        "VerdictPosition",
        ["now", "dealt"],
        load_default="now",
        about="now: where the game stands; dealt: where it began",
    )
    effort = effort()
    version = version()


class VerdictSchema(Answer):
    """A verdict; an unknown one was not counted."""

    verdict = text("won; winnable: a line is in hand; lost: that is proved; or unknown")
    moves_to_win = number("winnable: the moves of that line", required=False)
    states = number("Positions looked at; 0 where a line that wins was in hand already")
    busy = busy()
    version = number("The version of the game, raised by the verdict while the game is played")


@blueprint.call(
    "POST",
    "/games/<uuid:game_id>/verdict",
    name="giveVerdict",
    budget=Budget.SEARCHES,
    body=VerdictRequestSchema,
    answers=VerdictSchema,
    takes=["If-Match", "Idempotency-Key"],
    gives=["ETag"],
    problems=[GameTooLong, NotAllowedHere, Busy, VersionConflict, KeyReused],
)
def give_verdict(body: dict[str, Any], game_id: UUID) -> Response:
    """Ask whether a game can be won.

    In a variant with hidden cards this is told once the game has ended, of a daily once it has
    closed, of a race once it is over; before it is refused with 409 `not_allowed_here`. While the
    game is played a verdict counts like a hint; of an ended game it changes nothing.
    """
    given = verdicts.give_verdict(
        current_app.extensions["means"],
        ask_to_change(game_id, body),
        effort=Effort(body["effort"]),
        dealt=body["position"] == "dealt",
    )
    return written(given.body, version=given.version)
