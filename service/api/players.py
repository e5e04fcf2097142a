"""Players: becoming one, and what one tells about oneself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import current_app, request
from marshmallow import fields

from engine import LANGUAGES
from service import access, accounts, linking, players
from service.answers import player_answer
from service.api.answering import answered, nothing
from service.api.blueprint import Blueprint, Token
from service.api.choices import Choice
from service.api.conditions import retry, token
from service.api.faults import text_length
from service.api.language import preferred
from service.api.schemas import Answer, Request, number, text, time
from service.details import Detail
from service.errors import (
    AlreadyLinked,
    Busy,
    KeyNeedsToken,
    KeyReused,
    NotAllowedHere,
    TooSoon,
)
from service.limiting import Budget
from service.names import LONGEST, MOST_CODE_POINTS
from service.timestamps import timestamp

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("players", __name__, description="Who plays")


class AboutPlayer(Request):
    """What players tell about themselves."""

    name = fields.String(
        validate=text_length(1, 200),
        metadata={
            "description": f"Display name, 1 to {LONGEST} characters as people count them "
            f"(grapheme clusters), of {MOST_CODE_POINTS} code points at most. It is kept in one "
            "form: NFC, single blanks, without what cannot be seen. It may be written from right "
            "to left: show it isolated, as in `<bdi>`"
        },
    )
    language = Choice(
        "Language",
        LANGUAGES,
        about="en, fr or de: how the player is spoken to, in problems and pictures, where a "
        "request has no Accept-Language",
    )
    time_zone = fields.String(
        validate=text_length(1, 64),
        metadata={"description": "IANA time zone, which dates wins; changed once a day at most"},
    )


class NewPlayerSchema(AboutPlayer):
    """What a new player tells, if anything; the language is else that of Accept-Language."""


class AboutMeSchema(AboutPlayer):
    """What a player changes; what is left out stays."""


class PlayerSchema(Answer):
    """A player."""

    id = text("The player's id", metadata={"format": "uuid"})
    name = text("Display name, if one is set", required=False)
    language = text("en, fr or de: the language where a request has no Accept-Language")
    time_zone = text("IANA time zone")
    created_at = time("Since when")


class NewPlayerAnswerSchema(PlayerSchema):
    """A new player, with the token, which is shown this once."""

    token = text("The bearer token; keep it")


class LinkRequestSchema(Request):
    """Which guest."""

    token = fields.String(
        required=True,
        validate=text_length(1, 128),
        metadata={"description": "The guest's bearer token, which is no longer good afterwards"},
    )


class LinkedSchema(Answer):
    """A guest who was linked to my account."""

    guest = text("The guest's id", metadata={"format": "uuid"})
    account = text("Mine", metadata={"format": "uuid"})
    linked_at = time("When")
    games = number("How many games came with the guest")


class TokenSchema(Answer):
    """A new token, which is shown this once."""

    token = text("The bearer token; keep it")


@blueprint.call(
    "POST",
    "/players",
    name="makePlayer",
    status=201,
    token=Token.NONE,
    budget=Budget.TOKENS,
    body=NewPlayerSchema,
    answers=NewPlayerAnswerSchema,
    gives=["Location"],
    problems=[KeyNeedsToken],
)
def make_player(body: dict[str, Any]) -> Response:
    """Become a player.

    The token in the answer is kept nowhere, so this call takes no Idempotency-Key: sent again, it
    makes another player.
    """
    if "Idempotency-Key" in request.headers:
        raise KeyNeedsToken(Detail.NEW_PLAYER)
    player, new_token = players.make_guest(
        current_app.extensions["means"],
        name=body.get("name"),
        language=body.get("language", preferred()),
        time_zone=body.get("time_zone"),
    )
    response = answered({**player_answer(player), "token": new_token}, status=201)
    response.headers["Location"] = "/v1/players/me"
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.call("GET", "/players/me", name="getMe", answers=PlayerSchema)
def get_me() -> Response:
    """Read what is known about me.

    Who has no name is a guest.
    """
    return answered(player_answer(access.find_player(current_app.extensions["means"], token())))


@blueprint.call(
    "PATCH",
    "/players/me",
    name="changeMe",
    body=AboutMeSchema,
    answers=PlayerSchema,
    problems=[TooSoon, Busy],
)
def change_me(body: dict[str, Any]) -> Response:
    """Change my name, language or time zone.

    What is left out stays. The zone dates streaks, so it changes at most once a day.
    """
    means = current_app.extensions["means"]
    player = players.describe_oneself(
        means,
        token(),
        name=body.get("name"),
        language=body.get("language"),
        time_zone=body.get("time_zone"),
    )
    return answered(player_answer(player))


@blueprint.call(
    "POST",
    "/players/me/token",
    name="rotateToken",
    budget=Budget.TOKENS,
    answers=TokenSchema,
    problems=[Busy, KeyNeedsToken],
)
def rotate_token() -> Response:
    """Exchange my token for a new one.

    The old one is good for 60 seconds more, so that other devices finish what they send, and so
    that a lost answer can be asked for again; an older one ends at once. The answer is kept
    nowhere, so this call takes no Idempotency-Key.
    """
    if "Idempotency-Key" in request.headers:
        raise KeyNeedsToken(Detail.ROTATION)
    response = answered({"token": accounts.rotate(current_app.extensions["means"], token())})
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.call("DELETE", "/players/me", name="deleteMe", status=204, answers=None)
def delete_me() -> Response:
    """Delete me, my games and all else that is mine.

    It cannot be taken back. The token is nobody's from then on, so a repeated call is answered 401.
    """
    accounts.delete(current_app.extensions["means"], token())
    return nothing()


@blueprint.call(
    "POST",
    "/players/me/link",
    name="linkGuest",
    body=LinkRequestSchema,
    answers=LinkedSchema,
    takes=["Idempotency-Key"],
    problems=[AlreadyLinked, NotAllowedHere, KeyReused, Busy],
)
def link_guest(body: dict[str, Any]) -> Response:
    """Take over the games of a guest, whose token is in the body.

    All games come with everything that happened in them, and running ones go on. A guest is who
    has no name. Where both had a game that counts on one deal, the one that was started first
    goes on counting, and the other becomes practice.
    """
    means = current_app.extensions["means"]
    done = linking.link(means, token(), body["token"], retry=retry(body))
    return answered(
        {
            "guest": str(done.guest_id),
            "account": str(done.account_id),
            "linked_at": timestamp(done.at),
            "games": done.games,
        }
    )
