"""Waiting until a thing changes, for requests that are answered late: one look for all of them.

Whichever process makes a change, each sees it in the database: its watcher looks there a few times
a second, with one statement for each kind of thing. That thread begins with the first who waits and
ends when nobody does. Who waits holds no connection and no lock, but a thread of the server's: so
places are fewer than threads. What has changed, and whether it may be seen, is not known here: the
caller reads the thing again.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final

from service.errors import TooManyWaiting, Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping
    from datetime import datetime
    from uuid import UUID

    from service.means import Means
    from service.storage.pool import Database

LOOK_EVERY_S: Final = 0.25
COME_AGAIN_S: Final = 5
KEPT_FREE: Final = 8
"""Threads that nobody waits in, for all other requests."""
_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """A kind of thing that can be waited for.

    `numbers` tells, of the ids that there are, a number that rises with each change, and when the
    next change falls due that comes by time alone, if one does.
    """

    name: str
    numbers: Callable[[Database, list[UUID]], Mapping[UUID, tuple[int, datetime | None]]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Waiter:
    watched: Watched
    thing_id: UUID
    known: int
    woken: Event = field(default_factory=Event)


class Waiting:
    """Who waits in this process, and the places for them."""

    def __init__(self, *, threads: int) -> None:
        """Leave enough of the server's threads to requests that do not wait."""
        self._free = max(1, threads - KEPT_FREE)
        self._lock = Lock()
        self._waiters: set[_Waiter] = set()
        self._watcher: Thread | None = None
        self._over = Event()

    @property
    def over(self) -> bool:
        """Tell whether nobody may wait any more, since the process is about to stop."""
        return self._over.is_set()

    @contextmanager
    def place(self) -> Iterator[None]:
        """Take one of the places for a block, which may wait many times.

        Raises:
            TooManyWaiting: none is free, or the process is about to stop.
        """
        with self._lock:
            if self.over or not self._free:
                raise TooManyWaiting(retry_after=COME_AGAIN_S)
            self._free -= 1
        try:
            yield
        finally:
            with self._lock:
                self._free += 1

    def wait(
        self, means: Means, watched: Watched, thing_id: UUID, *, known: int, seconds: float
    ) -> None:
        """Wait until a thing's number is not the known one, it is gone or due, or time is over.

        Returns at once when the process is about to stop: who waits again and again asks `over`.
        """
        waiter = _Waiter(watched=watched, thing_id=thing_id, known=known)
        with self._lock:
            if self.over:
                return
            if self._watcher is None:
                watcher = Thread(target=self._watch, args=(means,), name="watcher", daemon=True)
                watcher.start()
                self._watcher = watcher
            self._waiters.add(waiter)
        try:
            waiter.woken.wait(seconds)
        finally:
            with self._lock:
                self._waiters.remove(waiter)

    def drain(self) -> None:
        """Wake everybody at once, and let nobody wait any more."""
        with self._lock:
            self._over.set()
            for waiter in self._waiters:
                waiter.woken.set()

    def _watch(self, means: Means) -> None:
        """Look for changes as long as somebody waits."""
        while not self._over.wait(LOOK_EVERY_S):
            with self._lock:
                waiters = tuple(self._waiters)
                if not waiters:
                    self._watcher = None
                    return
            for watched in {each.watched for each in waiters}:
                _look(means, watched, [each for each in waiters if each.watched is watched])


def _look(means: Means, watched: Watched, waiters: Collection[_Waiter]) -> None:
    """Wake those whose thing has changed."""
    try:
        found = watched.numbers(means.database, list({each.thing_id for each in waiters}))
    except Unavailable:  # the next look may find the database again
        return
    except Exception:  # a defect of one kind must not keep the others from being looked at
        _LOG.exception("looking for changes failed", extra={"fields": {"watched": watched.name}})
        return
    now = means.now()
    for each in waiters:
        number, due_at = found.get(each.thing_id, (None, None))
        if number != each.known or (due_at is not None and due_at <= now):
            each.woken.set()
