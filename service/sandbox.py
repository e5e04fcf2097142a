"""A sandbox: what tests of clients need and players must not have; off unless the settings say so.

Scripted games begin where a client's test wants to begin. The clock can be put forward, for all at
once: it is that of the database, so every process of the service goes by it. And a player's next
requests can be told to fail, before or after they are carried out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Final

from engine import Budget, Deal, Level, Position, solve, variant
from service import playing, starting
from service.access import Ask, find_writer, hash_token
from service.details import Detail, FaultCode
from service.errors import Invalid, NotAllowedHere
from service.means import machine_time
from service.planning import Wish
from service.storage import sandbox as kept

if TYPE_CHECKING:
    from datetime import datetime

    from engine import Move
    from service.changing import Outcome
    from service.means import Means

FARTHEST: Final = timedelta(days=3_660)
MOST_FAILURES: Final = 100
_EFFORT: Final = Budget(states=60_000)


class Script(StrEnum):
    """Where a scripted game begins."""

    ONE_MOVE_FROM_WIN = "one_move_from_win"
    LOST = "lost"
    STUCK = "stuck"
    UNKNOWN = "unknown"


class Failure(StrEnum):
    """How a request is to fail."""

    RATE_LIMITED = "rate_limited"
    UNAVAILABLE = "unavailable"
    ANSWER_LOST = "answer_lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scene:
    """A public deal, and the moves made on it: those of a line, or the first legal ones."""

    variant: str
    number: str
    first_moves: int = 0
    short_of_win: int | None = None


SCENES: Final = {
    Script.ONE_MOVE_FROM_WIN: _Scene(variant="grandfathers-clock", number="46", short_of_win=1),
    Script.LOST: _Scene(variant="grandfathers-clock", number="16", first_moves=3),
    Script.STUCK: _Scene(variant="grandfathers-clock", number="16", first_moves=9),
    # Lost, but it takes half a thousand million positions to prove it.
    Script.UNKNOWN: _Scene(variant="beleaguered-castle", number="1121"),
}


def equip(means: Means) -> Means:
    """Give a sandbox's means its clock; others are as they were."""
    if not means.config.sandbox:
        return means
    return replace(
        means,
        now=lambda: machine_time() + kept.ahead(means.database),
        now_within=lambda lent: machine_time() + kept.ahead(lent),
    )


def start(means: Means, token: str, script: Script) -> Outcome:
    """Start a scripted game, as practice once the player had another on its deal.

    Raises:
        NotAllowedHere: this is no sandbox.
        Banned, TooManyGames: as for any game.
    """
    _check(means)
    scene = SCENES[script]
    wish = Wish(variant=scene.variant, options={}, autoplay=Level.OFF, deal=scene.number)
    started = starting.start(means, token=token, wish=wish, retry=None).outcome
    moves = _moves(scene)
    if not moves:
        return started
    return playing.make_moves(means, Ask(token=token, game_id=started.game.id), moves)


def put_forward(means: Means, token: str, by: timedelta) -> datetime:
    """Put the clock forward; give the time then.

    Raises:
        NotAllowedHere: this is no sandbox.
        Invalid: it would be ahead by more than ten years.
    """
    _check(means)
    find_writer(means, token)
    if not kept.put_forward(means.database, by, most=FARTHEST):
        raise Invalid.field("seconds", FaultCode.TOO_FAR_AHEAD)
    return means.now()


def order_failures(means: Means, token: str, failure: Failure, count: int) -> None:
    """Let so many of the player's next requests fail; none with a count of 0.

    Raises:
        NotAllowedHere: this is no sandbox.
    """
    _check(means)
    find_writer(means, token)
    kept.fail(means.database, hash_token(token), kind=failure.value, count=count)


def next_failure(means: Means, token: str | None) -> Failure | None:
    """Tell how this request is to fail, if it is."""
    if token is None or not means.config.sandbox:
        return None
    found = kept.next_failure(means.database, hash_token(token))
    return None if found is None else Failure(found)


def _check(means: Means) -> None:
    if not means.config.sandbox:
        raise NotAllowedHere(Detail.NO_SANDBOX)


@cache
def _moves(scene: _Scene) -> tuple[Move, ...]:
    position = Position.start(Deal.numbered(variant(scene.variant).with_options(), scene.number))
    if scene.short_of_win is not None:
        return solve(position, _EFFORT).line[: -scene.short_of_win]
    made = []
    for _ in range(scene.first_moves):
        made.append(position.legal_moves()[0])
        position.play(made[-1])
    return tuple(made)
