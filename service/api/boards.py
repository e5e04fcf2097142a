"""Boards: results on dailies, by name."""

from __future__ import annotations

import re
from datetime import date as Date  # noqa: N812 - `date` is a part of the address
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from flask import current_app
from marshmallow import fields

from service import boards
from service.api.answering import answered, read_cursor, write_cursor
from service.api.blueprint import Blueprint, Token
from service.api.conditions import optional_token
from service.api.faults import text_length
from service.api.fields import page_limit, page_size, read_date
from service.api.schemas import Answer, Request, flag, many, milliseconds, number, one, text, time
from service.details import FaultCode
from service.errors import Invalid

if TYPE_CHECKING:
    from flask import Response

    from service.boards import Page, Place

blueprint = Blueprint("boards", __name__, description="Who did best on dailies")

_NUMBER: Final = re.compile(r"[0-9]{1,9}", re.ASCII)
_LONG_NUMBER: Final = re.compile(r"[0-9]{1,15}", re.ASCII)


class BoardQuerySchema(Request):
    """Which part of a board."""

    limit = page_size("Entries on a page")
    cursor = fields.String(
        validate=text_length(1, 200), metadata={"description": "`next` of the page before"}
    )


class BoardEntry(Answer):
    """What the entries of both boards have in common."""

    rank = number("1 is first; those who are equal in all that counts share a rank")
    name = text("The player's display name, which need not be theirs alone")
    me = fields.Boolean(metadata={"description": "true in my own entry, absent in others"})


class DailyResultSchema(BoardEntry):
    """A player's one result on a daily."""

    status = text("won, lost or resigned")
    score = number("Points; more come first")
    moves = number("Moves with automatic steps; of equal scores fewer come first")
    elapsed_ms = milliseconds("Time with every pause; then less comes first")
    finished_at = time("When the game ended")


class MyResultSchema(Answer):
    """My place on a daily's board."""

    rank = number("My rank")
    window = many(DailyResultSchema, "My entry and the nearest of the list before and after it")


class DailyBoardSchema(Answer):
    """A page of a daily's board."""

    variant = text("The variant's id")
    date = text("The daily's date", metadata={"format": "date"})
    closes_at = time("Games that end from then on are not on the board")
    closed = flag("The daily has closed, so that nothing is added any more")
    withdrawn = flag("The operator withdrew the daily: it counts for no other board")
    items = many(DailyResultSchema, "The entries of this page, the best first")
    next = text("The cursor of the next page; absent on the last", required=False)
    me = one(
        MyResultSchema,
        required=False,
        metadata={"description": "With a token, if I am on the board"},
    )


class ToppedSchema(BoardEntry):
    """On how many days a player was first."""

    days = number("Days on whose board the player has rank 1, alone or with others")


class MyDaysSchema(Answer):
    """My place on the board of all days."""

    rank = number("My rank")
    window = many(ToppedSchema, "My entry and the nearest of the list before and after it")


class BoardSchema(Answer):
    """A page of the board of all days."""

    variant = text("The variant's id")
    until = text("The last day that is counted: the last closed one", metadata={"format": "date"})
    items = many(ToppedSchema, "The entries of this page, most days first")
    next = text("The cursor of the next page; absent on the last", required=False)
    me = one(
        MyDaysSchema,
        required=False,
        metadata={"description": "With a token, if I am on the board"},
    )


@blueprint.call(
    "GET",
    "/boards/<variant>/daily/<date>",
    name="getDailyBoard",
    token=Token.OPTIONAL,
    query=BoardQuerySchema,
    answers=DailyBoardSchema,
)
def get_daily_board(query: dict[str, Any], variant: str, date: str) -> Response:
    """Read a daily's board.

    On it is the first game of each player with a name, won or not, if it ended before the daily
    closed and had no undo, hint or verdict; one that was given up before its first move is not.
    More points come first, then fewer moves with the automatic steps, then less time.
    """
    means = current_app.extensions["means"]
    limit = page_limit(query, most=means.config.max_page)
    page = boards.of_day(
        means,
        variant,
        read_date(date),
        token=optional_token(),
        after=_after_result(query.get("cursor")),
        limit=limit,
    )
    return _answered(page, "d")


@blueprint.call(
    "GET",
    "/boards/<variant>",
    name="getBoard",
    token=Token.OPTIONAL,
    query=BoardQuerySchema,
    answers=BoardSchema,
)
def get_board(query: dict[str, Any], variant: str) -> Response:
    """Read who was first on most days that have closed.

    Named players only. The part around me is there where I have topped a day.
    """
    means = current_app.extensions["means"]
    limit = page_limit(query, most=means.config.max_page)
    until, after = _after_days(query.get("cursor"))
    page = boards.of_all_days(
        means, variant, until=until, token=optional_token(), after=after, limit=limit
    )
    return _answered(page, "a", page.body["until"])


def _answered(page: Page, *kind: str) -> Response:
    if page.next is None:
        return answered(page.body)
    return answered({**page.body, "next": write_cursor(*kind, *map(str, page.next))})


def _after_result(cursor: str | None) -> Place | None:
    if cursor is None:
        return None
    try:
        kind, score, moves, elapsed_ms, game_id = read_cursor(cursor, parts=5)
        place = _whole(score), _whole(moves), _whole(elapsed_ms, _LONG_NUMBER), str(UUID(game_id))
    except ValueError:
        raise Invalid.query("cursor", FaultCode.NOT_A_CURSOR) from None
    if kind != "d":
        raise Invalid.query("cursor", FaultCode.NOT_A_CURSOR)
    return place


def _after_days(cursor: str | None) -> tuple[Date | None, Place | None]:
    """Read a place, and until which day its board counts: all pages show one board."""
    if cursor is None:
        return None, None
    try:
        kind, until, days, key = read_cursor(cursor, parts=4)
        place = Date.fromisoformat(until), (_whole(days), str(UUID(key)))
    except ValueError:
        raise Invalid.query("cursor", FaultCode.NOT_A_CURSOR) from None
    if kind != "a":
        raise Invalid.query("cursor", FaultCode.NOT_A_CURSOR)
    return place


def _whole(text: str, form: re.Pattern[str] = _NUMBER) -> int:
    if not form.fullmatch(text):
        raise ValueError("not a whole number")
    return int(text)
