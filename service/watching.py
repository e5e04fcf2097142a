"""Following a race: what happened since, and what happens, event by event.

The events are those that are kept, so whoever comes again with the version they have misses none
and sees none twice. Who is far behind, or names a version that never was, is told to begin anew
from how the race stands: once, and then goes on with the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import orjson

from service.access import find_player
from service.errors import NotFound, Unauthenticated
from service.race_answers import event_entry
from service.raced import told, whole
from service.storage import races
from service.waiting import Watched

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from uuid import UUID

    from service.means import Means
    from service.raced import Raced
    from service.storage.pool import Database
    from service.storage.races import Whole
    from service.waiting import Waiting

AT_ONCE: Final = 100
FARTHEST_BEHIND: Final = 500
RESYNC: Final = "resync"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One thing that a follower is told: the race's version with it, its kind, and what."""

    version: int
    kind: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """What happened in a race after a version, oldest first; and whether there is more of it."""

    items: list[dict[str, Any]]
    more: bool
    over: bool


def read(
    means: Means,
    waiting: Waiting,
    token: str,
    race_id: UUID,
    *,
    known: frozenset[str],
    seconds: int,
) -> Raced:
    """Tell how a race stands; if the asker knows that by its tag, after a change.

    Raises:
        NotFound: there is no such race, or the player is not in it.
        TooManyWaiting: there is no place to wait.
    """
    player = find_player(means, token)
    found = told(whole(means, race_id, player), player)
    if seconds and found.tag in known:
        with waiting.place():
            waiting.wait(means, RACES, race_id, known=found.version, seconds=seconds)
        player = find_player(means, token)
        found = told(whole(means, race_id, player), player)
    return found


def news(
    means: Means,
    waiting: Waiting,
    token: str,
    race_id: UUID,
    *,
    after: int,
    limit: int,
    seconds: int,
) -> News:
    """List what happened in a race after a version; if nothing did, after the next thing that does.

    Raises:
        NotFound: there is no such race, or the player is not in it.
        TooManyWaiting: there is no place to wait.
    """
    found = whole(means, race_id, find_player(means, token))
    if seconds and found.race.version <= after:
        with waiting.place():
            waiting.wait(means, RACES, race_id, known=found.race.version, seconds=seconds)
        found = whole(means, race_id, find_player(means, token))
    items = _between(means, found, after=after, limit=limit + 1)
    return News(items=items[:limit], more=len(items) > limit, over=found.race.ended_at is not None)


def follow(
    means: Means,
    waiting: Waiting,
    token: str,
    race_id: UUID,
    *,
    after: int | None,
    heartbeat_s: float,
) -> Iterator[Told | None]:
    """Follow a race from a version on, None where that cannot be told; None is a heartbeat.

    It ends with the race, or when the process is about to stop, or the token is no longer good.
    Whether the follower may is looked at before the first thing is asked for.

    Raises:
        NotFound: there is no such race, or the player is not in it.
    """
    found = whole(means, race_id, find_player(means, token))
    return _follow(means, waiting, token, found, after=after, heartbeat_s=heartbeat_s)


def _follow(
    means: Means,
    waiting: Waiting,
    token: str,
    found: Whole,
    *,
    after: int | None,
    heartbeat_s: float,
) -> Iterator[Told | None]:
    race_id = found.race.id
    version = found.race.version
    if after is None or not version - FARTHEST_BEHIND <= after <= version:
        player = find_player(means, token)
        yield Told(version=version, kind=RESYNC, data=told(found, player).body)
        after = version
    while not waiting.over:
        items = _between(means, found, after=after, limit=AT_ONCE)
        for item in items:
            yield Told(version=item["version"], kind=item["kind"], data=orjson.dumps(item))
            after = item["version"]
        if not items:
            if found.race.ended_at is not None:
                return
            waiting.wait(means, RACES, race_id, known=after, seconds=heartbeat_s)
        try:
            found = whole(means, race_id, find_player(means, token))
        except (NotFound, Unauthenticated):
            return
        if not items and found.race.version == after:
            yield None


def _between(means: Means, found: Whole, *, after: int, limit: int) -> list[dict[str, Any]]:
    upto = found.race.version
    events = races.events(means.database, found.race.id, after=after, upto=upto, limit=limit)
    return [event_entry(event) for event in events]


def _numbers(database: Database, ids: list[UUID]) -> dict[UUID, tuple[int, datetime | None]]:
    return races.versions(database, ids)


RACES: Final = Watched(name="race", numbers=_numbers)
