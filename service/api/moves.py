"""Moves: which are legal, making them, taking them back, playing them again, resigning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from flask import current_app
from marshmallow import fields

from engine import Level
from service import games, playing
from service.answers import legal_moves
from service.api import answering
from service.api.blueprint import Blueprint
from service.api.choices import Choice
from service.api.conditions import ask, ask_to_change, known_versions
from service.api.faults import list_length
from service.api.fields import MoveField, version, whole
from service.api.schemas import Answer, Request, many, number
from service.api.shapes import GameSchema, LegalMoveSchema
from service.config import Config
from service.details import FaultCode
from service.errors import (
    Busy,
    GameOver,
    GameTooLong,
    Invalid,
    KeyReused,
    NotAllowedHere,
    NothingToRedo,
    NothingToUndo,
    Refused,
    VersionConflict,
)
from service.limiting import Budget

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("moves", __name__, description="Playing a game")

_CHANGE: dict[str, Any] = {"takes": ["If-Match", "Idempotency-Key"], "gives": ["ETag"]}
_REFUSALS = [GameOver, GameTooLong, Busy, VersionConflict, KeyReused]


class LegalMovesSchema(Answer):
    """The legal moves of a game."""

    items = many(LegalMoveSchema, "Every legal move once, in a fixed order")
    version = number("The version they belong to")


class MovesRequestSchema(Request):
    """One or more moves, all or nothing."""

    moves = fields.List(
        MoveField(),
        required=True,
        validate=list_length(1, 2000),
        metadata={
            "description": "The moves. How many at most is a setting: the introduction tells this "
            "service's, maxItems the default",
            "maxItems": Config().max_batch,
        },
    )
    version = version()


class RedoRequestSchema(Request):
    """How many moves."""

    count = whole(least=1, most=10_000, about="How many moves", load_default=1)
    version = version()


class UndoRequestSchema(Request):
    """How far to go back: one move, so many, or to where the game can be won."""

    count = whole(least=1, most=10_000, about="How many moves; 1 where nothing else is said")
    to = Choice(
        "UndoGoal",
        ["winnable"],
        about="Instead of a count: as few moves as lead to a position proved winnable. In variants "
        "without hidden cards",
    )
    version = version()


class AutoplayRequestSchema(Request):
    """What to send up."""

    mode = Choice(
        "AutoplayMode",
        [Level.SAFE, Level.ALL],
        about="safe: what cannot spoil a win; all: all that goes. Alike in the clocks",
        required=True,
    )
    version = version()


class ResignRequestSchema(Request):
    """Nothing but, if you like, the version."""

    version = version()


@blueprint.call(
    "GET",
    "/games/<uuid:game_id>/moves",
    name="listLegalMoves",
    answers=LegalMovesSchema,
    takes=["If-None-Match"],
    gives=["ETag"],
)
def list_legal_moves(game_id: UUID) -> Response:
    """List the legal moves of a game.

    They are also in every answer about the game; this is for clients that need nothing else.
    """
    game = games.find(current_app.extensions["means"], ask(game_id))
    known = known_versions()
    if known is None or game.version in known:
        return answering.unchanged(game.version)
    items = legal_moves(game, games.outcome_of(game).position)
    response = answering.answered({"items": items, "version": game.version})
    response.headers["ETag"] = f'"{game.version}"'
    return response


@blueprint.call(
    "POST",
    "/games/<uuid:game_id>/moves",
    name="makeMoves",
    budget=Budget.MOVES,
    body=MovesRequestSchema,
    answers=GameSchema,
    problems=[*_REFUSALS, Refused, NotAllowedHere],
    **_CHANGE,
)
def make_moves(body: dict[str, Any], game_id: UUID) -> Response:
    """Make one or more moves, all or nothing.

    Each is followed by its automatic steps, with which it is one unit for undo. On a secret deal
    with hidden cards only `draw` may follow in a request once a move of it turns up a card: else it
    is 409 `not_allowed_here`. Send the rest when you have seen the card.
    """
    means = current_app.extensions["means"]
    if len(body["moves"]) > means.config.max_batch:
        raise Invalid.field("moves", FaultCode.TOO_MANY_MOVES, most=means.config.max_batch)
    return answering.game(playing.make_moves(means, ask_to_change(game_id, body), body["moves"]))


@blueprint.call(
    "POST",
    "/games/<uuid:game_id>/undo",
    name="undoMoves",
    budget=Budget.MOVES,
    body=UndoRequestSchema,
    answers=GameSchema,
    problems=[*_REFUSALS, NothingToUndo, NotAllowedHere],
    **_CHANGE,
)
def undo_moves(body: dict[str, Any], game_id: UUID) -> Response:
    """Take back moves, each with its automatic steps.

    Back to the deal if you like, where the variant has undo at all: in the clocks it would be a
    second look. With `to: winnable` it counts as help.
    """
    means = current_app.extensions["means"]
    if "to" in body:
        if "count" in body:
            raise Invalid.field("to", FaultCode.COUNT_OR_TO)
        return answering.game(playing.undo_to_winnable(means, ask_to_change(game_id, body)))
    body.setdefault("count", 1)
    return answering.game(playing.undo(means, ask_to_change(game_id, body), body["count"]))


@blueprint.call(
    "POST",
    "/games/<uuid:game_id>/redo",
    name="redoMoves",
    budget=Budget.MOVES,
    body=RedoRequestSchema,
    answers=GameSchema,
    problems=[*_REFUSALS, NothingToRedo],
    **_CHANGE,
)
def redo_moves(body: dict[str, Any], game_id: UUID) -> Response:
    """Play moves again that were taken back; a new move forgets them.

    The last one taken back comes first.
    """
    call = ask_to_change(game_id, body)
    return answering.game(playing.redo(current_app.extensions["means"], call, body["count"]))


@blueprint.call(
    "POST",
    "/games/<uuid:game_id>/autoplay",
    name="autoplay",
    budget=Budget.MOVES,
    body=AutoplayRequestSchema,
    answers=GameSchema,
    problems=_REFUSALS,
    **_CHANGE,
)
def autoplay(body: dict[str, Any], game_id: UUID) -> Response:
    """Send up what can go, as one move; with nothing to send nothing changes.

    In the clocks it turns the rest, to the end or to the exchange.
    """
    call = ask_to_change(game_id, body)
    mode = Level(body["mode"])
    return answering.game(playing.autoplay(current_app.extensions["means"], call, mode))


@blueprint.call(
    "POST",
    "/games/<uuid:game_id>/resign",
    name="resignGame",
    body=ResignRequestSchema,
    answers=GameSchema,
    problems=_REFUSALS,
    **_CHANGE,
)
def resign_game(body: dict[str, Any], game_id: UUID) -> Response:
    """End a game.

    It cannot be taken back. In a race it takes the player out.
    """
    call = ask_to_change(game_id, body)
    return answering.game(playing.resign(current_app.extensions["means"], call))
