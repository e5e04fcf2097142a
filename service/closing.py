"""When a deal closes: until then nobody is told its order, or anything that would tell of it.

A secret deal of one's own closes with its game. One that is played by many closes for all of them
at once, whether a game on it has ended or not: a daily 24 hours after its UTC day has ended, that
of a race with the race.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Final

from service import racing
from service.details import Detail
from service.errors import NotAllowedHere
from service.storage import races

if TYPE_CHECKING:
    from service.means import Means
    from service.storage.games import Game

OPEN_DAYS: Final = 2
"""A daily is open on its own day and on the next."""


def day_of(now: datetime) -> date:
    """Give the UTC date whose daily is that of the moment."""
    return now.astimezone(UTC).date()


def opens_at(day: date) -> datetime:
    """Give when a day's daily opens.

    >>> from datetime import date
    >>> opens_at(date(2025, 3, 1)).isoformat()
    '2025-03-01T00:00:00+00:00'
    """
    return datetime.combine(day, time(tzinfo=UTC))


def closes_at(day: date) -> datetime:
    """Give when a day's daily closes.

    >>> from datetime import date
    >>> closes_at(date(2025, 3, 1)).isoformat()
    '2025-03-03T00:00:00+00:00'
    """
    return opens_at(day) + timedelta(days=OPEN_DAYS)


def seconds_left(now: datetime) -> int:
    """Give how long today's daily is still today's.

    >>> from datetime import UTC, datetime
    >>> seconds_left(datetime(2025, 3, 1, 23, 59, 30, tzinfo=UTC))
    30
    """
    return int((opens_at(day_of(now)) + timedelta(days=1) - now).total_seconds())


def last_closed(now: datetime) -> date:
    """Give the last day whose daily has closed."""
    return day_of(now) - timedelta(days=OPEN_DAYS)


def is_closed(game: Game, now: datetime) -> bool:
    """Tell whether a game's deal has closed."""
    if game.daily_on is not None:
        return now >= closes_at(game.daily_on)
    if game.race_id is not None:
        return game.race_result is not None
    return game.finished_at is not None


def has_not_started(game: Game, now: datetime) -> bool:
    """Tell whether a game is in a race whose start is announced: its cards are not to be seen."""
    return game.race_id is not None and now < game.created_at


def refuse_while_deal_is_open(game: Game, now: datetime) -> None:
    """Refuse what would tell of a deal that others are playing.

    Raises:
        NotAllowedHere: the game is on a daily that has not closed, says when it will; or in a race.
    """
    refuse_while_race_is_open(game)
    if game.daily_on is not None and not is_closed(game, now):
        raise NotAllowedHere(Detail.DAILY_OPEN, when=written(closes_at(game.daily_on)))


def refuse_while_race_is_open(game: Game) -> None:
    """Refuse what would be of use in a race.

    Raises:
        NotAllowedHere: the game is in a race that is not over.
    """
    if game.race_id is not None and game.race_result is None:
        raise NotAllowedHere(Detail.RACE_OPEN)


def refuse_while_racing(means: Means, game: Game) -> None:
    """Refuse help with cards that a player laid out, who may have copied them from a race.

    Raises:
        NotAllowedHere: the player is in a race of this variant that is not over.
    """
    if game.deal_layout is None:
        return
    racing.settle_mine(means, game.player_id)
    if races.races_now(means.database, game.player_id, game.variant, now=means.now()):
        raise NotAllowedHere(Detail.RACE_OPEN)


def written(at: datetime) -> str:
    """Write a moment for a sentence."""
    return f"{at:%Y-%m-%d %H:%M} UTC"
