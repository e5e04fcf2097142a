"""Refusals by how a race stands."""

from __future__ import annotations

from service.errors.conflicts import Conflict


class RaceNotStarted(Conflict):
    """The race has not started.

    Its cards are shown from the announced start on; the header Retry-After says how long to wait.
    """

    code = "race_not_started"


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

    Its result is final; `GET /races/{id}` tells it.
    """

    code = "race_over"


class TooManyRaces(Conflict):
    """You are in too many races.

    Leave one that has not started, or finish one, before entering another.
    """

    code = "too_many_races"
