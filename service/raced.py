"""Races as their entrants are told of them, and the answers kept for repeated requests."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import orjson

from service import racing
from service.errors import Busy, KeyReused, NotFound
from service.race_answers import race_answer
from service.storage import race_events, races

if TYPE_CHECKING:
    from uuid import UUID

    from service.access import Retry
    from service.means import Means
    from service.refereeing import Sheet
    from service.storage.players import Player
    from service.storage.race_events import RaceEvent
    from service.storage.races import Entry, Whole

TRIES: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Raced:
    """A race as its asker is told of it, as JSON; and where it stands.

    `anonymous` counts the entrants who were deleted, and `rematched` says that a rematch is named,
    which a cancelled one no longer is: what is told changes with them, and no event.
    """

    body: bytes
    id: UUID
    version: int
    anonymous: int = 0
    rematched: bool = False

    @property
    def state(self) -> tuple[int, int, bool]:
        """Give what is another with each change of what is told; `races.states` gives it too."""
        return self.version, self.anonymous, self.rematched

    @property
    def tag(self) -> str:
        """Name what is told, so that the same name means the same."""
        beside = [str(self.anonymous)] * bool(self.anonymous) + ["rematch"] * self.rematched
        return ".".join([str(self.version), *beside])


def kept(means: Means, player: Player, race_id: UUID, retry: Retry | None) -> Raced | None:
    """Give what an earlier send of this request was answered.

    Raises:
        KeyReused: the key stands for another request, or for one whose answer is gone: it held the
            name of a rival who was deleted or renamed since, and the player has left the race.
    """
    if retry is None:
        return None
    event = race_events.kept(means.database, race_id, player.id, retry.key)
    return None if event is None else _answered_before(means, player, event, retry)


def kept_of_rematches(
    means: Means, player: Player, race_id: UUID, retry: Retry | None
) -> Raced | None:
    """Give what this request was answered for a rematch, also one that was cancelled since.

    Raises:
        KeyReused: as `kept` says.
    """
    if retry is None:
        return None
    event = race_events.kept_of_rematches(means.database, race_id, player.id, retry.key)
    return None if event is None else _answered_before(means, player, event, retry)


def answered(
    sheet: Sheet, player: Player, retry: Retry | None, *, mine: Entry | None = None
) -> Raced:
    """Write the answer of a change, and keep it with the last event if there is a key.

    `mine` is the player's entry as it was, for one who has left.

    Raises:
        NotFound: the player is not in it, and never was.
    """
    seat = sheet.seat_of(player.id)
    now = sheet.entries[seat] if seat is not None else mine
    if now is None:
        raise NotFound
    answer = race_answer(sheet.race, (e for _, e in sorted(sheet.entries.items())), mine=now)
    body = orjson.dumps(answer)
    if retry is not None and sheet.events:
        sheet.events[-1] = replace(
            sheet.events[-1],
            player_id=player.id,
            request_key=retry.key,
            fingerprint=retry.fingerprint,
            answer=body,
        )
    elif sheet.events:
        sheet.events[-1] = replace(sheet.events[-1], player_id=player.id)
    return Raced(body=body, id=sheet.race.id, version=sheet.race.version)


def whole(means: Means, race_id: UUID, player: Player) -> Whole:
    """Find a race that a player is in, with all that was due judged, in its rematch too.

    Raises:
        NotFound: there is no such race, or the player is not in it.
        Busy: others changed it each time this was tried.
    """
    for _ in range(TRIES):
        found = races.find(means.database, race_id)
        if found is None or player.id not in {entry.player_id for entry in found.entries}:
            raise NotFound
        now = means.now()
        if racing.is_due(found.race.due_at, now):
            racing.settle(means, race_id)
        elif found.rematch is not None and racing.is_due(found.rematch_due_at, now):
            racing.settle(means, found.rematch)
        else:
            return found
    raise Busy


def told(whole: Whole, player: Player) -> Raced:
    """Tell one of its entrants how a race stands.

    Raises:
        NotFound: the player is not in it.
    """
    mine = next((entry for entry in whole.entries if entry.player_id == player.id), None)
    if mine is None:
        raise NotFound
    answer = race_answer(
        whole.race, whole.entries, mine=mine, replays=whole.replays, rematch=whole.rematch
    )
    return Raced(
        body=orjson.dumps(answer),
        id=whole.race.id,
        version=whole.race.version,
        anonymous=sum(entry.player_id is None for entry in whole.entries),
        rematched=whole.rematch is not None,
    )


def _answered_before(means: Means, player: Player, event: RaceEvent, retry: Retry) -> Raced:
    if event.fingerprint != retry.fingerprint:
        raise KeyReused
    if event.answer is not None:
        return Raced(body=event.answer, id=event.race_id, version=event.version)
    try:
        return told(whole(means, event.race_id, player), player)
    except NotFound:
        raise KeyReused from None
