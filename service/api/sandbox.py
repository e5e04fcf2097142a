"""The sandbox's own calls, which other services refuse; and the failures it was told of."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from flask import current_app, g, request

from service import sandbox
from service.api import answering, links, problems
from service.api.answering import answered, nothing
from service.api.blueprint import Blueprint
from service.api.choices import Choice
from service.api.conditions import optional_token, token
from service.api.fields import whole
from service.api.noting import noted
from service.api.schemas import Answer, Request, time
from service.api.shapes import GameSchema
from service.errors import NotAllowedHere, RateLimited, TooManyGames, Unauthenticated, Unavailable
from service.sandbox import FARTHEST, MOST_FAILURES, Failure, Script
from service.timestamps import timestamp

if TYPE_CHECKING:
    from flask import Flask, Response

RETRY_AFTER_S: Final = 1
_OWN: Final = "/v1/sandbox/"

blueprint = Blueprint(
    "sandbox",
    __name__,
    description="For tests of clients; refused unless the service runs with LONGCASE_SANDBOX=1",
)


class ScriptedGameSchema(Request):
    """Where the game is to begin."""

    script = Choice(
        "Script",
        Script,
        required=True,
        about="one_move_from_win: a move that wins is legal, and a hint tells it; lost: it can no "
        "longer be won, and an undo helps; stuck: no legal move is left; unknown: the verdict is "
        "unknown at any effort",
    )


class ClockSchema(Request):
    """How far to put the clock forward."""

    seconds = whole(
        least=0,
        most=int(FARTHEST.total_seconds()),
        about="Seconds; with 0 it only tells the time",
        required=True,
    )


class TimeSchema(Answer):
    """The time of the sandbox."""

    now = time("The time")


class FailuresSchema(Request):
    """Which of my next requests are to fail, and how."""

    failure = Choice(
        "ForcedFailure",
        Failure,
        required=True,
        about="rate_limited: 429; unavailable: 503; answer_lost: the request is carried out, and "
        "its answer is 503 all the same, as if the connection had broken",
    )
    count = whole(least=0, most=MOST_FAILURES, about="How many requests", load_default=1)


@blueprint.call(
    "POST",
    "/sandbox/games",
    name="startScriptedGame",
    status=201,
    body=ScriptedGameSchema,
    answers=GameSchema,
    gives=["Location", "ETag"],
    problems=[NotAllowedHere, TooManyGames],
    leads_to=links.GAME,
)
def start_scripted_game(body: dict[str, Any]) -> Response:
    """Start a game where a test of a client begins; in a sandbox only.

    The deals are public, so the second game on the same script is practice.
    """
    outcome = sandbox.start(current_app.extensions["means"], token(), Script(body["script"]))
    return answering.started(outcome, token=None)


@blueprint.call(
    "POST",
    "/sandbox/clock",
    name="putClockForward",
    body=ClockSchema,
    answers=TimeSchema,
    problems=[NotAllowedHere],
)
def put_clock_forward(body: dict[str, Any]) -> Response:
    """Put the sandbox's clock forward, for all players at once: to the next day, past a limit.

    It never goes back.
    """
    by = timedelta(seconds=body["seconds"])
    now = sandbox.put_forward(current_app.extensions["means"], token(), by)
    return answered({"now": timestamp(now)})


@blueprint.call(
    "POST",
    "/sandbox/failures",
    name="orderFailures",
    status=204,
    body=FailuresSchema,
    answers=None,
    problems=[NotAllowedHere],
)
def order_failures(body: dict[str, Any]) -> Response:
    """Let my next requests fail, for a client to show what it does then; in a sandbox only.

    Those of the sandbox's own calls, and of what needs no database as the catalogue, never do. A
    count of 0 ends it.
    """
    means = current_app.extensions["means"]
    sandbox.order_failures(means, token(), Failure(body["failure"]), body["count"])
    return nothing()


def install(app: Flask) -> None:
    """Let requests fail as the sandbox is told, and date their answers by its clock."""
    _date(app)  # before the failures, so that they are dated too

    @app.before_request
    def fail_before() -> None:
        g.answer_lost = False
        if request.path.startswith(_OWN) or not noted().get("stored"):
            return
        failure = sandbox.next_failure(app.extensions["means"], _token())
        if failure is Failure.RATE_LIMITED:
            raise RateLimited(retry_after=RETRY_AFTER_S)
        if failure is Failure.UNAVAILABLE:
            raise Unavailable(retry_after=RETRY_AFTER_S)
        g.answer_lost = failure is Failure.ANSWER_LOST

    @app.after_request
    def fail_after(response: Response) -> Response:
        if not g.get("answer_lost"):
            return response
        response.close()
        return problems.answer(Unavailable(retry_after=RETRY_AFTER_S))


def _date(app: Flask) -> None:
    @app.after_request
    def date(response: Response) -> Response:
        if noted().get("stored"):
            with suppress(Unavailable):  # then it is the machine's
                response.date = app.extensions["means"].now()
        return response


def _token() -> str | None:
    try:
        return optional_token()
    except Unauthenticated:  # refused later
        return None
