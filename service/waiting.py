"""Waiting until a thing changes, for requests that are answered late: one look for all of them.

Whichever process makes a change, each sees it in the database: its watcher looks there a few times
a second, with one statement for each kind of thing. That thread begins with the first who waits and
ends when nobody does. Who waits holds no connection and no lock, but a thread of the server's: so
places are fewer than threads, one player has only a few, and one address, whence players can be
made at will, a part of them. What has changed, and whether it may be seen, is not known here: the
caller reads the thing again. A client that hangs up is noticed by the same looks, and waits no
longer.
"""

from __future__ import annotations

import logging
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import ceil
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final, TypeVar

from service.details import Detail
from service.errors import TooManyWaiting, Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
    from contextlib import AbstractContextManager
    from datetime import datetime
    from uuid import UUID

    from service.config import Config
    from service.means import Means
    from service.storage.pool import Database

Whose = TypeVar("Whose")

LOOK_EVERY_S: Final = 0.25
COME_AGAIN_S: Final = 5
KEPT_FREE: Final = 8
"""Threads that nobody waits in, for all other requests."""
_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """A kind of thing that can be waited for.

    `states` tells, of the ids that there are, what is another with each change, such as a version,
    and when the next change falls due that comes by time alone, if one does.
    """

    name: str
    states: Callable[[Database, list[UUID]], Mapping[UUID, tuple[Hashable, datetime | None]]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Waiter:
    watched: Watched
    thing_id: UUID
    known: Hashable
    hung_up: Callable[[], bool]
    woken: Event = field(default_factory=Event)


class Waiting:
    """Who waits in this process, and the places for them."""

    def __init__(self, *, threads: int, of_one: int, of_address: int) -> None:
        """Leave enough of the server's threads to requests that do not wait.

        Args:
            threads: How many the server has.
            of_one: How many places one player may take.
            of_address: How many all players of one address may take.
        """
        self._places = places(threads)
        self._of_one = of_one
        self._of_address = of_address
        self._taken: Counter[UUID] = Counter()  # by player
        self._taken_from: Counter[bytes] = Counter()  # by address
        self._lock = Lock()
        self._waiters: set[_Waiter] = set()
        self._watcher: Thread | None = None
        self._over = Event()

    @property
    def over(self) -> bool:
        """Tell whether nobody may wait any more, since the process is about to stop."""
        return self._over.is_set()

    @contextmanager
    def place(self, player_id: UUID, address: bytes) -> Iterator[None]:
        """Take one of the places for a block, which may wait many times.

        Raises:
            TooManyWaiting: none is free, or the player or their address has as many as one may, or
                the process is about to stop.
        """
        with self._lock:
            if self._taken[player_id] >= self._of_one:
                raise TooManyWaiting(Detail.WAITING_YOURSELF, retry_after=COME_AGAIN_S)
            if self._taken_from[address] >= self._of_address:
                raise TooManyWaiting(Detail.WAITING_ADDRESS, retry_after=COME_AGAIN_S)
            if self.over or self._taken.total() >= self._places:
                raise TooManyWaiting(retry_after=COME_AGAIN_S)
            self._taken[player_id] += 1
            self._taken_from[address] += 1
        try:
            yield
        finally:
            with self._lock:
                _give_back(self._taken, player_id)
                _give_back(self._taken_from, address)

    def wait(self, means: Means, waiter: _Waiter, *, seconds: float) -> None:
        """Let one wait until the watcher wakes them, or time is over, or the process is to stop."""
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
        """Look for changes as long as somebody waits, and for what falls due when it does."""
        pause = LOOK_EVERY_S
        while not self._over.wait(pause):
            with self._lock:
                waiters = tuple(self._waiters)
                if not waiters:
                    self._watcher = None
                    return
            pause = min(
                _look(means, watched, [each for each in waiters if each.watched is watched])
                for watched in {each.watched for each in waiters}
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """One request, which may wait as long as its client has not hung up.

    `address` is what the request is counted by, as for the rates.
    """

    waiting: Waiting
    address: bytes
    hung_up: Callable[[], bool]

    @property
    def over(self) -> bool:
        """Tell whether there is nothing to wait for any more, or nobody."""
        return self.waiting.over or self.hung_up()

    def place(self, player_id: UUID) -> AbstractContextManager[None]:
        """Take a place for a block: `Waiting.place`."""
        return self.waiting.place(player_id, self.address)

    def wait(
        self, means: Means, watched: Watched, thing_id: UUID, *, known: Hashable, seconds: float
    ) -> None:
        """Wait until a thing's state is not the known one, it is gone or due, or time is over.

        Returns at once when the process is about to stop or the client has hung up: who waits again
        and again asks `over`.
        """
        waiter = _Waiter(watched=watched, thing_id=thing_id, known=known, hung_up=self.hung_up)
        self.waiting.wait(means, waiter, seconds=seconds)


def places(threads: int) -> int:
    """Tell in how many of a server's threads one may wait."""
    return max(1, threads - KEPT_FREE)


def of_address(config: Config) -> int:
    """Tell how many places of a process one address may take."""
    return config.max_waiting_address or ceil(places(config.threads) / 2)


def _give_back(taken: Counter[Whose], whose: Whose) -> None:
    taken[whose] -= 1
    if not taken[whose]:
        del taken[whose]


def _look(means: Means, watched: Watched, waiters: Collection[_Waiter]) -> float:
    """Wake those whose thing has changed, and those whose client is gone.

    Gives in how many seconds to look again: something may fall due before long.
    """
    for each in waiters:
        if each.hung_up():
            each.woken.set()
    try:
        found = watched.states(means.database, list({each.thing_id for each in waiters}))
    except Unavailable:  # the next look may find the database again
        return LOOK_EVERY_S
    except Exception:  # a defect of one kind must not keep the others from being looked at
        _LOG.exception("looking for changes failed", extra={"fields": {"watched": watched.name}})
        return LOOK_EVERY_S
    now, pause = means.now(), LOOK_EVERY_S
    for each in waiters:
        state, due_at = found.get(each.thing_id, (None, None))
        left = LOOK_EVERY_S if due_at is None else (due_at - now).total_seconds()
        if state != each.known or left <= 0:
            each.woken.set()
        elif left < pause:
            pause = left
    return pause
