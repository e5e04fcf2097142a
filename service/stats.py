"""Statistics, derived from the games' own rows each time they are read.

Played are games with at least one move, practice apart; the win rate is wins by played and absent
at none. Streaks count consecutive local dates with a win, the date fixed by the player's zone at
the win; a streak is current while its last date is today or yesterday.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from service.access import find_player
from service.deals import variant_in_query
from service.storage import stats

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from service.means import Means
    from service.storage.stats import Figures, WinDay


def read(means: Means, token: str, *, variant: str | None) -> dict[str, Any]:
    """Give a player's figures: overall and per variant, each split into clean and assisted.

    Raises:
        Invalid: there is no such variant.
    """
    player = find_player(means, token)
    variant = variant_in_query(variant)
    today = means.now().astimezone(ZoneInfo(player.time_zone)).date()
    figures = stats.figures(means.database, player.id, variant=variant)
    days = stats.win_days(means.database, player.id, variant=variant)
    variants = sorted({each.variant for each in figures if each.variant is not None})
    return {
        "time_zone": player.time_zone,
        "today": today.isoformat(),
        "overall": _split(figures, days, None, today),
        "variants": [{"variant": name, **_split(figures, days, name, today)} for name in variants],
    }


def streaks(days: Iterable[date], *, today: date) -> tuple[int, int]:
    """Give the current and the best streak.

    >>> from datetime import date
    >>> streaks([date(2025, 3, 1), date(2025, 3, 2), date(2025, 3, 5)], today=date(2025, 3, 6))
    (1, 2)
    """
    length = best = 0
    last: date | None = None
    for day in sorted(set(days)):
        length = length + 1 if last is not None and day - last == timedelta(days=1) else 1
        best = max(best, length)
        last = day
    current = last is not None and last >= today - timedelta(days=1)
    return (length if current else 0), best


def _split(
    figures: Iterable[Figures], days: Iterable[WinDay], variant: str | None, today: date
) -> dict[str, Any]:
    of_variant = [each for each in figures if each.variant == variant]
    won = [day for day in days if variant in (None, day.variant)]
    return {
        "all": _written(of_variant, None, (day.won_on for day in won), today),
        "clean": _written(
            of_variant, False, (day.won_on for day in won if not day.assisted), today
        ),
        "assisted": _written(of_variant, True, (day.won_on for day in won if day.assisted), today),
    }


def _written(
    figures: Iterable[Figures], assisted: bool | None, days: Iterable[date], today: date
) -> dict[str, Any]:
    found = next((each for each in figures if each.assisted is assisted), None)
    current, best = streaks(days, today=today)
    written: dict[str, Any] = {
        "played": found.played if found else 0,
        "wins": found.wins if found else 0,
        "practice_played": found.practice_played if found else 0,
        "current_streak": current,
        "best_streak": best,
    }
    if found is None:
        return written
    if found.played:
        written["win_rate"] = round(found.wins / found.played, 4)
    for name in ("fastest_win_ms", "fewest_moves", "best_score"):
        if getattr(found, name) is not None:
            written[name] = getattr(found, name)
    return written
