"""How a game changes: read, decide, write if nobody wrote first; two round trips, no lock held.

Every call that changes a game goes through `change`, with a function that decides. A repeated
request gets the answer of its first send, rebuilt from the deal and the events up to it. Of two
writers one is refused by the database, reads again and decides again: the precondition, if there
is one, then says whether its change still makes sense.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.lines import BYTES_A_MOVE
from service import racing
from service.access import admit, refuse_banned
from service.answers import game_answer
from service.deals import position_of
from service.details import Detail
from service.errors import GameOver, GameTooLong, NotFound, RaceOver, VersionConflict
from service.history import news
from service.insisting import insist
from service.progress import Kind, advance, event_of, retrace
from service.storage import events, games
from service.storage.pool import OthersFirst

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine import Position, Step
    from service.access import Admitted, Ask
    from service.means import Means
    from service.progress import Change
    from service.storage.events import Event
    from service.storage.games import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A game after a call, and what the call did; `event` is None where it changed nothing."""

    game: Game
    position: Position
    steps: tuple[Step, ...] = ()
    event: Event | None = None


def change(means: Means, ask: Ask, decide: Callable[[Game, Position], Change | None]) -> Outcome:
    """Change a game as `decide` says, which plays on the position it is given.

    Raises:
        Unauthenticated, NotFound, RaceNotStarted, KeyReused: as `service.access.admit` says.
        Banned: the operator has banned the player.
        VersionConflict: the game is no longer at a version the call is meant for.
        GameOver: it has ended.
        RaceOver: its race has.
        GameTooLong: it would hold too many moves or events.
        Busy: others changed it each time this was tried.
    """

    def change_once() -> Outcome:
        found = admit(means, ask)
        refuse_banned(found.player)
        if found.kept:
            return first_outcome(means, found.game, found.kept)
        game = found.game
        _check_precondition(means, ask, game)
        if game.race_result is not None:
            raise RaceOver
        if game.status != "playing":
            raise GameOver
        position = position_of(game)
        decided = decide(game, position)
        if decided is None:
            return Outcome(game=game, position=position)
        outcome = _decided(means, ask, found, position, decided)
        saved = _save(means, outcome)
        if saved is None:
            raise OthersFirst
        return saved

    return insist(change_once)


def first_outcome(means: Means, game: Game, kept: Event) -> Outcome:
    """Rebuild the outcome that a game's kept event had when it happened.

    Raises:
        NotFound: the game was deleted meanwhile.
    """
    past = events.between(means.database, game.id, after=0, upto=kept.version, limit=kept.version)
    if not past:
        raise NotFound
    then, position, steps = retrace(game, past)
    return Outcome(game=then, position=position, steps=steps, event=kept)


def _save(means: Means, outcome: Outcome) -> Outcome | None:
    """Write a change; None if another came first. One in a race is written with the race."""
    game, event = outcome.game, outcome.event
    if event is None:
        return None
    if game.race_id is None:
        return outcome if games.save(means.database, game, event) else None
    after = racing.play(means, game, event, outcome.position)
    return None if after is None else replace(outcome, game=after)


def _check_precondition(means: Means, ask: Ask, game: Game) -> None:
    """Let a change pass if the cards lie as they did at a version it is meant for."""
    if ask.versions is None:
        return
    if any(game.moved_version <= version <= game.version for version in ask.versions):
        return
    position = position_of(game)
    since = max(ask.versions, default=0)
    told = news(means, game, position, since=since)
    raise VersionConflict(
        Detail.FUTURE if since > game.version or not ask.versions else None,
        game=game_answer(game, position, ()),
        version=game.version,
        events=told,
        events_left_out=max(game.version - since, 0) - len(told),
    )


def _decided(
    means: Means, ask: Ask, found: Admitted, position: Position, decided: Change
) -> Outcome:
    game = found.game
    at = max(means.now(), game.last_move_at)
    after = advance(game, decided, position, at=at, zone=found.player.time_zone)
    too_long = len(after.line) // BYTES_A_MOVE > means.config.max_line
    too_many = after.version > means.config.max_events
    if decided.kind is not Kind.RESIGN and (too_long or too_many):
        raise GameTooLong
    event = event_of(after, decided, at=at, retry=ask.retry)
    return Outcome(game=after, position=position, steps=decided.steps, event=event)
