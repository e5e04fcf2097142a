"""Statistics, derived from the games' own rows each time they are read.

The rules they follow are published in docs/statistics.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service import racing
from service.access import find_player
from service.deals import variant_in_query
from service.storage import race_lists, stats
from service.storage.statements import one_moment
from service.streaks import Moment, moment, streaks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.means import Means
    from service.storage.race_lists import RaceFigures
    from service.storage.stats import Figures, Win


def read(means: Means, token: str, *, variant: str | None) -> dict[str, Any]:
    """Give a player's figures: overall and per variant, each split into clean and assisted.

    Raises:
        Invalid: there is no such variant.
    """
    player = find_player(means, token)
    variant = variant_in_query(variant)
    now = moment(means.now(), player.time_zone)
    racing.settle_mine(means, player.id)
    with one_moment(means.database) as snapshot:
        figures = stats.figures(snapshot, player.id, variant=variant)
        wins = stats.wins(snapshot, player.id, variant=variant)
        raced = race_lists.figures(snapshot, player.id, variant=variant)
    variants = sorted({each.variant for each in figures if each.variant is not None})
    return {
        "time_zone": player.time_zone,
        "today": now.date.isoformat(),
        "overall": _split(figures, wins, None, now),
        "variants": [{"variant": name, **_split(figures, wins, name, now)} for name in variants],
        "races": {
            "overall": _raced(raced, None),
            "variants": [
                {"variant": each.variant, **_raced(raced, each.variant)}
                for each in sorted(raced, key=lambda each: each.variant or "")
                if each.variant is not None
            ],
        },
    }


def _raced(figures: Iterable[RaceFigures], variant: str | None) -> dict[str, Any]:
    found = next((each for each in figures if each.variant == variant), None)
    return {
        "played": found.played if found else 0,
        "won": found.won if found else 0,
        "drawn": found.drawn if found else 0,
    }


def _split(
    figures: Iterable[Figures], wins: Iterable[Win], variant: str | None, now: Moment
) -> dict[str, Any]:
    of_variant = [each for each in figures if each.variant == variant]
    won = [win for win in wins if variant in (None, win.variant)]
    clean = [win for win in won if not win.assisted]
    assisted = [win for win in won if win.assisted]
    return {
        "all": _written(of_variant, None, won, now),
        "clean": _written(of_variant, False, clean, now),
        "assisted": _written(of_variant, True, assisted, now),
    }


def _written(
    figures: Iterable[Figures], assisted: bool | None, wins: Iterable[Win], now: Moment
) -> dict[str, Any]:
    found = next((each for each in figures if each.assisted is assisted), None)
    dated = (Moment(at=win.won_at, zone=win.won_zone, date=win.won_on) for win in wins)
    current, best = streaks(dated, now=now)
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
