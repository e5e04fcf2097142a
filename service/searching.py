"""Searches, for verdicts and hints: behind everything else, few at a time on the whole machine.

A search keeps a processor for up to seconds. So it runs at low priority in a thread of its own, and
only while it holds one of the places that all processes of the machine share: some for quick
searches, as many for deep ones. The places are locked files: whoever ends in whatever way leaves
theirs. Some more may queue for a moment; whoever finds no place is answered as by a search that
reached its bound, and told so. What a search may use is counted in positions and bytes; besides,
after some seconds it is told to stop, and what it has not decided then is unknown.
"""

from __future__ import annotations

import fcntl
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeVar

from engine import Budget, Solution, Stop, Verdict, solve
from service.details import Detail
from service.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from engine import Position
    from service.config import Config

T = TypeVar("T")
B = TypeVar("B")

QUICK: Final = Budget(states=50_000)
LESS_URGENT: Final = 10
PAUSE_S: Final = 0.02  # who queues looks seldom, for looking costs those who move


class Effort(StrEnum):
    """How long to search."""

    QUICK = "quick"
    DEEP = "deep"


QUEUES: Final = {Effort.QUICK: 12, Effort.DEEP: 4}


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search has found; `busy` if it had no place, so that it may find more another time."""

    solution: Solution
    busy: bool = False


def search(config: Config, position: Position, effort: Effort) -> Searched:
    """Search from a position, every card known; deep only where a quick search does not tell.

    Raises:
        Unavailable: the places for searches cannot be kept.
    """
    solution = promptly(config, lambda budget: solve(position, budget), busy=None)
    if solution is None:
        return Searched(Solution(verdict=Verdict.UNKNOWN), busy=True)
    if effort is Effort.QUICK or solution.verdict is not Verdict.UNKNOWN:
        return Searched(solution)
    deep = Budget(states=config.deep_states, memory=config.deep_memory << 20)
    with place(config, effort) as found:
        if not found:
            return Searched(solution, busy=True)
        return Searched(_behind(lambda budget: solve(position, budget), deep, config.deep_seconds))


def promptly(config: Config, what: Callable[[Budget], T], *, busy: B) -> T | B:
    """Do what takes a quick search; give `busy` where no place for it becomes free in time.

    Raises:
        Unavailable: the places for searches cannot be kept.
    """
    with place(config, Effort.QUICK) as found:
        return in_place(config, what) if found else busy


def in_place(config: Config, what: Callable[[Budget], T]) -> T:
    """Do what takes a quick search; the place for it is held."""
    return _behind(what, QUICK, config.deep_seconds)


def _behind(what: Callable[[Budget], T], budget: Budget, seconds: int) -> T:
    """Search behind everything else; a thread that is less urgent may not become so again."""
    stop = Stop()
    with ThreadPoolExecutor(1, "search", initializer=_step_back) as thread:
        found = thread.submit(what, replace(budget, stop=stop))
        try:
            return found.result(seconds)
        except TimeoutError:
            stop.set()
            return found.result()


def _step_back() -> None:
    with suppress(OSError):  # only Linux sets the priority of one thread
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LESS_URGENT)


@contextmanager
def place(config: Config, effort: Effort) -> Iterator[bool]:
    """Hold a place for a search, if one is free or becomes so soon; tell whether."""
    try:
        config.deep_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = _lock_one(config.deep_folder, effort, config.deep_searches)
        if lock is None:
            lock = _queue(config, effort)
    except OSError as error:
        raise Unavailable(Detail.NO_SEARCH) from error
    try:
        yield lock is not None
    finally:
        if lock is not None:
            os.close(lock)


def _queue(config: Config, effort: Effort) -> int | None:
    """Wait for a place; the queue is short, and so is the time."""
    waiting = _lock_one(config.deep_folder, f"{effort}-queue", QUEUES[effort])
    if waiting is None:
        return None
    latest = time.monotonic() + config.deep_wait
    lock = None
    try:
        while lock is None and time.monotonic() < latest:
            time.sleep(PAUSE_S)
            lock = _lock_one(config.deep_folder, effort, config.deep_searches)
    finally:
        os.close(waiting)
    return lock


def _lock_one(folder: Path, kind: str, count: int) -> int | None:
    """Lock one of the files of a kind; give its descriptor, which unlocks it when closed."""
    for number in range(1, count + 1):
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
        lock = os.open(folder / f"{kind}-{number}", flags, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
        except OSError:
            os.close(lock)
            raise
        else:
            return lock
    return None
