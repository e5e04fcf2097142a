"""What the use cases work with: the database, the settings, the clock and chance.

One frozen value, made once by `create_app` and handed to every use case; tests make their own.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from service.config import Config
    from service.storage.pool import Database, Lent


def machine_time() -> datetime:
    """Tell the time to the millisecond, which is what answers show and rows keep."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


@dataclass(frozen=True, kw_only=True)
class Means:
    """The database, the settings, the clock and the operating system's randomness.

    `now_within` is the clock for who holds a connection, where it needs one to tell the time.
    """

    database: Database
    config: Config
    now: Callable[[], datetime] = machine_time
    now_within: Callable[[Lent], datetime] | None = None
    chance: Random = field(default_factory=secrets.SystemRandom)

    def time(self, lent: Lent) -> datetime:
        """Tell the time within a transaction, without waiting for another connection."""
        return self.now() if self.now_within is None else self.now_within(lent)
