"""What becomes of a race when something happens in it: pure, on rows that are locked.

A `Sheet` holds the rows as they are to be, and the events that come of it in their order. The
rules: the first to bring all cards home wins. Who has no legal move left is out, as is who
resigned, or left and did not come back; the last who can still play wins. Out by one write
together, or level at the limit, is a draw. docs/races.md tells players.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from service.storage.race_events import RaceEvent
from service.storage.races import Entry, Race
from service.timestamps import timestamp

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import datetime
    from uuid import UUID

    from service.config import Config
    from service.storage.games import Game
    from service.storage.players import Player

FEWEST: Final = 2
ABLE: Final = "playing"
IN_LOBBY: Final = 500
"""Events of a race with which nobody can enter it any more; those in it may leave, and start it."""
RETURNS: Final = 100
"""How often a player can come back by being ready; a change in their game brings them always."""
REMATCHES: Final = 20
"""How many rematches of a race there can be, all but the last of them cancelled."""


class Happening(StrEnum):
    """What happened in a race."""

    JOINED = "joined"
    READY = "ready"
    LEFT = "left"
    RETURNED = "returned"
    STARTING = "starting"
    STARTED = "started"
    PROGRESS = "progress"
    FINISHED = "finished"
    BLOCKED = "blocked"
    RESIGNED = "resigned"
    RESULT = "result"
    CANCELLED = "cancelled"
    REMATCH = "rematch"
    RENAMED = "renamed"


class Reason(StrEnum):
    """Why a race ended."""

    FINISHED = "finished"
    LAST_ABLE = "last_able"
    NONE_ABLE = "none_able"
    LIMIT = "limit"
    NOT_STARTED = "not_started"
    ALL_LEFT = "all_left"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spans:
    """How long what takes in a race, by the settings."""

    countdown: timedelta
    lobby: timedelta
    back: timedelta

    @classmethod
    def of(cls, config: Config) -> Spans:
        """Read the settings."""
        return cls(
            countdown=timedelta(seconds=config.race_countdown),
            lobby=timedelta(minutes=config.race_lobby),
            back=timedelta(seconds=config.race_return),
        )


@dataclass(slots=True, kw_only=True)
class Sheet:
    """A race under its lock: its rows as they are to be, what happened, and which seats are free.

    `games` are the entrants' as they are, by seat; `dealt` is how many cards are in their place
    when they begin. `starts` says that the start was announced on this sheet, so that the games are
    to be made.
    """

    race: Race
    entries: dict[int, Entry]
    games: dict[int, Game]
    now: datetime
    spans: Spans
    dealt: int = 0
    events: list[RaceEvent] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    starts: bool = False

    @property
    def over(self) -> bool:
        """Tell whether nothing more can happen."""
        return self.race.ended_at is not None

    def tell(
        self, kind: Happening, *, seat: int | None = None, at: datetime | None = None, **told: Any
    ) -> None:
        """Add an event."""
        version = self.race.version + 1
        self.race = replace(self.race, version=version)
        at = self.now if at is None else at
        event = RaceEvent(self.race.id, version, kind.value, at, seat, told)
        self.events.append(event)

    def seat_of(self, player_id: UUID) -> int | None:
        """Give the seat of a player."""
        found = (seat for seat, each in self.entries.items() if each.player_id == player_id)
        return next(found, None)

    def able(self) -> list[int]:
        """List the seats of those who can still play."""
        return [seat for seat, each in sorted(self.entries.items()) if each.state == ABLE]

    def set(self, seat: int, **changes: Any) -> None:
        """Change an entry."""
        self.entries[seat] = replace(self.entries[seat], **changes)


def enter(sheet: Sheet, player: Player) -> None:
    """Give a player a free seat; with the last one the start is announced."""
    seat = next(n for n in range(1, sheet.race.seats + 1) if n not in sheet.entries)
    sheet.entries[seat] = Entry(
        race_id=sheet.race.id,
        seat=seat,
        player_id=player.id,
        name=player.name,
        joined_at=sheet.now,
        state="waiting",
        game_id=None,
        cards_placed=0,
        moves_made=0,
        leaves_at=None,
        result=None,
    )
    told: dict[str, Any] = {} if player.name is None else {"name": player.name}
    sheet.tell(Happening.JOINED, seat=seat, **told)
    if len(sheet.entries) == sheet.race.seats:
        _announce(sheet)
    _set_due(sheet)


def be_ready(sheet: Sheet, seat: int) -> None:
    """Note that a player is ready, or back; when all are who entered, the start is announced."""
    come_back(sheet, seat)
    if sheet.entries[seat].state != "waiting":
        return
    sheet.set(seat, state="ready")
    sheet.tell(Happening.READY, seat=seat)
    _announce_if_all_ready(sheet)
    _set_due(sheet)


def leave(sheet: Sheet, seat: int) -> None:
    """Let a player leave: before the start is announced at once, then with time to come back."""
    entry = sheet.entries[seat]
    if sheet.race.status == "open":
        sheet.tell(Happening.LEFT, seat=seat)
        if len(sheet.entries) > 1:
            del sheet.entries[seat]
            sheet.gone.append(seat)
            _announce_if_all_ready(sheet)
        else:  # who was last can still read what became of it
            _cancel(sheet, Reason.ALL_LEFT, at=sheet.now)
    elif entry.leaves_at is None and entry.state in ("waiting", "ready", ABLE):
        until = max(sheet.now, sheet.race.starts_at or sheet.now) + sheet.spans.back
        sheet.set(seat, leaves_at=until)
        sheet.tell(Happening.LEFT, seat=seat, until=timestamp(until))
    _set_due(sheet)


def come_back(sheet: Sheet, seat: int) -> None:
    """Note that a player who left is back in time."""
    if sheet.entries[seat].leaves_at is not None:
        sheet.set(seat, leaves_at=None)
        sheet.tell(Happening.RETURNED, seat=seat)
        _set_due(sheet)


def play(sheet: Sheet, seat: int, after: Game, *, placed: int) -> None:
    """Note how a player's game stands after a change, and judge."""
    come_back(sheet, seat)
    before = sheet.entries[seat]
    if (before.cards_placed, before.moves_made) != (placed, after.moves_made):
        sheet.set(seat, cards_placed=placed, moves_made=after.moves_made)
        sheet.tell(Happening.PROGRESS, seat=seat, cards_placed=placed, moves_made=after.moves_made)
    if after.status == "won":
        sheet.set(seat, state="finished")
        sheet.tell(Happening.FINISHED, seat=seat)
        _conclude(sheet, [seat], Reason.FINISHED, at=sheet.now)
    elif after.status == "lost":
        _out(sheet, [seat], Happening.BLOCKED, at=sheet.now)
    elif after.status == "resigned":
        _out(sheet, [seat], Happening.RESIGNED, at=sheet.now)
    _set_due(sheet)


def resign(sheet: Sheet, seat: int) -> None:
    """Take a player out for good, whatever they are at: they are being deleted."""
    if sheet.race.status == "open":
        leave(sheet, seat)
        return
    entry, starts_at = sheet.entries[seat], sheet.race.starts_at
    if sheet.race.status == "starting" and starts_at is not None:  # the others do not play yet
        if entry.leaves_at != starts_at:
            sheet.set(seat, leaves_at=starts_at)
            sheet.tell(Happening.LEFT, seat=seat, until=timestamp(starts_at))
    elif entry.state == ABLE:
        _out(sheet, [seat], Happening.RESIGNED, at=sheet.now)
    _set_due(sheet)


def settle(sheet: Sheet) -> None:
    """Judge what is due, each at its time: the start, who did not come back, the limit.

    Then who was deleted without being taken out of the race before is so.
    """
    while not sheet.over and sheet.race.due_at is not None and sheet.race.due_at <= sheet.now:
        at = sheet.race.due_at
        if sheet.race.status == "open":
            _cancel(sheet, Reason.NOT_STARTED, at=at)
        elif sheet.race.status == "starting":
            _start(sheet, at=at)
        else:
            _settle_running(sheet, at=at)
        _set_due(sheet)
    for seat in [seat for seat, each in sheet.entries.items() if each.player_id is None]:
        if not sheet.over:
            resign(sheet, seat)


def _announce_if_all_ready(sheet: Sheet) -> None:
    if sheet.race.status != "open":  # a full race is announced before all are ready
        return
    states = [entry.state for entry in sheet.entries.values()]
    if len(states) >= FEWEST and all(state == "ready" for state in states):
        _announce(sheet)


def _announce(sheet: Sheet) -> None:
    starts_at = sheet.now + sheet.spans.countdown
    ends_at = starts_at + timedelta(minutes=sheet.race.minutes)
    sheet.race = replace(sheet.race, status="starting", starts_at=starts_at, ends_at=ends_at)
    sheet.starts = True
    for seat in sheet.entries:
        sheet.set(seat, game_id=uuid4())
    sheet.tell(Happening.STARTING, starts_at=timestamp(starts_at), ends_at=timestamp(ends_at))


def _start(sheet: Sheet, *, at: datetime) -> None:
    """Begin; where the deal leaves no move, it blocks all at once."""
    sheet.race = replace(sheet.race, status="running")
    for seat in sheet.entries:
        sheet.set(seat, state=ABLE, cards_placed=sheet.dealt)
    sheet.tell(Happening.STARTED, at=at, cards_placed=sheet.dealt)
    if any(game.status == "lost" for game in sheet.games.values()):  # who was deleted has none
        _out(sheet, sorted(sheet.entries), Happening.BLOCKED, at=at)


def _settle_running(sheet: Sheet, *, at: datetime) -> None:
    left = [seat for seat in sheet.able() if _left_by(sheet.entries[seat], at)]
    if left:
        _out(sheet, left, Happening.RESIGNED, at=at)
    if not sheet.over and sheet.race.ends_at is not None and sheet.race.ends_at <= at:
        most = max(sheet.entries[seat].cards_placed for seat in sheet.able())
        best = [seat for seat in sheet.able() if sheet.entries[seat].cards_placed == most]
        _conclude(sheet, best, Reason.LIMIT, at=at)


def _left_by(entry: Entry, at: datetime) -> bool:
    """Tell whether a player has not come back by then, or was deleted and cannot."""
    return entry.player_id is None or (entry.leaves_at is not None and entry.leaves_at <= at)


def _out(sheet: Sheet, seats: Collection[int], how: Happening, *, at: datetime) -> None:
    """Take players out by one write, and end the race if that leaves nobody, or one."""
    for seat in seats:
        sheet.set(seat, state=how.value, leaves_at=None)
        sheet.tell(how, seat=seat, at=at)
    able = sheet.able()
    if len(able) == 1:
        _conclude(sheet, able, Reason.LAST_ABLE, at=at)
    elif not able:
        _conclude(sheet, seats, Reason.NONE_ABLE, at=at)


def _conclude(sheet: Sheet, best: Iterable[int], reason: Reason, *, at: datetime) -> None:
    """End the race: of the best one wins, several draw, and all others lose."""
    best = sorted(best)
    outcome = "won" if len(best) == 1 else "drawn"
    for seat, entry in sheet.entries.items():
        state = "stopped" if entry.state == ABLE else entry.state
        result = outcome if seat in best else "lost"
        sheet.set(seat, state=state, result=result, leaves_at=None)
    sheet.race = replace(sheet.race, status="over", ended_at=at, reason=reason.value)
    sheet.tell(Happening.RESULT, at=at, outcome=outcome, reason=reason.value, seats=best)


def _cancel(sheet: Sheet, reason: Reason, *, at: datetime) -> None:
    sheet.race = replace(sheet.race, status="cancelled", ended_at=at, reason=reason.value)
    sheet.tell(Happening.CANCELLED, at=at, reason=reason.value)


def _set_due(sheet: Sheet) -> None:
    """Note when something happens next without a request."""
    race = sheet.race
    due: datetime | None = None
    if race.status == "open":
        due = race.created_at + sheet.spans.lobby
    elif race.status == "starting":
        due = race.starts_at
    elif race.status == "running":
        left = (sheet.entries[seat].leaves_at for seat in sheet.able())
        due = min((at for at in (*left, race.ends_at) if at is not None), default=None)
    sheet.race = replace(race, due_at=due)
