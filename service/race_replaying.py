"""A race told again by its events alone, and compared with its row, its entries and its games.

What entrants are told follows from the events, so who listens to them knows as much as who reads
the race. Faults are told by names and seats: never by a card.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from service.refereeing import ABLE, Happening
from service.timestamps import timestamp

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from service.storage.games import Game
    from service.storage.race_events import RaceEvent
    from service.storage.races import Entry, Race

OUT: Final = (Happening.FINISHED, Happening.BLOCKED, Happening.RESIGNED)
"""What ends an entrant's play before the race ends."""

GAMES: Final = {
    "finished": "won", "blocked": "lost", "resigned": "resigned", "stopped": "stopped",
    ABLE: "playing",
}  # fmt: skip
"""The status of a game by the state of its entry, once the race has started."""

AFTERWARDS: Final = (Happening.REMATCH, Happening.RENAMED)
"""What may happen when a race is over."""


_UNSTARTED: Final[dict[str, Any]] = {
    "status": "open", "starts_at": None, "ends_at": None, "ended_at": None, "reason": None,
}  # fmt: skip
_ENTERED: Final[dict[str, Any]] = {
    "state": "waiting", "cards_placed": 0, "moves_made": 0, "leaves_at": None, "result": None,
}  # fmt: skip


class Impossible(Exception):
    """The events cannot have happened so; the text says which could not."""


@dataclass(slots=True)
class Retold:
    """A race's row and entries, by the names of their columns, as the events tell them."""

    race: dict[str, Any] = field(default_factory=lambda: dict(_UNSTARTED))
    entries: dict[int, dict[str, Any]] = field(default_factory=dict)

    def tell(self, event: RaceEvent) -> None:
        """Go on by an event.

        Raises:
            Impossible: it cannot follow on those before it.
        """
        try:
            kind = Happening(event.kind)
            if self.race["ended_at"] is not None and kind not in AFTERWARDS:
                raise Impossible(f"event {event.version} comes after the end")
            self._of_all(kind, event.told, event.at)
            if event.seat is not None:
                self._of_one(kind, event.seat, event.told)
        except (KeyError, ValueError):
            raise Impossible(f"event {event.version} cannot have happened") from None

    def _of_one(self, kind: Happening, seat: int, told: Mapping[str, Any]) -> None:
        if kind is Happening.JOINED:
            if seat in self.entries:
                raise KeyError
            self.entries[seat] = {**_ENTERED, "name": told.get("name")}
        elif kind is Happening.LEFT and "until" not in told:
            if len(self.entries) > 1:  # who was last stays in it
                del self.entries[seat]
        elif kind in OUT:
            self.entries[seat] |= {"state": kind.value, "leaves_at": None}
        else:
            self.entries[seat] |= _change_of_one(kind, told)

    def _of_all(self, kind: Happening, told: Mapping[str, Any], at: datetime) -> None:
        if kind is Happening.STARTING:
            self.race |= {"status": "starting", **told}
        elif kind is Happening.STARTED:
            self.race["status"] = "running"
            for entry in self.entries.values():
                entry |= {"state": ABLE, "cards_placed": told["cards_placed"]}
        elif kind is Happening.CANCELLED:
            self.race |= {"status": "cancelled", "reason": told["reason"], "ended_at": at}
        elif kind is Happening.RESULT:
            self.race |= {"status": "over", "reason": told["reason"], "ended_at": at}
            for seat, entry in self.entries.items():
                stopped = {"state": "stopped"} if entry["state"] == ABLE else {}
                result = told["outcome"] if seat in told["seats"] else "lost"
                entry |= {**stopped, "leaves_at": None, "result": result}


def faults_of(
    race: Race, entries: Sequence[Entry], events: Sequence[RaceEvent], games: Sequence[Game]
) -> Iterator[str]:
    """Compare a race, its entries and its games with what its events tell."""
    if [event.version for event in events] != list(range(1, race.version + 1)):
        yield "the events' versions do not count from 1 to the race's"
    retold = Retold()
    try:
        for event in events:
            retold.tell(event)
    except Impossible as impossible:
        yield str(impossible)
        return
    yield from _differences("", race, retold.race)
    if {entry.seat for entry in entries} != set(retold.entries):
        yield "the entries are not those of the events"
        return
    for entry in entries:
        yield from _differences(f"seat {entry.seat}: ", entry, retold.entries[entry.seat])
    seats = {entry.game_id: entry for entry in entries if entry.game_id}
    for game in games:
        yield from _faults_of_game(game, seats.get(game.id))


def _change_of_one(kind: Happening, told: Mapping[str, Any]) -> dict[str, Any]:
    if kind is Happening.READY:
        return {"state": "ready"}
    if kind is Happening.LEFT:
        return {"leaves_at": told["until"]}
    if kind is Happening.RETURNED:
        return {"leaves_at": None}
    if kind is Happening.RENAMED:
        return {"name": told.get("name")}
    return {"cards_placed": told["cards_placed"], "moves_made": told["moves_made"]}


def _differences(where: str, kept: Race | Entry, told: Mapping[str, Any]) -> Iterator[str]:
    for name, expected in told.items():
        value = getattr(kept, name)
        if isinstance(expected, str) and hasattr(value, "isoformat"):
            value = timestamp(value)
        if value != expected:
            yield f"{where}{name} is not that of the events"


def _faults_of_game(game: Game, entry: Entry | None) -> Iterator[str]:
    if entry is None or entry.player_id != game.player_id:
        yield f"game {game.id} has no entry of its player"
        return
    where = f"seat {entry.seat}: the game's"
    if game.race_result != entry.result:
        yield f"{where} result is {game.race_result}, the entry's {entry.result}"
    if game.status != GAMES.get(entry.state, game.status):
        yield f"{where} status is {game.status}, the entry's state {entry.state}"
    if entry.state in GAMES and entry.moves_made != game.moves_made:
        yield f"{where} moves are {game.moves_made}, the entry's {entry.moves_made}"
