"""A race and its games, changed together: one transaction, the race's row locked first.

Every change of a race opens its sheet (`opened`): what was due is judged, the change is decided by
`service.refereeing`, and all that comes of it is written, among that the games that start or stop.
Whoever only reads calls `settle` where something is due. Two such transactions on one race follow
one another, so there is one order, and one result.
"""

from __future__ import annotations

import logging
import secrets
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from engine import Position, variant
from service import deals, refereeing
from service.deals import position_of
from service.errors import NotFound, Unavailable
from service.insisting import insist
from service.progress import Change, Kind, advance, event_of, nothing_happened
from service.refereeing import Sheet, Spans
from service.storage import games, races, replays
from service.storage.games import Game
from service.storage.pool import OthersFirst

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from uuid import UUID

    from engine import Rules, Step
    from service.means import Means
    from service.storage.events import Event
    from service.storage.pool import Lent
    from service.storage.races import Entry, Race

REPLAY_BYTES: Final = 18
DUE_AT_ONCE: Final = 100
_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A race's sheet, and the connection whose transaction holds the lock.

    `open_races` is how many races the player is in who was named, None if they are no more.
    """

    sheet: Sheet
    lent: Lent
    open_races: int | None = None


@contextmanager
def opened(means: Means, race_id: UUID, *, player_id: UUID | None = None) -> Iterator[Opened]:
    """Open a race's sheet for a block, with all that was due judged; it is written after the block.

    With a player, their entering of other races waits.

    Raises:
        NotFound: there is no such race.
        OthersFirst: another change came in between; to be tried again.
    """
    with races.changing(means.database) as lent:
        open_races = races.count_open(lent, player_id) if player_id else None  # locks player first
        race = races.locked(lent, race_id)
        if race is None:
            raise NotFound
        sheet = Sheet(
            race=race,
            entries={entry.seat: entry for entry in races.entries(lent, race_id)},
            games={},
            now=means.time(lent),
            spans=Spans.of(means.config),
        )
        if sheet.race.starts_at is not None and not sheet.over:
            sheet.games = games_of(lent, sheet)
        if sheet.race.status == "starting":
            sheet.dealt = first_position(sheet.race)[0].placed()
        refereeing.settle(sheet)
        found = Opened(sheet=sheet, lent=lent, open_races=open_races)
        yield found
        _write(found, was=race)


def settle(means: Means, race_id: UUID) -> None:
    """Judge what is due in a race, if there is one.

    Raises:
        Busy: others changed it each time this was tried.
    """

    def judge() -> None:
        with opened(means, race_id):
            pass

    with suppress(NotFound):
        insist(judge)


def settle_due(means: Means) -> int:
    """Judge what is due in some races; give in how many that could be done."""
    due = races.due(means.database, now=means.now(), limit=DUE_AT_ONCE)
    settled = lost = 0
    for race_id in due:
        try:
            settle(means, race_id)
            settled, lost = settled + 1, 0
        except Unavailable:  # or somebody holds this race
            lost += 1
            if lost > 1:
                raise
        except Exception:  # a race that cannot be judged must not keep the others from their end
            _LOG.exception("a race was not judged", extra={"fields": {"race": str(race_id)}})
    return settled


def settle_mine(means: Means, player_id: UUID) -> None:
    """Judge what is due in a player's races, before more is asked than how one race stands."""
    for race_id in races.due_of(means.database, player_id, now=means.now()):
        settle(means, race_id)


def play(means: Means, after: Game, event: Event, position: Position) -> Game | None:
    """Write a change of a race's game, and what comes of it for the race.

    Gives the game as it then is; None if another change came first, which may have ended the race.
    """
    if after.race_id is None:
        raise ValueError("the game is in no race")
    try:
        with opened(means, after.race_id) as found:
            sheet = found.sheet
            seat = next((s for s, e in sheet.entries.items() if e.game_id == after.id), None)
            if seat is None or sheet.entries[seat].state != refereeing.ABLE:
                return None
            refereeing.play(sheet, seat, after, placed=position.placed())
            outcome = sheet.entries[seat].result
            if outcome is not None:
                after = replace(after, race_result=outcome)
                event = replace(event, answer=outcome.encode())
            if not games.save(found.lent, after, event):
                raise OthersFirst
            sheet.games.pop(seat, None)
            if outcome is not None:
                _show(found, after)
            return after
    except OthersFirst:
        return None


def games_of(lent: Lent, sheet: Sheet) -> dict[int, Game]:
    """Read the games of a race, by seat; those of deleted players are gone."""
    ids = {entry.game_id: seat for seat, entry in sheet.entries.items() if entry.game_id}
    return {ids[game.id]: game for game in games.of_ids(lent, list(ids))}


def _write(found: Opened, *, was: Race) -> None:
    """Write a sheet, with the games that it starts or stops."""
    sheet, lent = found.sheet, found.lent
    if sheet.race == was:
        return
    if sheet.starts:
        for entry in sheet.entries.values():
            _start(lent, sheet.race, entry)
    for seat, game in sheet.games.items():
        _end(found, sheet.entries[seat], game)
    races.save(lent, sheet.race, list(sheet.entries.values()), sheet.events, sheet.gone)


def _start(lent: Lent, race: Race, entry: Entry) -> None:
    """Make an entrant's game, which begins when the race does."""
    if entry.player_id is None or entry.game_id is None:  # they were deleted
        return
    at = race.starts_at or race.created_at
    level = variant(race.variant).autoplay
    position, steps = first_position(race)
    before = Game(
        id=entry.game_id,
        player_id=entry.player_id,
        variant=race.variant,
        rules_version=race.rules_version,
        options=race.options,
        practice=False,
        deal_number=None,
        deal_order=race.deal_order,
        deal_layout=None,
        salt=race.salt,
        commitment=race.commitment,
        deal_verdict=race.deal_verdict,
        deal_difficulty=race.deal_difficulty,
        daily_on=None,
        off_board=False,
        autoplay=level.value,
        created_at=at,
        last_move_at=at,
        race_id=race.id,
        **nothing_happened(),
    )
    change = Change(
        kind=Kind.STARTED, moves=position.line, steps=steps, level=level.value, answer=race.line
    )
    game = advance(before, change, position, at=at, zone="UTC")
    if not games.add_of_race(lent, game, event_of(game, change, at=at)):
        raise OthersFirst


def _end(found: Opened, entry: Entry, game: Game) -> None:
    """End a game whose player left for good, or whose race is over, if it has not ended already."""
    if entry.state == "resigned" and game.status == "playing":
        seated = (event for event in found.sheet.events if event.seat == entry.seat)
        left_at = next(e.at for e in seated if e.kind == refereeing.Happening.RESIGNED)
        game = _ended(found, game, Change(kind=Kind.RESIGN), at=left_at)
    if entry.result is not None:
        at = found.sheet.race.ended_at or found.sheet.now
        change = Change(kind=Kind.RACE, outcome=entry.result, answer=entry.result.encode())
        _show(found, _ended(found, game, change, at=at))


def _ended(found: Opened, game: Game, change: Change, *, at: datetime) -> Game:
    """Write an event that nobody asked for."""
    at = max(at, game.last_move_at)
    after = advance(game, change, position_of(game), at=at, zone="UTC")
    if not games.save(found.lent, after, event_of(after, change, at=at)):
        raise OthersFirst
    return after


def _show(found: Opened, game: Game) -> None:
    """Show a game to those who raced against it."""
    replays.share(
        found.lent,
        game.id,
        replay_id=secrets.token_urlsafe(REPLAY_BYTES),
        at=found.sheet.now,
    )


def first_position(race: Race) -> tuple[Position, tuple[Step, ...]]:
    """Deal a race's cards; give also the steps that automatic play makes at once."""
    position = Position.start(deals.of_order(rules_of(race), race.deal_order))
    moves = deals.first_steps(position, variant(race.variant).autoplay)
    return position, tuple(step for move in moves for step in position.follow(move))


def rules_of(race: Race) -> Rules:
    """Give the rules that a race is played by."""
    return deals.rules_at(race.variant, race.rules_version, race.options)


def is_due(due_at: datetime | None, now: datetime) -> bool:
    """Tell whether something is due in a race."""
    return due_at is not None and due_at <= now
