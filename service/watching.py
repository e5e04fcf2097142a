"""Following a race: what happened since, and what happens, event by event.

The events are those that are kept, so whoever comes again with the version they have misses none
and sees none twice. Who is far behind, or names a version that never was, is told to begin anew
from how the race stands: once, and then goes on with the others.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import orjson

from service.access import find_player
from service.errors import Busy, NotFound, Unauthenticated, Unavailable
from service.race_answers import event_entry
from service.raced import told, whole
from service.storage import race_events, races
from service.waiting import Watched

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from service.means import Means
    from service.raced import Raced
    from service.storage.races import Whole
    from service.waiting import Caller

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
    """What happened in a race after a version, oldest first; whether there is more, and how far."""

    items: list[dict[str, Any]]
    more: bool
    over: bool
    version: int


def read(
    means: Means,
    caller: Caller,
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
        with caller.place(player.id):
            caller.wait(means, ANSWERS, race_id, known=found.state, seconds=seconds)
        player = find_player(means, token)
        found = told(whole(means, race_id, player), player)
    return found


def news(
    means: Means,
    caller: Caller,
    token: str,
    race_id: UUID,
    *,
    after: int,
    limit: int,
    seconds: int,
) -> News:
    """List what happened in a race after a version; if that is the last, after the next one.

    Raises:
        NotFound: there is no such race, or the player is not in it.
        TooManyWaiting: there is no place to wait.
    """
    player = find_player(means, token)
    found = whole(means, race_id, player)
    if seconds and found.race.version == after:
        with caller.place(player.id):
            caller.wait(means, RACES, race_id, known=found.race.version, seconds=seconds)
        found = whole(means, race_id, find_player(means, token))
    return _news(means, found, after=after, limit=limit)


@contextmanager
def following(
    means: Means, caller: Caller, token: str, race_id: UUID, *, after: int | None
) -> Iterator[Iterator[Told | None] | None]:
    """Follow a race from a version on, None where that cannot be told; None is a heartbeat.

    There is no iterator where nothing follows that version any more. The place is held for the
    block. What is told ends with the race, or when the process is about to stop, or the token is
    no longer good. While the database is away there are heartbeats.

    Raises:
        NotFound: there is no such race, or the player is not in it.
        TooManyWaiting: there is no place to wait.
    """
    player = find_player(means, token)
    found = whole(means, race_id, player)
    if found.race.ended_at is not None and found.race.version == after:
        yield None
        return
    with caller.place(player.id):
        yield _follow(means, caller, token, told(found, player), after=after)


def _follow(
    means: Means, caller: Caller, token: str, raced: Raced, *, after: int | None
) -> Iterator[Told | None]:
    if after is None or not raced.version - FARTHEST_BEHIND <= after <= raced.version:
        yield Told(version=raced.version, kind=RESYNC, data=raced.body)
        after = raced.version
    waited = False
    while not caller.over:
        try:
            heard = _hear(means, token, raced.id, after=after)
        except (NotFound, Unauthenticated):
            return
        for item in heard.items:
            yield Told(version=item["version"], kind=item["kind"], data=orjson.dumps(item))
            after = item["version"]
        if heard.more:
            continue
        if heard.over:
            return
        if waited and not heard.items:
            yield None
        caller.wait(means, RACES, raced.id, known=after, seconds=means.config.heartbeat)
        waited = True


def _hear(means: Means, token: str, race_id: UUID, *, after: int) -> News:
    """Read what happened next; nothing as long as that cannot be read, since it is kept."""
    try:
        found = whole(means, race_id, find_player(means, token))
        return _news(means, found, after=after, limit=AT_ONCE)
    except (Unavailable, Busy):
        return News(items=[], more=False, over=False, version=after)


def _news(means: Means, found: Whole, *, after: int, limit: int) -> News:
    upto = found.race.version
    events = race_events.between(
        means.database, found.race.id, after=after, upto=upto, limit=limit + 1
    )
    items = [event_entry(event) for event in events[:limit]]
    over = found.race.ended_at is not None
    return News(items=items, more=len(events) > limit, over=over, version=upto)


RACES: Final = Watched(name="race", states=races.versions)
ANSWERS: Final = Watched(name="answer about a race", states=races.states)
