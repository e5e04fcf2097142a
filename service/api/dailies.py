"""The deals of the day."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import current_app, url_for
from marshmallow import fields

from service import dailies
from service.api import links
from service.api.answering import answered, conditional
from service.api.blueprint import Blueprint, Token
from service.api.fields import read_date
from service.api.schemas import Answer, number, one, text, time
from service.api.shapes import ClosedDealSchema, DifficultySchema
from service.closing import seconds_left

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("dailies", __name__, description="One deal a day, the same for all")

CACHE_SECONDS = 60


class DailySchema(Answer):
    """A day's deal: what can be told of it before it closes, and then all of it."""

    variant = text("The variant's id")
    date = text("The UTC date it is for", metadata={"format": "date"})
    rules_version = number("The version of the rules")
    options = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "The house rules, all of them; none can be chosen"},
    )
    commitment = text(
        "SHA-256 that commits to the secret order", metadata={"pattern": "^[0-9a-f]{64}$"}
    )
    verdict = text("winnable, where that is proved", required=False)
    difficulty = one(DifficultySchema, required=False)
    opens_at = time("When it opens: the start of its day")
    closes_at = time("When it closes for all at once: 24 hours after its day has ended")
    closed = one(
        ClosedDealSchema,
        required=False,
        metadata={"description": "Once it has closed: its cards, the salt, a line that wins"},
    )


@blueprint.call(
    "GET",
    "/variants/<variant>/daily",
    name="getToday",
    token=Token.NONE,
    answers=DailySchema,
    takes=["If-None-Match"],
    gives=["Content-Location", "ETag"],
    leads_to=links.DAILY,
)
def get_today(variant: str) -> Response:
    """Describe today's daily; the day is that of UTC.

    Content-Location is the address under which it stays.
    """
    means = current_app.extensions["means"]
    daily = dailies.read(means, variant, None)
    left = seconds_left(means.now())
    response = _answered(daily, keep_s=min(CACHE_SECONDS, left))
    response.headers["Content-Location"] = url_for(
        "dailies.getDaily", variant=daily["variant"], date=daily["date"]
    )
    return response


@blueprint.call(
    "GET",
    "/variants/<variant>/daily/<date>",
    name="getDaily",
    token=Token.NONE,
    answers=DailySchema,
    takes=["If-None-Match"],
    gives=["ETag"],
)
def get_daily(variant: str, date: str) -> Response:
    """Describe the daily of a date.

    Tomorrow's does not exist yet. The cards are shown by a game on it, since from then on time
    counts; once it has closed here too.
    """
    daily = dailies.read(current_app.extensions["means"], variant, read_date(date))
    return _answered(daily, keep_s=CACHE_SECONDS)


def _answered(daily: dict[str, Any], *, keep_s: int) -> Response:
    response = answered(daily)
    response.headers["Cache-Control"] = f"public, max-age={keep_s}"
    return conditional(response)
