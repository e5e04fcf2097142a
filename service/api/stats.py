"""Statistics of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import current_app
from marshmallow import fields

from service import stats
from service.api.answering import answered
from service.api.blueprint import Blueprint
from service.api.conditions import token
from service.api.faults import text_length
from service.api.schemas import Answer, Request, many, milliseconds, number, one, text

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("stats", __name__, description="Figures, derived from finished games")


class StatsQuerySchema(Request):
    """Of which games."""

    variant = fields.String(
        validate=text_length(1, 40),
        metadata={"description": "Only games of this variant, by id or alias"},
    )


class FiguresSchema(Answer):
    """Figures over some games."""

    played = number("Games with at least one move, practice apart")
    wins = number("Of these, won")
    win_rate = fields.Float(
        metadata={"description": "Wins by played, unfinished included; absent at none played"}
    )
    fastest_win_ms = milliseconds("The least time of a win", required=False)
    fewest_moves = number("The fewest moves and automatic steps of a win", required=False)
    best_score = number("The best score of an ended game, won or not", required=False)
    current_streak = number("Consecutive days with a win, up to today or yesterday")
    best_streak = number("Most consecutive days with a win")
    practice_played = number("Practice games with at least one move")


class SplitSchema(Answer):
    """Figures over all games, and of them the clean and the assisted ones."""

    all = one(FiguresSchema)
    clean = one(FiguresSchema)
    assisted = one(FiguresSchema)


class VariantStatsSchema(SplitSchema):
    """Figures of one variant."""

    variant = text("The variant's id")


class RaceFiguresSchema(Answer):
    """Figures of races that came to a result."""

    played = number("Races")
    won = number("Races won")
    drawn = number("Races drawn: out together with the last, or level at the limit")


class VariantRacesSchema(RaceFiguresSchema):
    """Figures of one variant's races."""

    variant = text("The variant's id")


class RaceStatsSchema(Answer):
    """A player's figures of races, which are in no other figures."""

    overall = one(RaceFiguresSchema)
    variants = many(VariantRacesSchema, "Of each variant raced")


class StatsSchema(Answer):
    """A player's figures."""

    time_zone = text("The zone that dates the streaks")
    today = text("The date there", metadata={"format": "date"})
    overall = one(SplitSchema)
    variants = many(VariantStatsSchema, "Of each variant played")
    races = one(RaceStatsSchema)


@blueprint.call(
    "GET", "/players/me/stats", name="getStats", query=StatsQuerySchema, answers=StatsSchema
)
def get_stats(query: dict[str, Any]) -> Response:
    """Read my figures.

    They are worked out from the games each time they are read. Each is given for all games, for the
    clean ones and for the assisted ones, in which a hint, a verdict or an undo was used. A game
    counts from its first move on, whatever becomes of it; practice and races are apart. A win is
    dated by the player's zone at that moment.
    """
    means = current_app.extensions["means"]
    return answered(stats.read(means, token(), variant=query.get("variant")))
