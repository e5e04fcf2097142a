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
    from service.storage.pool import Database


def machine_time() -> datetime:
    """Tell the time to the millisecond, which is what answers show and rows keep."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


@dataclass(frozen=True, kw_only=True)
class Means:
    """The database, the settings, the clock and the operating system's randomness."""

    database: Database
    config: Config
    now: Callable[[], datetime] = machine_time
    chance: Random = field(default_factory=secrets.SystemRandom)
