"""What happens in a race: as a list, or as a stream of Server-Sent Events, which are the same."""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from flask import Response, current_app, request
from marshmallow import fields

from service import watching
from service.api.accepting import taken_best
from service.api.answering import answered, nothing, preferred
from service.api.blueprint import Blueprint
from service.api.callers import caller
from service.api.conditions import token, wait_preferred
from service.api.faults import within
from service.api.fields import HIGHEST, Digits, page_limit, page_size
from service.api.race_shapes import RaceEventSchema
from service.api.schemas import EVENT_STREAM, Answer, Request, many, number
from service.errors import TooManyWaiting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.watching import Told

RETRY_MS: Final = 2_000
_ID: Final = re.compile(r"[0-9]{1,9}")

blueprint = Blueprint("race events", __name__, description="What happens in races")


class RaceEventsQuerySchema(Request):
    """Which part of what happened."""

    after = Digits(
        validate=within(0, HIGHEST),
        load_default=0,
        metadata={"description": "Only events after this version. A stream heeds Last-Event-ID"},
    )
    limit = page_size("Events on a page")


class RaceEventsSchema(Answer):
    """What happened in a race, oldest first."""

    items = many(RaceEventSchema, "The events of this page")
    more = fields.Boolean(
        required=True,
        metadata={"description": "Whether there are more: ask again after the last version"},
    )
    over = fields.Boolean(
        required=True,
        metadata={"description": "Whether the race is over, so that at most a rematch follows"},
    )
    version = number("The race's version; a lower one than `after` means that you begin anew")


@blueprint.call(
    "GET",
    "/races/<uuid:race_id>/events",
    name="followRace",
    query=RaceEventsQuerySchema,
    answers=RaceEventsSchema,
    also=EVENT_STREAM,
    or_nothing="As a stream: the race is over and nothing follows; do not come again.",
    takes=["Prefer", "Last-Event-ID"],
    gives=["Preference-Applied"],
    problems=[TooManyWaiting],
)
def follow_race(query: dict[str, Any], race_id: UUID) -> Response:
    """Read what happened in a race that I am in, or follow what happens.

    As JSON it is a page of events after a version; with `Prefer: wait=25` it waits for the next
    event if there is none, and is a page without items when the time is over. With `Accept:
    text/event-stream` it is a stream of the same events, each with its version as `id`, its kind as
    `event` and itself as `data`. `Last-Event-ID`, or `after`, says where to go on; without either
    the stream begins with the first event. Who is more than 500 events behind, or names an id that
    never was, gets one event `resync`, whose data is the race as `GET /v1/races/{race_id}` answers
    it and whose id is its version, and then what happens after that. A comment line is a heartbeat.
    The stream ends when the race is over, when the server stops, or when the token is no longer
    good; to come again after the last event of a race that is over is answered 204, which tells a
    client to stop. A rematch comes later: wait for it with `after`, or on the race. Each stream and
    each waiting request takes a place, and a player, and an address, has a few in each process:
    else 503 `too_many_waiting`.
    """
    means = current_app.extensions["means"]
    limit = page_limit(query, most=means.config.max_page)
    if _wants_stream():
        return _stream(race_id, _last_id(query["after"]))
    seconds = wait_preferred(most=means.config.wait)
    found = watching.news(
        means,
        caller(),
        token(),
        race_id,
        after=query["after"],
        limit=limit,
        seconds=seconds or 0,
    )
    response = answered(
        {
            "items": found.items,
            "more": found.more,
            "over": found.over,
            "version": found.version,
        }
    )
    response.vary.add("Accept")
    return preferred(response, wait=seconds)


def _wants_stream() -> bool:
    offered = ["application/json", EVENT_STREAM.type]
    return taken_best(offered) == EVENT_STREAM.type


def _last_id(after: int) -> int | None:
    """Read where a stream is to go on; None where the client names what never was an event."""
    sent = request.headers.get("Last-Event-ID", "").strip()
    if not sent:
        return after
    return int(sent) if _ID.fullmatch(sent) else None


def _stream(race_id: UUID, after: int | None) -> Response:
    means = current_app.extensions["means"]
    held = ExitStack()
    told = held.enter_context(watching.following(means, caller(), token(), race_id, after=after))
    if told is None:
        held.close()
        return nothing()
    response = Response(
        () if request.method == "HEAD" else _written(told),
        content_type=EVENT_STREAM.type,
    )
    response.call_on_close(held.close)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"  # nginx would hold it back
    response.vary.add("Accept")
    return response


def _written(told: Iterator[Told | None]) -> Iterator[bytes]:
    yield f"retry: {RETRY_MS}\n\n".encode()
    for each in told:
        if each is None:
            yield b":\n\n"
        else:
            head = f"id: {each.version}\nevent: {each.kind}\ndata: ".encode()
            yield head + each.data + b"\n\n"
