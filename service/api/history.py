"""The history of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from flask import current_app
from marshmallow import fields

from service import history
from service.api.answering import answered, read_cursor, write_cursor
from service.api.blueprint import Blueprint
from service.api.conditions import ask
from service.api.faults import text_length, within
from service.api.fields import HIGHEST, Digits, page_limit, page_size
from service.api.schemas import Answer, Request, many, one, text
from service.api.shapes import ClosedDealSchema, GameEventSchema
from service.details import FaultCode
from service.errors import Invalid
from service.history import MOST_MOVES

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("history", __name__, description="What happened in a game")


class HistoryQuerySchema(Request):
    """Which part of a history."""

    limit = page_size("Events on a page")
    after = Digits(
        validate=within(0, HIGHEST),
        load_default=0,
        metadata={"description": "Only events after this version"},
    )
    cursor = fields.String(
        validate=text_length(1, 200), metadata={"description": "`next` of the page before"}
    )


class HistorySchema(Answer):
    """A page of a game's events, oldest first."""

    items = many(
        GameEventSchema,
        f"The events of this page; fewer than the limit if they hold more than {MOST_MOVES} moves",
    )
    next = text("The cursor of the next page; absent on the last", required=False)
    closed = one(ClosedDealSchema, required=False)


@blueprint.call(
    "GET",
    "/games/<uuid:game_id>/history",
    name="getHistory",
    query=HistoryQuerySchema,
    answers=HistorySchema,
)
def get_history(query: dict[str, Any], game_id: UUID) -> Response:
    """Read what happened in a game, oldest first; once its deal has closed also that.

    A deal closes with its game; one that many play for all at once, a daily 24 hours after its day
    has ended, a race's with the race.
    """
    means = current_app.extensions["means"]
    limit = page_limit(query, most=means.config.max_page)
    after = max(query["after"], _place(query.get("cursor")))
    page = history.read(means, ask(game_id), after=after, limit=limit)
    if "next" in page:
        page["next"] = write_cursor("v", str(page["next"]))
    return answered(page)


def _place(cursor: str | None) -> int:
    if cursor is None:
        return 0
    try:
        order, version = read_cursor(cursor, parts=2)
        place = int(version[:9])
    except ValueError:
        raise Invalid.query("cursor", FaultCode.NOT_A_CURSOR) from None
    if order != "v" or place < 0:
        raise Invalid.query("cursor", FaultCode.NOT_A_CURSOR)
    return place
