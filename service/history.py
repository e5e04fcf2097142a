"""What happened in a game, event by event; after its deal has closed also what was hidden."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from engine import units
from engine.lines import BYTES_A_MOVE, STARTS
from service.access import admit
from service.answers import closed_deal
from service.closing import is_closed
from service.deals import deal_of, position_of
from service.progress import Kind, change_of
from service.storage import events
from service.timestamps import timestamp

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine import Position
    from service.access import Ask
    from service.means import Means
    from service.storage.events import Event
    from service.storage.games import Game


# One event may hold a whole line of moves, so an answer is bounded by its moves too.
MOST_MOVES: Final = 2_000
MOST_NEWS: Final = 20
EVENTS_AT_ONCE: Final = 100


def read(means: Means, ask: Ask, *, after: int, limit: int) -> dict[str, Any]:
    """List a game's events after a version, oldest first, as many as one page may hold."""
    game = admit(means, ask).game
    found = events.between(means.database, game.id, after=after, upto=game.version, limit=limit + 1)
    shown = found[: min(limit, _fitting(found))]
    answer: dict[str, Any] = {"items": _entries(position_of(game), shown)}
    if len(found) > len(shown):
        answer["next"] = shown[-1].version
    return answer | of_the_deal(means, game)


def of_the_deal(means: Means, game: Game) -> dict[str, Any]:
    """Give what is told of a game's deal: once it has closed all of it, and before that nothing."""
    return {"closed": _closed(means, game)} if is_closed(game, means.now()) else {}


def whole(means: Means, game: Game, position: Position) -> Iterator[list[dict[str, Any]]]:
    """Write all events up to a game's version, oldest first, some at a time."""
    after = 0
    while after < game.version:
        found = events.between(
            means.database, game.id, after=after, upto=game.version, limit=EVENTS_AT_ONCE
        )
        if not found:  # the game was deleted meanwhile
            return
        shown = found[: _fitting(found)]
        yield _entries(position, shown)
        after = shown[-1].version


def news(means: Means, game: Game, position: Position, *, since: int) -> list[dict[str, Any]]:
    """Write what happened after a version, oldest first: of many events the newest."""
    after = max(since, game.version - MOST_NEWS)
    found = events.between(means.database, game.id, after=after, upto=game.version, limit=MOST_NEWS)
    return _entries(position, found[len(found) - _fitting(found[::-1]) :])


def line(position: Position, packed: bytes) -> dict[str, Any]:
    """Write a line of moves, first what automatic play did before the first of them."""
    parts = units(packed)
    first = parts.pop(0) if parts and not parts[0][0] & STARTS else b""
    return {
        "automatic": _texts(position, first),
        "moves": [_unit(_texts(position, unit)) for unit in parts],
    }


def _fitting(found: Sequence[Event]) -> int:
    """Tell how many events from the first on fit into one answer; one always does."""
    total = accumulate(len(event.moves) // BYTES_A_MOVE for event in found)
    return max(1, sum(moves <= MOST_MOVES for moves in total)) if found else 0


def _entries(position: Position, found: Sequence[Event]) -> list[dict[str, Any]]:
    """Write events with their moves as texts; any position of the game reads packed moves."""
    return [_entry(position, event) for event in found]


def _entry(position: Position, event: Event) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "version": event.version,
        "kind": event.kind,
        "at": timestamp(event.at),
    }
    if event.level is not None:
        entry["autoplay"] = event.level
    outcome = change_of(event).outcome
    if outcome is not None:
        entry["race_result"] = outcome
    if event.kind in (Kind.STARTED, Kind.LEVEL):
        entry["moves"] = []
        entry["automatic"] = _texts(position, event.moves)
        return entry
    entry["moves"] = [_unit(_texts(position, unit)) for unit in units(event.moves)]
    entry["automatic"] = []
    return entry


def _unit(texts: list[str]) -> dict[str, Any]:
    return {"move": texts[0], "automatic": texts[1:]}


def _texts(position: Position, packed: bytes) -> list[str]:
    return [str(move) for move in position.unpack(packed)]


def _closed(means: Means, game: Game) -> dict[str, Any]:
    """Show the deal, with the line that proved it winnable for this game."""
    first = events.between(means.database, game.id, after=0, upto=1, limit=1)
    return closed_deal(
        deal_of(game),
        commitment=game.commitment,
        salt=game.salt,
        solution=first[0].answer if first else None,
    )
