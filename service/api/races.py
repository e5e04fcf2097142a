"""Races: making one, entering it, being ready, leaving, a rematch; how it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from flask import Response, current_app, url_for
from marshmallow import fields

from service import entering, races, watching
from service.api import links
from service.api.answering import answered, preferred, read_place, write_cursor, written
from service.api.blueprint import Blueprint
from service.api.callers import caller
from service.api.choices import Choice
from service.api.conditions import known_tags, retry, token, wait_preferred
from service.api.faults import text_length
from service.api.fields import OptionsField, page_limit, page_size, whole
from service.api.race_shapes import RacePreviewSchema, RaceSchema, RaceSummarySchema
from service.api.schemas import Answer, Request, many, text
from service.errors import (
    Busy,
    KeyReused,
    NotAllowedHere,
    RaceFull,
    RaceOver,
    RaceStarted,
    TooManyRaces,
    TooManyWaiting,
)
from service.races import RaceSelection, RaceWish
from service.refereeing import FEWEST

if TYPE_CHECKING:
    from service.raced import Raced

MOST_SEATS: Final = 8
MOST_MINUTES: Final = 60
USUAL_MINUTES: Final = 15

blueprint = Blueprint("races", __name__, description="Several players' games on one secret deal")

_CHANGE: dict[str, Any] = {"takes": ["Idempotency-Key"], "gives": ["ETag"], "answers": RaceSchema}


class NewRaceSchema(Request):
    """The race to make."""

    variant = fields.String(
        required=True,
        validate=text_length(1, 40),
        metadata={"description": "The variant's id or an alias; one that is raced"},
    )
    options = OptionsField()
    seats = whole(least=FEWEST, most=MOST_SEATS, about="How many can enter", required=True)
    minutes = whole(
        least=1,
        most=MOST_MINUTES,
        about="The limit, from the start",
        load_default=USUAL_MINUTES,
    )


class RaceCodeSchema(Request):
    """The race to enter."""

    code = fields.String(
        required=True,
        validate=text_length(1, 40),
        metadata={
            "description": "Its eight letters, small or large; spaces and hyphens do not matter"
        },
    )


class RacesQuerySchema(Request):
    """Which of my races."""

    status = Choice(
        "RacesStatus",
        ["open", "starting", "running", "over", "cancelled"],
        about="Only races of this status",
    )
    limit = page_size("Races on a page")
    cursor = fields.String(
        validate=text_length(1, 200), metadata={"description": "`next` of the page before"}
    )


class RacesPageSchema(Answer):
    """A page of my races."""

    items = many(RaceSummarySchema, "The races of this page")
    next = text("The cursor of the next page; absent on the last", required=False)


@blueprint.call(
    "POST",
    "/races",
    name="makeRace",
    status=201,
    body=NewRaceSchema,
    problems=[NotAllowedHere, TooManyRaces, KeyReused, Busy],
    leads_to=links.RACE,
    **(_CHANGE | {"gives": ["Location", "ETag"]}),
)
def make_race(body: dict[str, Any]) -> Response:
    """Make a race on a secret deal, and enter it.

    The deal is proved winnable where that can be, new to all, and committed to at once. Give the
    code to those who are to enter. The start is announced once all who entered are ready, or the
    last seat is taken; until then a race that waits too long is cancelled.
    """
    wish = RaceWish(
        variant=body["variant"],
        options=body.get("options", {}),
        seats=body["seats"],
        minutes=body["minutes"],
    )
    return _answer(races.make(_means(), token(), wish, retry=retry(body)), status=201)


@blueprint.call("GET", "/races", name="listRaces", query=RacesQuerySchema, answers=RacesPageSchema)
def list_races(query: dict[str, Any]) -> Response:
    """List my races, newest first.

    Each with how it stands, or ended, for me.
    """
    means = _means()
    limit = page_limit(query, most=means.config.max_page)
    selection = RaceSelection(
        status=query.get("status"),
        after=read_place(query.get("cursor"), order="r"),
        limit=limit + 1,
    )
    found = races.listed(means, token(), selection)
    page: dict[str, Any] = {"items": found[:limit]}
    if len(found) > limit:
        last = found[limit - 1]
        page["next"] = write_cursor("r", last["created_at"], last["id"])
    return answered(page)


@blueprint.call(
    "GET",
    "/race-entries",
    name="lookAtRace",
    query=RaceCodeSchema,
    answers=RacePreviewSchema,
    problems=[Busy],
)
def look_at_race(query: dict[str, Any]) -> Response:
    """Look at what there is to enter under a code, before entering.

    The last seat taken announces the start, so a player may want to know what it is.
    """
    return answered(entering.look(_means(), token(), query["code"]))


@blueprint.call(
    "POST",
    "/race-entries",
    name="enterRace",
    status=201,
    body=RaceCodeSchema,
    problems=[NotAllowedHere, RaceStarted, RaceFull, RaceOver, TooManyRaces, KeyReused, Busy],
    leads_to=links.RACE,
    **(_CHANGE | {"gives": ["Location", "ETag"]}),
)
def enter_race(body: dict[str, Any]) -> Response:
    """Enter a race by its code.

    The last seat taken announces the start. Who is in it already is told how it stands. Before that
    the race is 404, its events too. A rematch has a code for those who were in the race before.
    """
    return _answer(entering.enter(_means(), token(), body["code"], retry=retry(body)), status=201)


@blueprint.call(
    "GET",
    "/races/<uuid:race_id>",
    name="getRace",
    answers=RaceSchema,
    takes=["If-None-Match", "Prefer"],
    gives=["ETag", "Preference-Applied"],
    problems=[TooManyWaiting],
)
def get_race(race_id: UUID) -> Response:
    """Read how a race stands that I am in.

    With the ETag you have in `If-None-Match`, and `Prefer: wait=25`, the answer comes with the next
    event, or is 304 when the time is over. A rematch is told here too.
    """
    means, known = _means(), known_tags()
    seconds = wait_preferred(most=means.config.wait) if known else None
    found = watching.read(
        means,
        caller(),
        token(),
        race_id,
        known=known or frozenset(),
        seconds=seconds or 0,
    )
    if known is None or found.tag in known:
        response = Response(status=304)
        response.headers["ETag"] = f'"{found.tag}"'
        return preferred(response, wait=seconds)
    return preferred(_answer(found), wait=seconds)


@blueprint.call(
    "POST",
    "/races/<uuid:race_id>/ready",
    name="beReady",
    problems=[NotAllowedHere, RaceOver, KeyReused, Busy],
    **_CHANGE,
)
def be_ready(race_id: UUID) -> Response:
    """Say that I am ready, or back after leaving.

    Once all who entered are ready, at least two, the start is announced.
    """
    return _answer(entering.be_ready(_means(), token(), race_id, retry=retry({})))


@blueprint.call(
    "POST",
    "/races/<uuid:race_id>/leave",
    name="leaveRace",
    problems=[RaceOver, KeyReused, Busy],
    **_CHANGE,
)
def leave_race(race_id: UUID) -> Response:
    """Leave a race: before the start is announced at once, and it is 404 to all but the last.

    After that there is a little time to come back, by `ready` or a change in one's game on any
    device; who does not has resigned. To who is out already nothing happens.
    """
    return _answer(entering.leave(_means(), token(), race_id, retry=retry({})))


@blueprint.call(
    "POST",
    "/races/<uuid:race_id>/rematch",
    name="rematchRace",
    status=201,
    problems=[NotAllowedHere, RaceStarted, RaceFull, RaceOver, TooManyRaces, KeyReused, Busy],
    leads_to=links.RACE,
    **(_CHANGE | {"gives": ["Location", "ETag"]}),
)
def rematch_race(race_id: UUID) -> Response:
    """Make a new race for the same people, on a new deal; or enter the one that another made.

    Nobody else can enter it. Each calls this for themselves.
    """
    return _answer(races.rematch(_means(), token(), race_id, retry=retry({})), status=201)


def _means() -> Any:
    return current_app.extensions["means"]


def _answer(found: Raced, *, status: int = 200) -> Response:
    response = written(found.body, status=status)
    response.headers["ETag"] = f'"{found.tag}"'
    if status == 201:  # noqa: PLR2004, RUF100 - Created
        response.headers["Location"] = url_for("races.getRace", race_id=found.id)
    return response
