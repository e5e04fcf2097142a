"""The buckets of rates in memory that all processes of one service share.

Made before gunicorn forks, so that a limit is one limit however many workers there are. The
memory is of a fixed size: a bucket lives in a set of few places, and where all of them are taken
by others the one that is full soonest is forgotten, which forgives its holder a little. Nobody
outside can choose a set: places follow from a secret of this process.

A set is locked with a lock of the kernel's, which is gone with its holder, however that ends.
"""

from __future__ import annotations

import fcntl
import hashlib
import mmap
import os
import secrets
import struct
import tempfile
import threading
import time
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Final

from service.rates import Standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from service.rates import Charge

SETS: Final = 8192
PLACES: Final = 8
_PLACE: Final = struct.Struct("=16sd")  # whose, and when it is full by the monotonic clock


class Buckets:
    """Buckets that are full until a token is taken from them."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic, sets: int = SETS) -> None:
        """Take the memory.

        Args:
            now: A clock that all processes read alike, as Linux's and macOS' monotonic one is.
            sets: How many sets of eight.
        """
        self._now = now
        self._sets = sets
        self._secret = secrets.token_bytes(16)
        self._memory = mmap.mmap(-1, sets * PLACES * _PLACE.size)
        self._locks, name = tempfile.mkstemp(prefix="longcase-")
        Path(name).unlink()
        weakref.finalize(self, os.close, self._locks)
        self._one = threading.Lock()  # the kernel's locks are between processes

    def spend(self, charges: Iterable[Charge]) -> tuple[Standing, ...]:
        """Take a token from each bucket that has one."""
        return tuple(self._spend(charge) for charge in charges)

    def _spend(self, charge: Charge) -> Standing:
        digest = hashlib.blake2b(charge.bucket, key=self._secret, digest_size=24).digest()
        chosen, whose = int.from_bytes(digest[:8]) % self._sets, digest[8:]
        with self._one:
            fcntl.lockf(self._locks, fcntl.LOCK_EX, 1, chosen)
            try:
                at, full_in = self._find(chosen, whose)
                after = charge.rate.spend(full_in)
                if after is not None:
                    _PLACE.pack_into(self._memory, at, whose, self._now() + after)
            finally:
                fcntl.lockf(self._locks, fcntl.LOCK_UN, 1, chosen)
        return Standing(
            policy=charge.policy,
            rate=charge.rate,
            taken=after is not None,
            full_in_s=full_in if after is None else after,
        )

    def _find(self, chosen: int, whose: bytes) -> tuple[int, float]:
        """Give the place of a bucket, or one for it, and in how many seconds it is full."""
        first = chosen * PLACES * _PLACE.size
        places = range(first, first + PLACES * _PLACE.size, _PLACE.size)
        soonest, earliest = first, float("inf")
        for at in places:
            holder, full_at = _PLACE.unpack_from(self._memory, at)
            if holder == whose:
                return at, max(0.0, full_at - self._now())
            if full_at < earliest:
                soonest, earliest = at, full_at
        return soonest, 0.0
