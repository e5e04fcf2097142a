"""Forgetting guests: what they left behind long ago goes, and nothing else; docs/players.md.

Races that nobody needs any more go too: docs/races.md. It goes through guests, and through races, a
page at a time, each page a transaction of its own, so it may run beside the service, be stopped at
any moment, and run twice at once. A dry run only counts.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from service.storage import forgetting, race_forgetting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.means import Means
    from service.storage.forgetting import Forgotten

PAGE: Final = 200
CANCELLED_KEPT: Final = timedelta(days=30)
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


def forget_races(means: Means, *, dry_run: bool = False) -> Iterator[int]:
    """Remove races that nobody is in any more, and those cancelled long ago; tell how many by page.

    A race whose rematch is there goes once that is gone, at the latest the next time.
    """
    before, after = means.now() - CANCELLED_KEPT, forgetting.FIRST
    act = race_forgetting.count if dry_run else race_forgetting.remove
    while page := race_forgetting.page(means.database, after=after, limit=PAGE):
        yield act(means.database, page, cancelled_before=before)
        after = page[-1]


def _before(now: datetime, days: int) -> datetime:
    return now - timedelta(days=days) if days else _NEVER
