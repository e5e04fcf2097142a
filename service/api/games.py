"""Games: starting one, listing mine, reading one, changing its level of automatic play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from flask import current_app
from marshmallow import fields

from engine import Level
from service import games, playing, starting
from service.answers import game_summary
from service.api import answering, links
from service.api.answering import answered, read_place, write_cursor
from service.api.blueprint import Blueprint, Token
from service.api.callers import caller
from service.api.choices import Choice, autoplay_level
from service.api.conditions import (
    ask,
    ask_to_change,
    known_versions,
    optional_token,
    retry,
    token,
    wait_preferred,
)
from service.api.faults import text_length, written_as
from service.api.fields import (
    DEAL_NUMBER,
    DateField,
    Flag,
    Id,
    LayoutField,
    OptionsField,
    page_limit,
    page_size,
    version,
)
from service.api.schemas import Answer, Request, many, text
from service.api.shapes import GameSchema, GameSummarySchema
from service.details import FaultCode
from service.errors import (
    Busy,
    DealOutOfRange,
    GameOver,
    GameTooLong,
    KeyNeedsToken,
    KeyReused,
    NotAllowedHere,
    RaceNotStarted,
    TooManyGames,
    TooManyWaiting,
    VersionConflict,
)
from service.limiting import Budget
from service.planning import Wish

if TYPE_CHECKING:
    from flask import Response

    from service.storage.games import Game

blueprint = Blueprint("games", __name__, description="One player's attempts on deals")


class NewGameSchema(Request):
    """The game to start: without `deal`, `daily`, `layout` and `again`, on a new secret deal."""

    variant = fields.String(
        validate=text_length(1, 40),
        metadata={
            "description": "The variant's id or an alias. Needed, but with again, where the game "
            "tells it"
        },
    )
    options = OptionsField()
    autoplay = autoplay_level("Automatic play; the variant has a default")
    winnable = Flag(
        metadata={
            "description": "Whether the secret deal must be proved winnable; the default where "
            "the variant is open. Not true with hidden cards, or with a deal that is named. Where "
            "no proved deal waits, one is searched for within a budget; past it the answer is 503"
        },
    )
    deal = fields.String(
        validate=written_as(DEAL_NUMBER, FaultCode.DEAL_NUMBER),
        metadata={"description": "A public deal's number", "pattern": DEAL_NUMBER},
    )
    daily = DateField(
        "A UTC date: play the daily of that day, with its options, at most one game of yours in "
        "earnest. Practice once it has closed"
    )
    layout = LayoutField(
        "Where the cards lie, bottom to top by pile, to play from there as practice: each card "
        "of the pack once; piles left out are empty. In variants without hidden cards"
    )
    again = Id(
        metadata={"description": "An ended game of mine, to play its deal again as practice"}
    )


class NewGameAnswerSchema(GameSchema):
    """A new game; with the token of a guest who was made for it, shown this once."""

    token = text("The new guest's bearer token; keep it", required=False)


class LevelChangeSchema(Request):
    """What can be changed in a running game."""

    autoplay = autoplay_level("Automatic play from now on; it acts at once", required=True)
    version = version()


class GamesQuerySchema(Request):
    """Which of my games."""

    status = Choice(
        "GamesStatus",
        ["playing", "won", "lost", "resigned", "stopped"],
        about="Only games of this status",
    )
    variant = fields.String(
        validate=text_length(1, 40),
        metadata={"description": "Only games of this variant, by id or alias"},
    )
    sort = Choice(
        "GamesOrder",
        ["-created_at", "-last_move_at"],
        called=["newest", "last_played"],  # no language has names with a minus
        load_default="-created_at",
        about="Newest first, or last played first (which shifts while playing)",
    )
    limit = page_size("Games on a page")
    cursor = fields.String(
        validate=text_length(1, 200), metadata={"description": "`next` of the page before"}
    )


class GamesPageSchema(Answer):
    """A page of my games."""

    items = many(GameSummarySchema, "The games of this page")
    next = text("The cursor of the next page; absent on the last", required=False)


@blueprint.call(
    "POST",
    "/games",
    name="startGame",
    status=201,
    token=Token.OPTIONAL,
    budget=Budget.GAMES,
    body=NewGameSchema,
    answers=NewGameAnswerSchema,
    takes=["Idempotency-Key"],
    gives=["Location", "ETag"],
    problems=[
        NotAllowedHere,
        TooManyGames,
        KeyReused,
        KeyNeedsToken,
        DealOutOfRange,
        RaceNotStarted,
    ],
    leads_to=links.GAME,
)
def start_game(body: dict[str, Any]) -> Response:
    """Start a game.

    Without a token a guest is made, whose token is in this answer and nowhere else. A game on a
    layout of your own, on the deal of an ended game again, or on a number of the variant that you
    have a game on is practice: its deal is known, and it is kept out of the figures.
    """
    level = body.get("autoplay")
    wish = Wish(
        variant=body.get("variant"),
        options=body.get("options", {}),
        autoplay=Level(level) if level else None,
        winnable=body.get("winnable"),
        deal=body.get("deal"),
        daily=body.get("daily"),
        layout=body.get("layout"),
        again=body.get("again"),
    )
    means = current_app.extensions["means"]
    made = starting.start(means, token=optional_token(), wish=wish, retry=retry(body))
    return answering.started(made.outcome, token=made.token)


@blueprint.call("GET", "/games", name="listGames", query=GamesQuerySchema, answers=GamesPageSchema)
def list_games(query: dict[str, Any]) -> Response:
    """List my games, newest first.

    Summaries, without cards. By the last move they come in the order in which one would resume
    them, which shifts while one plays. Games in races stand among them from the start on.
    """
    means = current_app.extensions["means"]
    by_last_move = query["sort"] == "-last_move_at"
    limit = page_limit(query, most=means.config.max_page)
    selection = games.Selection(
        status=query.get("status"),
        variant=query.get("variant"),
        by_last_move=by_last_move,
        after=read_place(query.get("cursor"), order=_order(by_last_move)),
        limit=limit + 1,
    )
    found = games.listed(means, token(), selection)
    page: dict[str, Any] = {"items": [game_summary(game) for game in found[:limit]]}
    if len(found) > limit:
        page["next"] = _cursor(found[limit - 1], by_last_move)
    return answered(page)


@blueprint.call(
    "GET",
    "/games/<uuid:game_id>",
    name="getGame",
    answers=GameSchema,
    takes=["If-None-Match", "Prefer"],
    gives=["ETag", "Preference-Applied"],
    problems=[TooManyWaiting],
)
def get_game(game_id: UUID) -> Response:
    """Read a game.

    With the version you have in `If-None-Match`, and `Prefer: wait=25`, the answer comes with the
    next change, whoever made it; or it is 304 when the time is over, or when the service stops.
    Then ask again.
    """
    means = current_app.extensions["means"]
    known = known_versions()
    seconds = wait_preferred(most=means.config.wait) if known else None
    game = games.find_changed(
        means,
        caller(),
        ask(game_id),
        known=known or frozenset(),
        seconds=seconds or 0,
    )
    if known is None or game.version in known:
        return answering.preferred(answering.unchanged(game.version), wait=seconds)
    return answering.preferred(answering.game(games.outcome_of(game)), wait=seconds)


@blueprint.call(
    "PATCH",
    "/games/<uuid:game_id>",
    name="changeGame",
    body=LevelChangeSchema,
    answers=GameSchema,
    takes=["If-Match"],
    gives=["ETag"],
    problems=[GameOver, GameTooLong, Busy, VersionConflict],
)
def change_game(body: dict[str, Any], game_id: UUID) -> Response:
    """Change a game's level of automatic play, which acts at once.

    What it moves belongs to the last move, and is taken back with it.
    """
    call = ask_to_change(game_id, body, keyed=False)
    level = Level(body["autoplay"])
    return answering.game(playing.set_level(current_app.extensions["means"], call, level))


def _cursor(last: Game, by_last_move: bool) -> str:
    at = last.last_move_at if by_last_move else last.created_at
    return write_cursor(_order(by_last_move), at.isoformat(), str(last.id))


def _order(by_last_move: bool) -> str:
    return "m" if by_last_move else "c"
