"""Times as the service writes them, in answers, refusals and the log."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime


def timestamp(at: datetime) -> str:
    """Write a time as RFC 3339 in UTC, to the millisecond.

    >>> from datetime import datetime, timedelta, timezone
    >>> timestamp(datetime(2025, 3, 1, 14, tzinfo=timezone(timedelta(hours=2))))
    '2025-03-01T12:00:00.000Z'
    """
    return f"{at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='milliseconds')}Z"
