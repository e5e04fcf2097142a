"""Boards: who did best on a day's daily, and who was first on most days.

The rules are published in docs/boards.md. A board holds names and results, nothing that tells who a
player is otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from service import dailies, deals
from service.access import find_player
from service.closing import OPEN_DAYS, closes_at, last_closed
from service.storage import boards
from service.storage.boards import Part
from service.timestamps import timestamp

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from service.means import Means
    from service.storage.boards import Entry, Result, Topped

REACH: Final = 3
"""So many entries are shown on each side of one's own."""

Place = tuple[int | str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of a board, and the place after which the next one begins, if there is one."""

    body: dict[str, Any]
    next: Place | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """An entry as it is shown, on the page or in the window, and its place in the order."""

    listed: bool
    entry: dict[str, Any]
    place: Place


def of_day(
    means: Means, name: str, day: date, *, token: str | None, after: Place | None, limit: int
) -> Page:
    """Read a page of a day's board; with a token also one's own place and who is around it.

    Raises:
        NotFound: there is no such variant, or the day is to come or had no daily.
        Unauthenticated: nobody holds the token.
    """
    part = _part(means, token, after, limit)
    daily = dailies.find(means, name, day)
    closes = closes_at(daily.day)
    found = boards.of_day(means.database, daily.variant, daily.day, closes_at=closes, part=part)
    body = {
        "variant": daily.variant,
        "date": daily.day.isoformat(),
        "closes_at": timestamp(closes),
        "closed": means.now() >= closes,
        "withdrawn": daily.withdrawn_at is not None,
    }
    return _page(body, [_result(each) for each in found], limit)


def of_all_days(
    means: Means,
    name: str,
    *,
    until: date | None,
    token: str | None,
    after: Place | None,
    limit: int,
) -> Page:
    """Read a page of the board of days topped, until the last day that has closed, or until a day.

    Raises:
        NotFound: there is no such variant.
        Unauthenticated: nobody holds the token.
    """
    part = _part(means, token, after, limit)
    variant = deals.find_variant(name).id
    closed = last_closed(means.now())
    until = closed if until is None else min(until, closed)
    found = boards.of_all_days(means.database, variant, until=until, open_days=OPEN_DAYS, part=part)
    body = {"variant": variant, "until": until.isoformat()}
    return _page(body, [_topped(each) for each in found], limit)


def counting(means: Means, name: str, day: date, who: str) -> list[Entry]:
    """List the ended games that count on a daily of players so named, or the one of this id.

    Raises:
        NotFound: there is no such variant, or the day is to come or had no daily.
    """
    daily = dailies.find(means, name, day)
    return boards.entries(means.database, daily.variant, daily.day, who)


def take_off(means: Means, entry: Entry) -> None:
    """Take an entry off its board."""
    boards.take_off(means.database, entry.game_id)


def _part(means: Means, token: str | None, after: Place | None, limit: int) -> Part:
    """Ask for one entry more than is to be shown, to know whether there is a next page."""
    player = None if token is None else find_player(means, token)
    around = None if player is None else player.id
    return Part(after=after, limit=limit + 1, around=around, reach=REACH)


def _page(body: dict[str, Any], found: Sequence[_Shown], limit: int) -> Page:
    listed = [each for each in found if each.listed]
    window = [each.entry for each in found if not each.listed]
    page = {**body, "items": [each.entry for each in listed[:limit]]}
    mine = next((entry for entry in window if "me" in entry), None)
    if mine is not None:
        page["me"] = {"rank": mine["rank"], "window": window}
    return Page(body=page, next=listed[limit - 1].place if len(listed) > limit else None)


def _result(each: Result) -> _Shown:
    entry = {
        "rank": each.rank,
        "name": each.name,
        "status": each.status,
        "score": each.score,
        "moves": each.moves,
        "elapsed_ms": each.elapsed_ms,
        "finished_at": timestamp(each.finished_at),
    }
    return _Shown(
        listed=each.listed,
        entry={**entry, "me": True} if each.mine else entry,
        place=(each.score, each.moves, each.elapsed_ms, str(each.game_id)),
    )


def _topped(each: Topped) -> _Shown:
    entry = {"rank": each.rank, "name": each.name, "days": each.days}
    return _Shown(
        listed=each.listed,
        entry={**entry, "me": True} if each.mine else entry,
        place=(each.days, each.key),
    )
