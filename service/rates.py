"""How many requests are let in: rates, and the arithmetic of a bucket of tokens.

A bucket holds `burst` tokens and gains `per_second` of them; a request takes one, or is refused.
All that is kept of a bucket is when it will be full again: a bucket that is full is no bucket.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from math import ceil
from typing import Final

from service.values import Wrong, parts

UNITS: Final = {"s": 1, "min": 60, "h": 3600}
MOST: Final = 1_000_000
_RATE: Final = re.compile(r"([1-9][0-9]{0,6})/(s|min|h):([1-9][0-9]{0,6})")
_ROUNDING_S: Final = 1e-6
_FORM: Final = "expected off, or changes such as moves=50/s:200,guests=off; of each: "


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """So many requests in a unit of time, and so many at once.

    >>> str(Rate(requests=10, unit="min", burst=20))
    '10/min:20'
    """

    requests: int
    unit: str
    burst: int

    def __str__(self) -> str:
        return f"{self.requests}/{self.unit}:{self.burst}"

    @property
    def interval_s(self) -> float:
        """Seconds in which a token comes."""
        return UNITS[self.unit] / self.requests

    @property
    def window_s(self) -> float:
        """Seconds in which an empty bucket fills."""
        return self.burst * self.interval_s

    def spend(self, full_in_s: float) -> float | None:
        """Take a token; give in how many seconds the bucket is full then, or None: it is empty.

        >>> Rate(requests=2, unit="s", burst=2).spend(0.0)
        0.5
        >>> Rate(requests=2, unit="s", burst=2).spend(0.6) is None
        True
        """
        after = full_in_s + self.interval_s
        return after if after <= self.window_s + _ROUNDING_S else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """What is counted, each under the name of its policy; None: it is not."""

    moves: Rate | None = Rate(requests=20, unit="s", burst=60)
    calls: Rate | None = Rate(requests=5, unit="s", burst=30)
    searches: Rate | None = Rate(requests=1, unit="s", burst=10)
    addresses: Rate | None = Rate(requests=100, unit="s", burst=200)
    guests: Rate | None = Rate(requests=10, unit="min", burst=10)

    def __str__(self) -> str:
        shown = ((each.name, getattr(self, each.name)) for each in fields(self))
        return ",".join(f"{name}={rate or 'off'}" for name, rate in shown)


NONE: Final = Rates(moves=None, calls=None, searches=None, addresses=None, guests=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """A token to be taken: from whose bucket, under which policy."""

    policy: str
    rate: Rate
    whose: bytes

    @property
    def bucket(self) -> bytes:
        """Name the bucket."""
        return self.policy.encode() + b":" + self.whose


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A bucket after a request: whether it had a token, and in how many seconds it is full."""

    policy: str
    rate: Rate
    taken: bool
    full_in_s: float

    @property
    def remaining(self) -> int:
        """Tokens that are left."""
        left = (self.rate.window_s - self.full_in_s + _ROUNDING_S) / self.rate.interval_s
        return min(self.rate.burst, max(0, int(left))) if self.taken else 0

    @property
    def more_in_s(self) -> int:
        """Whole seconds until there is one token more, at least 1."""
        missing = self.rate.burst - self.remaining - 1
        return max(1, ceil(self.full_in_s - missing * self.rate.interval_s - _ROUNDING_S))


def read_rates(text: str) -> Rates:
    """Read the setting: the defaults with what is changed, or `off`.

    >>> str(read_rates("moves=50/s:200, guests=off"))
    'moves=50/s:200,calls=5/s:30,searches=1/s:10,addresses=100/s:200,guests=off'

    Raises:
        Wrong: it is not written so.
    """
    if text == "off":
        return NONE
    known = {each.name for each in fields(Rates)}
    changed: dict[str, Rate | None] = {}
    for part in parts(text):
        name, _, said = part.partition("=")
        written = _RATE.fullmatch(said)
        if name not in known or not (written or said == "off"):
            raise Wrong(f"{_FORM}{Rates()}")
        changed[name] = written and Rate(
            requests=int(written[1]), unit=written[2], burst=int(written[3])
        )
    return replace(Rates(), **changed)
