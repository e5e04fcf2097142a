"""Searches for verdicts: quick ones at once, deep ones few at a time on the whole machine.

A deep search keeps a processor for seconds, so it runs at low priority in a thread of its own, and
only while it holds one of the places that all processes of the machine share. The places are
locked files: whoever ends in whatever way leaves theirs. Some more may queue for a moment; whoever
finds no place is answered as by a search that reached its bound.
"""

from __future__ import annotations

import fcntl
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from engine import Budget, Solution, Verdict, solve
from service.details import Detail
from service.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from engine import Position
    from service.config import Config

QUICK: Final = Budget(states=50_000)
QUEUE: Final = 4
LESS_URGENT: Final = 10
PAUSE_S: Final = 0.02


class Effort(StrEnum):
    """How long to search."""

    QUICK = "quick"
    DEEP = "deep"


def search(config: Config, position: Position, effort: Effort) -> Solution:
    """Search from a position, every card known; deep only where a quick search does not tell.

    Raises:
        Unavailable: the places for deep searches cannot be kept.
    """
    solution = solve(position, QUICK)
    if effort is Effort.QUICK or solution.verdict is not Verdict.UNKNOWN:
        return solution
    with _place(config) as found:
        return _behind(position, _deep(config)) if found else solution


def _deep(config: Config) -> Budget:
    return Budget(states=config.deep_states, memory=config.deep_memory << 20)


def _behind(position: Position, budget: Budget) -> Solution:
    """Search behind everything else; a thread that is less urgent may not become so again."""
    with ThreadPoolExecutor(1, "deep-search", initializer=_step_back) as thread:
        return thread.submit(solve, position, budget).result()


def _step_back() -> None:
    with suppress(OSError):  # only Linux sets the priority of one thread
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LESS_URGENT)


@contextmanager
def _place(config: Config) -> Iterator[bool]:
    """Hold a place for a deep search, if one is free or becomes so soon; tell whether."""
    try:
        config.deep_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = _lock_one(config.deep_folder, "search", config.deep_searches) or _queue(config)
    except OSError as error:
        raise Unavailable(Detail.NO_DEEP_SEARCH) from error
    try:
        yield lock is not None
    finally:
        if lock is not None:
            os.close(lock)


def _queue(config: Config) -> int | None:
    """Wait for a place; the queue is short, and so is the time."""
    waiting = _lock_one(config.deep_folder, "queue", QUEUE)
    if waiting is None:
        return None
    latest = time.monotonic() + config.deep_wait
    lock = None
    try:
        while lock is None and time.monotonic() < latest:
            time.sleep(PAUSE_S)
            lock = _lock_one(config.deep_folder, "search", config.deep_searches)
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
