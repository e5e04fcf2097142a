"""Streaks: days in a row with a win, by a player's calendar and right across changes of the zone.

A win is dated by the player's zone at that moment. It adds a day to a streak

- if its date is later than that of the day counted last, by their dates as they stand and by the
  zone of that day's win; and
- if the streak then has no more days than have come in the zone it began in.

So nobody gets a day by changing the zone that staying would not have given. The streak goes on if
the day follows the last one by any calendar: by the dates as they stand, or in the zone of either
win, or in the one the streak began in; so a flight does not break it. A day that a zone skipped did
not come, and is none that could be missed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date, datetime

_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """An instant, the zone a player was in, and the date there."""

    at: datetime
    zone: str
    date: date


def moment(at: datetime, zone: str) -> Moment:
    """Date an instant."""
    return Moment(at=at, zone=zone, date=at.astimezone(ZoneInfo(zone)).date())


def streaks(wins: Iterable[Moment], *, now: Moment) -> tuple[int, int]:
    """Give the current and the best streak of wins that are in order of time.

    The current one is that of the day counted last, as long as that was today or yesterday.

    >>> from datetime import UTC, datetime
    >>> wins = [moment(datetime(2025, 3, day, 12, tzinfo=UTC), "Asia/Tokyo") for day in (1, 2, 5)]
    >>> streaks(wins, now=moment(datetime(2025, 3, 6, 12, tzinfo=UTC), "Asia/Tokyo"))
    (1, 2)
    """
    length = best = 0
    first = last = None
    for win in wins:
        if first is None or last is None or _days(first, last, win) > 1:
            first, last, length = win, win, 1
        elif _adds_a_day(first, last, win, length):
            last, length = win, length + 1
        best = max(best, length)
    current = first is not None and last is not None and _days(first, last, now) <= 1
    return (length if current else 0), best


def _adds_a_day(first: Moment, last: Moment, win: Moment, length: int) -> bool:
    if win.date <= last.date or _days_in(last.zone, last, win) <= 0:
        return False
    return length <= _days_in(first.zone, first, win)


def _days(first: Moment, last: Moment, then: Moment) -> int:
    """Count the days from the day counted last, by the calendar that has the fewest."""
    zones = {first.zone, last.zone, then.zone}
    return min((then.date - last.date).days, *(_days_in(zone, last, then) for zone in zones))


def _days_in(zone: str, since: Moment, until: Moment) -> int:
    """Count the days that came in a zone between two moments.

    A zone skips a day, or has one twice, by changing its offset from UTC by about a day.
    """
    if since.zone == until.zone == zone and (until.date - since.date) <= _DAY:
        return (until.date - since.date).days
    then, now = (each.at.astimezone(ZoneInfo(zone)).replace(tzinfo=None) for each in (since, until))
    shifted = (now - then) - (until.at - since.at)
    return (now.date() - then.date()).days - round(shifted / _DAY)
