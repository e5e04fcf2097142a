"""Replays: sharing an ended game, and looking at one that was shared."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from flask import current_app, url_for

from service import replays
from service.api import answering, links
from service.api.answering import answered, conditional
from service.api.blueprint import Blueprint, Token
from service.api.conditions import ask
from service.api.language import preferred
from service.api.schemas import SVG, Answer, many, number, one, text, texts, time
from service.api.shapes import ClosedDealSchema, GameFacts, PlayedSchema
from service.errors import NotAllowedHere

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("replays", __name__, description="Ended games, shared by their players")

CACHE_SECONDS = 60


class SharedSchema(Answer):
    """Where everybody can look at the game."""

    id = text("The replay's id, which nobody can guess")
    url = text("Its address on this service", metadata={"format": "uri-reference"})
    board_url = text("That of its picture", metadata={"format": "uri-reference"})


class ReplaySchema(GameFacts):
    """A shared game from its deal to its end."""

    id = text("The replay's id")
    name = text("The player's display name, if they have one", required=False)
    shared_at = time("When it was shared")
    undos = number("Moves taken back in all; what was taken back is not shown")
    hints = number("Hints and verdicts given")
    closed = one(ClosedDealSchema)
    automatic = texts("What automatic play did before the first move, as moves")
    moves = many(PlayedSchema, "The moves, those taken back left out")


@blueprint.call(
    "POST",
    "/games/<uuid:game_id>/share",
    name="shareGame",
    status=201,
    answers=SharedSchema,
    gives=["Location"],
    problems=[NotAllowedHere],
    leads_to=links.REPLAY,
)
def share_game(game_id: UUID) -> Response:
    """Share an ended game with everybody who is given the address.

    A game has one replay: asked again, the answer is the same. A game on a daily can be shared once
    that has closed. What is shared is gone when the player is deleted.
    """
    shared = replays.share(current_app.extensions["means"], ask(game_id))
    url = url_for("replays.getReplay", replay_id=shared)
    board_url = url_for("replays.drawReplay", replay_id=shared)
    response = answered({"id": shared, "url": url, "board_url": board_url}, status=201)
    response.headers["Location"] = url
    return response


@blueprint.call(
    "GET",
    "/replays/<replay_id>",
    name="getReplay",
    token=Token.NONE,
    answers=ReplaySchema,
    takes=["If-None-Match"],
    gives=["ETag"],
)
def get_replay(replay_id: str) -> Response:
    """Look at a shared game: the deal with all its cards, every move, the result.

    Moves that were taken back are not in it. Who has the id may look, without a token.
    """
    return _kept(answered(replays.read(current_app.extensions["means"], replay_id)))


@blueprint.call(
    "GET",
    "/replays/<replay_id>/board.svg",
    name="drawReplay",
    token=Token.NONE,
    answers=SVG,
    takes=["If-None-Match"],
    gives=["Content-Language", "ETag"],
)
def draw_replay(replay_id: str) -> Response:
    """Draw a shared game as it ended.

    As the board of a game, for everybody who has the id.
    """
    language = preferred()
    drawn = replays.drawn(current_app.extensions["means"], replay_id, language=language)
    response = answering.picture(drawn, media=SVG, language=language)
    response.headers["Cache-Control"] = f"public, max-age={CACHE_SECONDS}"
    return response


def _kept(response: Response) -> Response:
    response.headers["Cache-Control"] = f"public, max-age={CACHE_SECONDS}"
    return conditional(response)
