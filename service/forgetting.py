"""Forgetting guests: what they left behind long ago goes, and nothing else; docs/players.md.

It goes through the guests a page at a time, each page a transaction of its own, so it may run
beside the service, be stopped at any moment, and run twice at once. A dry run only counts.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from service.storage import forgetting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.means import Means
    from service.storage.forgetting import Forgotten

PAGE: Final = 200
_NEVER: Final = datetime(1970, 1, 1, tzinfo=UTC)


def count(means: Means) -> int:
    """Count the guests there are to look at."""
    return forgetting.count_guests(means.database)


def forget(means: Means, *, dry_run: bool = False) -> Iterator[Forgotten]:
    """Remove guests' unfinished games that are too old, and guests without games; tell by page."""
    now, after = means.now(), forgetting.FIRST
    ages = forgetting.Ages(
        now=now,
        games_before=_before(now, means.config.keep_games),
        guests_before=_before(now, means.config.keep_guests),
    )
    act = forgetting.look if dry_run else forgetting.remove
    while guests := forgetting.guests(means.database, after=after, limit=PAGE):
        yield act(means.database, guests, ages)
        after = guests[-1]


def _before(now: datetime, days: int) -> datetime:
    return now - timedelta(days=days) if days else _NEVER
