"""What acts without a request: one loop over the jobs, each under a lease in the database.

Any number of processes may run it: of those, one at a time does a job, and the others come in when
it ends or is killed. A job is made of small steps, each of them a statement or a transaction that
may be repeated, and asks between two steps whether to go on. When the database is away, the loop
waits and comes again. A new job is one entry of `JOBS`.
"""

from __future__ import annotations

import logging
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from service import dailies, filling, forgetting, limiting, racing
from service.errors import Unavailable
from service.storage import leases

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from threading import Event
    from uuid import UUID

    from service.means import Means

LOOPS: Final = 2
"""Each of them needs a connection: else what is prompt would wait for the others' transactions."""
LEASE_S: Final = 15.0
PAUSE_S: Final = 1.0
PROMPT_PAUSE_S: Final = 0.25
LONGEST_PAUSE_S: Final = 30.0
DAY_S: Final = 86_400.0
_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Something to be done again and again: its name, how often, and one round of it."""

    name: str
    every_s: float
    act: Callable[[Means, Turn], None]


class Turn:
    """One process's turn at a job: it lasts as long as its lease is renewed and nobody stops it."""

    def __init__(self, means: Means, job: str, *, holder: UUID, stop: Event) -> None:
        self._means, self._job, self._holder, self._stop = means, job, holder, stop
        self._renewed = time.monotonic()

    def goes_on(self) -> bool:
        """Tell whether to take another step; to be asked well within the time of a lease."""
        if self._stop.is_set():
            return False
        if time.monotonic() - self._renewed < LEASE_S / 3:
            return True
        self._renewed = time.monotonic()
        return leases.renew(self._means.database, self._job, holder=self._holder, seconds=LEASE_S)

    def rest(self, seconds: float) -> None:
        """Leave the processor to others for a moment."""
        self._stop.wait(seconds)


def work(means: Means, stop: Event) -> None:
    """Do all jobs until told to stop; what is prompt waits for none of the others.

    A fault that ends one of the two loops ends the other too, and is raised: whoever keeps this
    process starts it again.
    """

    def prompt() -> None:
        with _stopping(stop):
            run(means, stop, jobs=PROMPT_JOBS, pause_s=PROMPT_PAUSE_S)

    with ThreadPoolExecutor(1, "prompt") as thread:
        beside = thread.submit(prompt)
        with _stopping(stop):
            run(means, stop)
    beside.result()


@contextmanager
def _stopping(stop: Event) -> Iterator[None]:
    try:
        yield
    finally:
        stop.set()


def run(
    means: Means, stop: Event, *, jobs: Sequence[Job] | None = None, pause_s: float | None = None
) -> None:
    """Do the jobs as they fall due, until told to stop; after each round pause."""
    holder = uuid4()
    usual = PAUSE_S if pause_s is None else pause_s
    pause = usual
    while not stop.is_set():
        try:
            for job in JOBS if jobs is None else jobs:
                _take_turn(means, job, holder=holder, stop=stop)
            pause = usual
        except Unavailable:
            _LOG.warning("the database is away", extra={"fields": {"again_in_s": pause}})
            pause = min(pause * 2, LONGEST_PAUSE_S)
        stop.wait(pause)


def _take_turn(means: Means, job: Job, *, holder: UUID, stop: Event) -> None:
    """Do a round of a job, if it is due and nobody else is at it."""
    if stop.is_set():
        return
    if not leases.take(means.database, job.name, holder=holder, seconds=LEASE_S):
        return
    try:
        job.act(means, Turn(means, job.name, holder=holder, stop=stop))
    except Unavailable as error:
        if error.detail is None:
            raise
        fields = {"job": job.name, "why": error.detail}
        _LOG.warning("a job could not be done now", extra={"fields": fields})
    except Exception:  # a defect of one job must not keep the others from being done
        _LOG.exception("a job failed", extra={"fields": {"job": job.name}})
    leases.give_back(means.database, job.name, holder=holder, due_in=job.every_s)


def _verify_deals(means: Means, turn: Turn) -> None:
    """Remove the deals of former rules, and verify deals until enough wait.

    As long as a deal takes, so long it rests: half a processor at most, and whoever waits for a
    place to search finds one.
    """
    outdated, kept = filling.drop_outdated(means), 0
    for tried in filling.fill(means, filling.wanted(means.config)):
        kept += tried.kept
        turn.rest(tried.seconds)
        if not turn.goes_on():
            break
    if kept or outdated:
        fields = {"kept": kept, "outdated": outdated}
        _LOG.info("verified deals", extra={"fields": fields})


def _make_dailies(means: Means, turn: Turn) -> None:
    """Make the dailies of a day that has begun."""
    for made in dailies.make_all(means):
        if made is not None:
            _LOG.info("made a daily", extra={"fields": {"variant": made}})
        if not turn.goes_on():
            break


def _forget_buckets(means: Means, turn: Turn) -> None:
    """Remove the buckets of rates that are full again."""
    while limiting.forget_full(means) and turn.goes_on():
        turn.rest(0)


def _forget_guests(means: Means, turn: Turn) -> None:
    """Remove what guests left behind long ago."""
    games = guests = 0
    for forgotten in forgetting.forget(means):
        games, guests = games + forgotten.games, guests + forgotten.guests
        if not turn.goes_on():
            break
    if games or guests:
        _LOG.info("forgot guests", extra={"fields": {"games": games, "guests": guests}})


def _forget_races(means: Means, turn: Turn) -> None:
    """Remove races that nobody needs any more."""
    races = 0
    for forgotten in forgetting.forget_races(means):
        races += forgotten
        if not turn.goes_on():
            break
    if races:
        _LOG.info("forgot races", extra={"fields": {"races": races}})


def _judge_races(means: Means, turn: Turn) -> None:
    """Judge what is due in races: starts, limits, and who left and did not come back."""
    while racing.settle_due(means) and turn.goes_on():
        turn.rest(0)


PROMPT_JOBS: Final = (Job(name="judge races", every_s=0.25, act=_judge_races),)
"""What is not to wait for any other job."""

JOBS: Final = (
    Job(name="make dailies", every_s=5.0, act=_make_dailies),
    Job(name="verify deals", every_s=5.0, act=_verify_deals),
    Job(name="forget full buckets", every_s=60.0, act=_forget_buckets),
    Job(name="forget guests", every_s=DAY_S, act=_forget_guests),
    Job(name="forget races", every_s=DAY_S, act=_forget_races),
)
