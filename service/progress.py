"""What an event makes of a game: pure, and the same for the first answer and for a repeated one.

A game at version v is a function of its deal and its events up to v. `advance` takes one event's
step; a use case takes it for the newest event, and `retrace` comes to any event from the deal, for
a client that asks again for an answer it lost.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from engine import Position, Status, Step, follow_plan, score, units, variant
from engine.lines import count_units
from service.circling import goes_in_circles
from service.deals import deal_of
from service.storage.events import Event
from service.streaks import moment

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from service.access import Retry
    from service.storage.games import Game

LONGEST_GAP_MS: Final = 5 * 60 * 1000
LEAST_MOVE_MS: Final = 250


class Kind(StrEnum):
    """What happened."""

    STARTED = "started"
    MOVES = "moves"
    UNDO = "undo"
    REDO = "redo"
    AUTOPLAY = "autoplay"
    LEVEL = "level"
    HINT = "hint"
    VERDICT = "verdict"
    RESIGN = "resign"
    RACE = "race"


STOPS: Final = {Kind.RESIGN: "resigned", Kind.RACE: "stopped"}
"""What ends a game wherever its cards lie, and the status it gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a use case decided: the event to be, and the steps to show for it.

    `moves` are the packed moves played or taken back. `answer` is what the event keeps beside them:
    a hint or a verdict as it was given, the line that proved the deal, or the race's outcome.
    `plan` is the winning line kept for the next hint; it is no part of the event, since no answer
    shows it. `outcome` is how the game's race ended for its player, where it has with this.
    """

    kind: Kind
    moves: bytes = b""
    steps: tuple[Step, ...] = ()
    level: str | None = None
    answer: bytes | None = None
    plan: bytes | None = None
    outcome: str | None = None


def advance(game: Game, change: Change, position: Position, *, at: datetime, zone: str) -> Game:
    """Give the game after a change that led to `position`; `zone` dates a win.

    The end of its race stops a game, and changes nothing else of one that has ended before.
    """
    if change.kind is Kind.RACE and game.finished_at is not None:
        return replace(game, version=game.version + 1, race_result=change.outcome)
    after = _counted(game, change, position.line, at=at)
    after = replace(after, moves_made=position.units)
    if after.moved_version == after.version:
        after = replace(after, **_judged(after, position))
    return _ended(after, change.kind, position, at=at, zone=zone)


def retrace(game: Game, events: Sequence[Event]) -> tuple[Game, Position, tuple[Step, ...]]:
    """Go through a game from its deal; give it, its position and the last event's steps.

    Only the last event is played. Those before it are counted: a long game to and fro would take
    minutes to play through.
    """
    *earlier, last = events
    then = replace(game, last_move_at=game.created_at, **nothing_happened())
    for event in earlier:
        change = change_of(event)
        then = _counted(then, change, _line(then.line, change), at=event.at)
    position = Position.resume(deal_of(game), then.line)
    if earlier:
        then = replace(then, **_judged(then, position))
    steps = do_again(position, last)
    return advance(then, change_of(last), position, at=last.at, zone="UTC"), position, steps


def nothing_happened() -> dict[str, Any]:
    """Give what changes in a game as it is before its first event."""
    return {
        "line": b"",
        "redo": b"",
        "version": 0,
        "moved_version": 0,
        "status": Status.PLAYING.value,
        "stuck": False,
        "circling": False,
        "played": False,
        "assisted": False,
        "undos": 0,
        "hints": 0,
        "moves_made": 0,
        "score": 0,
        "elapsed_ms": 0,
        "hint_line": None,
        "finished_at": None,
        "final_score": None,
        "won_on": None,
        "won_zone": None,
        "won_ms": None,
        "won_moves": None,
        "race_result": None,
        "final_ms": None,
        "final_moves": None,
    }


def change_of(event: Event) -> Change:
    """Give what a use case had decided, as far as the event tells."""
    kind = Kind(event.kind)
    of_race = kind not in (Kind.STARTED, Kind.HINT, Kind.VERDICT) and event.answer
    return Change(
        kind=kind,
        moves=event.moves,
        level=event.level,
        outcome=event.answer.decode() if of_race and event.answer else None,
    )


def event_of(after: Game, change: Change, *, at: datetime, retry: Retry | None = None) -> Event:
    """Write the event that made a game what it is, and which request asked for it, if one did."""
    return Event(
        game_id=after.id,
        version=after.version,
        kind=change.kind.value,
        moves=change.moves,
        level=change.level,
        answer=change.answer,
        at=at,
        request_key=retry.key if retry else None,
        fingerprint=retry.fingerprint if retry else None,
    )


def do_again(position: Position, event: Event) -> tuple[Step, ...]:
    """Do to a position what an event did."""
    kind = Kind(event.kind)
    if kind in (Kind.STARTED, Kind.LEVEL):
        return tuple(
            step for move in position.unpack(event.moves) for step in position.follow(move)
        )
    if kind is Kind.UNDO:
        return tuple(step for _ in units(event.moves) for step in position.undo_unit()[1])
    return tuple(step for unit in units(event.moves) for step in position.redo_unit(unit))


def _counted(game: Game, change: Change, line: bytes, *, at: datetime) -> Game:
    """Give the game after a change as far as it can be told without the cards."""
    kind, version = change.kind, game.version + 1
    moved = bool(change.moves) or kind is Kind.STARTED
    timed = moved or kind in (Kind.RESIGN, Kind.RACE)
    return replace(
        game,
        autoplay=change.level or game.autoplay,
        line=line,
        redo=_redo(game, change),
        version=version,
        moved_version=version if moved else game.moved_version,
        played=game.played or kind in (Kind.MOVES, Kind.AUTOPLAY),
        assisted=game.assisted or kind in (Kind.UNDO, Kind.HINT, Kind.VERDICT),
        undos=game.undos + (count_units(change.moves) if kind is Kind.UNDO else 0),
        hints=game.hints + (kind in (Kind.HINT, Kind.VERDICT)),
        elapsed_ms=game.elapsed_ms + (_time(game, change, at) if timed else 0),
        hint_line=_plan(game, change),
        created_at=at if kind is Kind.STARTED else game.created_at,
        last_move_at=at if moved else game.last_move_at,
        race_result=change.outcome or game.race_result,
    )


def _line(line: bytes, change: Change) -> bytes:
    if change.kind is Kind.UNDO:
        return line[: len(line) - len(change.moves)]
    return line + change.moves


def _redo(game: Game, change: Change) -> bytes:
    if change.kind is Kind.UNDO:
        return change.moves + game.redo
    if change.kind is Kind.REDO:
        return game.redo[len(change.moves) :]
    return b"" if change.moves else game.redo


def _time(game: Game, change: Change, at: datetime) -> int:
    """Count the time since the cards last changed; a move takes a moment.

    Pauses are cut short, but not on a daily, whose board compares times. In a race the time is what
    has passed since its start, which all who are in it see on their clocks, and so never more than
    its limit.
    """
    gap = (at - game.last_move_at) // timedelta(milliseconds=1)
    if game.race_id is not None:
        return max(gap, 0)
    if game.daily_on is None:
        gap = min(gap, LONGEST_GAP_MS)
    playing = change.kind in (Kind.MOVES, Kind.REDO, Kind.AUTOPLAY)
    least = LEAST_MOVE_MS * count_units(change.moves) if playing else 0
    return max(gap, least, 0)


def _plan(game: Game, change: Change) -> bytes | None:
    if change.plan is not None or change.kind in (Kind.HINT, Kind.STARTED):
        return change.plan
    if not game.hint_line:
        return None
    if change.kind is Kind.UNDO:
        return change.moves + game.hint_line  # what was taken back leads there again
    return follow_plan(game.hint_line, change.moves) or None


def _judged(game: Game, position: Position) -> dict[str, Any]:
    """Tell how it stands; in a race no legal move is the end, also where there is undo."""
    status = position.status()
    if game.race_id is not None and status is Status.PLAYING and position.stuck():
        status = Status.LOST
    playing = status is Status.PLAYING
    return {
        "status": status.value,
        "stuck": playing and position.stuck(),
        "circling": playing and goes_in_circles(position),
    }


def _ended(game: Game, kind: Kind, position: Position, *, at: datetime, zone: str) -> Game:
    won = game.status == Status.WON
    moves = game.moves_made + position.automatic
    points = score(
        variant(game.variant).par,
        best_placed=position.best_placed,
        to_place=position.to_place,
        won=won,
        elapsed_ms=game.elapsed_ms,
        moves=moves,
    )
    game = replace(game, score=points)
    if kind in STOPS:
        game = replace(game, status=STOPS[kind], stuck=False, circling=False)
    if game.status == Status.PLAYING:
        return game
    game = replace(
        game,
        finished_at=at,
        final_score=points,
        final_ms=game.elapsed_ms,
        final_moves=moves,
        redo=b"",
        hint_line=None,
    )
    if not won:
        return game
    return replace(
        game,
        won_on=moment(at, zone).date,
        won_zone=zone,
        won_ms=game.elapsed_ms,
        won_moves=moves,
    )
