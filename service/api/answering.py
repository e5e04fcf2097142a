"""Answers as bytes: JSON by orjson, and pictures, with the headers that they need."""

from __future__ import annotations

import base64
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

import orjson
import werkzeug
from flask import Response, url_for

from service.answers import game_answer
from service.api.conditions import known_tags
from service.details import FaultCode
from service.errors import Invalid

if TYPE_CHECKING:
    from service.api.schemas import Media
    from service.changing import Outcome

Answered = TypeVar("Answered", bound=werkzeug.Response)


def answered(body: object, *, status: int = 200) -> Response:
    """Answer with JSON."""
    return written(orjson.dumps(body), status=status)


def written(body: bytes, *, status: int = 200, version: int | None = None) -> Response:
    """Answer with JSON that is written already, of a version of a game if one is given."""
    response = Response(body, status=status, content_type="application/json")
    if version is not None:
        response.headers["ETag"] = f'"{version}"'
    return response


def game(outcome: Outcome) -> Response:
    """Answer with a game."""
    body = game_answer(outcome.game, outcome.position, outcome.steps)
    return written(orjson.dumps(body), version=outcome.game.version)


def started(outcome: Outcome, *, token: str | None) -> Response:
    """Answer with a new game, and the new guest's token, which is shown this once."""
    body: dict[str, Any] = game_answer(outcome.game, outcome.position, outcome.steps)
    if token is not None:
        body["token"] = token
    response = written(orjson.dumps(body), status=201, version=outcome.game.version)
    response.headers["Location"] = url_for("games.getGame", game_id=outcome.game.id)
    if token is not None:
        response.headers["Cache-Control"] = "no-store"
    return response


def nothing() -> Response:
    """Answer that it is done, and that there is nothing to say."""
    response = Response(status=204)
    response.headers.remove("Content-Type")
    return response


def unchanged(version: int) -> Response:
    """Answer that the client has the current version."""
    response = Response(status=304)
    response.headers["ETag"] = f'"{version}"'
    return response


def preferred(response: Response, *, wait: int | None) -> Response:
    """Say which preference was heeded; caches are told of it, heeded or not, as RFC 7240 wants."""
    response.vary.add("Prefer")
    if wait is not None:
        response.headers["Preference-Applied"] = f"wait={wait}"
    return response


def picture(drawn: str, *, media: Media, language: str) -> Response:
    """Answer with a picture, or that the client has this one; its ETag is that of its bytes."""
    response = Response(drawn.encode(), content_type=media.type)
    response.headers["Content-Language"] = language
    response.vary.add("Accept-Language")
    return conditional(response)


def conditional(response: Answered) -> Answered:
    """Answer that the client has these bytes, if it has.

    Here as with games, If-Match is for changes alone: a read has nothing to protect.
    """
    response.add_etag()
    known = known_tags()
    if known is None or response.get_etag()[0] in known:
        response.status_code = 304
    return response


def write_cursor(*parts: str) -> str:
    """Write a place in a list as a text that clients need not understand."""
    return base64.urlsafe_b64encode("\n".join(parts).encode()).decode().rstrip("=")


def read_place(cursor: str | None, *, order: str) -> tuple[datetime, UUID] | None:
    """Read a place in a list by time and id, which was written for this order.

    Raises:
        Invalid: the service wrote no such cursor.
    """
    if cursor is None:
        return None
    try:
        written_for, at, thing_id = read_cursor(cursor, parts=3)
        place = datetime.fromisoformat(at), UUID(thing_id)
    except ValueError:
        raise Invalid.query("cursor", FaultCode.NOT_A_CURSOR) from None
    if written_for != order or place[0].tzinfo is None:
        raise Invalid.query("cursor", FaultCode.NOT_A_CURSOR)
    return place


def read_cursor(text: str, *, parts: int) -> list[str]:
    """Read a place in a list.

    Raises:
        ValueError: the service wrote no such cursor.
    """
    raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    found = raw.decode().split("\n")
    if len(found) != parts:
        raise ValueError("not a cursor")
    return found
