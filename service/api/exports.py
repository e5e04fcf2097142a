"""The export of a player, written while it is gathered: it may be larger than memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
from flask import Response, current_app

from service import exporting
from service.api.blueprint import Blueprint
from service.api.conditions import token
from service.api.schemas import Answer, many, one, text, time
from service.api.shapes import GameEventSchema, GameSchema
from service.limiting import Budget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.exporting import Export, ExportedGame

blueprint = Blueprint("exports", __name__, description="All that is kept of a player")


class ExportedGameSchema(GameSchema):
    """A game with all that happened in it; a running one as its player sees it."""

    closed = one("ClosedDealSchema", required=False)
    replay = text("The id of its replay, if it was shared", required=False)
    events = many(GameEventSchema, "All its events, oldest first")


class PlayerExportSchema(Answer):
    """All that is kept of a player."""

    exported_at = time("When it was begun; games started later are not in it")
    player = one("PlayerSchema")
    stats = one("StatsSchema")
    races = many("RaceSchema", "All races, newest first, as I am told of them")
    games = many(
        ExportedGameSchema, "All games, newest first, each as it stood when it was written"
    )


@blueprint.call(
    "GET",
    "/players/me/export",
    name="exportMe",
    answers=PlayerExportSchema,
    gives=["Content-Disposition"],
    budget=Budget.SEARCHES,
)
def export_me() -> Response:
    """Read all that is kept of me, as one document.

    It is sent while it is gathered, however long it is. A connection that breaks leaves a document
    that does not end, which no JSON parser takes for a whole one.
    """
    found = exporting.export(current_app.extensions["means"], token())
    response = Response(_written(found), content_type="application/json")
    name = f"longcase-{found.at:%Y-%m-%d}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def _written(export: Export) -> Iterator[bytes]:
    yield _open(export.about, "games")
    for index, game in enumerate(export.games):
        yield b"," * (index > 0)
        yield from _game(game)
    yield b"]}\n"


def _game(game: ExportedGame) -> Iterator[bytes]:
    yield _open(game.about, "events")
    for index, events in enumerate(game.events):
        yield b"," * (index > 0) + orjson.dumps(events)[1:-1]
    yield b"]}"


def _open(about: dict[str, object], name: str) -> bytes:
    """Write an object up to the first entry of its last member, a list."""
    return orjson.dumps({**about, name: []})[:-2]
