"""The deal of the day: one for each variant and UTC date, the same for all who play it.

It is made of the operating system's randomness at its first read, or when the day begins by the
clockwork; before that it does not exist anywhere, so that nobody can compute it. Where deals can
be promised winnable it is proved, as those of games are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine import Position, Verdict, catalogue
from service import deals, proving
from service.answers import closed_deal, difficulty_entry
from service.closing import closes_at, day_of, opens_at
from service.deals import Dealt
from service.details import Detail
from service.errors import NotFound, Unavailable
from service.storage import dailies
from service.storage.dailies import Daily
from service.timestamps import timestamp

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date, datetime
    from uuid import UUID

    from engine import Deal, Level, Rules, Variant
    from service.means import Means

TRIES: Final = 8


def read(means: Means, name: str, day: date | None) -> dict[str, Any]:
    """Describe a day's daily, or today's; once it has closed with all its cards.

    Raises:
        NotFound: there is no such variant; the day is to come, had no daily, or it was withdrawn.
    """
    daily = find(means, name, day)
    if daily.withdrawn_at is not None:
        raise NotFound(Detail.NO_DAILY)
    return _written(daily, now=means.now())


def find(means: Means, name: str, day: date | None) -> Daily:
    """Find a day's daily, or today's; also one that was withdrawn.

    Raises:
        NotFound: there is no such variant, or the day is to come or had no daily.
    """
    found = deals.find_variant(name)
    today = day_of(means.now())
    day = today if day is None else day
    if day > today:
        raise NotFound(Detail.NO_DAILY)
    daily = dailies.find(means.database, found.id, day)
    if daily is None and day == today:
        daily = _make(means, found, day)
    if daily is None:
        raise NotFound(Detail.NO_DAILY)
    return daily


def withdraw(means: Means, name: str, day: date) -> bool:
    """Withdraw a daily, so that no game can be started on it; tell whether it was not before.

    Raises:
        NotFound: there is no such variant, or the day is to come or had no daily.
    """
    daily = find(means, name, day)
    return dailies.withdraw(means.database, daily.variant, daily.day, at=means.now())


def make_all(means: Means) -> Iterator[str | None]:
    """Make today's dailies that are not made yet; give each variant, None where it failed."""
    made = dailies.made(means.database, day_of(means.now()))
    for found in catalogue():
        if found.id in made:
            continue
        try:
            find(means, found.id, None)
        except Unavailable as error:
            if error.detail is not Detail.NO_WINNABLE_DEAL:
                raise
            yield None
        else:
            yield found.id


def rules_of(daily: Daily) -> Rules:
    """Give the rules a daily is played by."""
    return deals.rules_at(daily.variant, daily.rules_version, daily.options)


def dealt(daily: Daily, level: Level) -> Dealt:
    """Give a daily for a game with this level of automatic play."""
    deal = _deal(daily)
    return Dealt(
        deal=deal,
        salt=daily.salt,
        commitment=daily.commitment,
        verdict=_verdict(daily),
        certificate=proving.line_after(deal, daily.line or b"", level) or None,
        difficulty=daily.difficulty,
        daily_on=daily.day,
    )


def _make(means: Means, found: Variant, day: date) -> Daily | None:
    """Make today's daily; of those who do so at once, one does."""
    for _ in range(TRIES):
        daily, takes = _deal_one(means, found, day)
        dailies.add(means.database, daily, takes=takes)
        kept = dailies.find(means.database, found.id, day)
        if kept is not None:
            return kept
    raise Unavailable(Detail.NO_WINNABLE_DEAL)


def _deal_one(means: Means, found: Variant, day: date) -> tuple[Daily, UUID | None]:
    """Deal a day's daily, by the usual rules and proved for the usual automatic play."""
    rules = found.with_options()
    if deals.provable(rules):
        new = proving.proved_again(means, rules, found.autoplay, proving.find(means, rules))
        new = new or proving.solved(means, rules, found.autoplay)
    else:
        new = deals.secret(rules, means.chance)
    daily = Daily(
        variant=rules.variant,
        day=day,
        rules_version=rules.version,
        options=dict(rules.options),
        deal_order=bytes(new.deal.order or ()),
        salt=new.salt or b"",
        commitment=new.commitment or b"",
        line=_whole_line(new, found.autoplay),
        difficulty=new.difficulty,
        made_at=means.now(),
    )
    return daily, new.verified_id


def _whole_line(new: Dealt, level: Level) -> bytes | None:
    """Give the winning line from the cards as dealt, with what automatic play does first."""
    if new.certificate is None:
        return None
    position = Position.start(new.deal)
    return position.pack(deals.first_steps(position, level)) + new.certificate


def _deal(daily: Daily) -> Deal:
    return deals.of_order(rules_of(daily), daily.deal_order)


def _verdict(daily: Daily) -> str | None:
    return None if daily.line is None else Verdict.WINNABLE.value


def _written(daily: Daily, *, now: datetime) -> dict[str, Any]:
    closes = closes_at(daily.day)
    written: dict[str, Any] = {
        "variant": daily.variant,
        "date": daily.day.isoformat(),
        "rules_version": daily.rules_version,
        "options": daily.options,
        "commitment": daily.commitment.hex(),
        "opens_at": timestamp(opens_at(daily.day)),
        "closes_at": timestamp(closes),
    }
    if (verdict := _verdict(daily)) is not None:
        written["verdict"] = verdict
    if daily.difficulty is not None:
        written["difficulty"] = difficulty_entry(daily.difficulty)
    if now >= closes:
        written["closed"] = closed_deal(
            _deal(daily), commitment=daily.commitment, salt=daily.salt, solution=daily.line
        )
    return written
