"""Refusals by how a race stands."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from service.errors.conflicts import Conflict
from service.timestamps import timestamp

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


class RaceNotStarted(Conflict):
    """The race has not started.

    Its cards are shown from the announced start on; the header Retry-After says how long to wait.
    """

    code = "race_not_started"
    adds = ("starts_at",)

    def __init__(self, starts_at: datetime, *, now: datetime) -> None:
        left = (starts_at - now).total_seconds()
        super().__init__(retry_after=max(1, ceil(left)))
        self.starts_at = starts_at

    def members(self) -> Mapping[str, object]:
        """Give the start, to the millisecond."""
        return {"starts_at": timestamp(self.starts_at)}


class RaceStarted(Conflict):
    """The race has started.

    Nobody can enter it any more.
    """

    code = "race_started"


class RaceFull(Conflict):
    """The race is full.

    All its seats are taken.
    """

    code = "race_full"


class RaceOver(Conflict):
    """The race is over.

    Nothing can be changed in it any more, whether it came to a result or was cancelled.
    """

    code = "race_over"


class TooManyRaces(Conflict):
    """You are in too many races.

    Leave one that has not started, or finish one, before entering another.
    """

    code = "too_many_races"
