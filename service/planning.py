"""What a new game is to be: a wish is checked, and made a plan of rules and a deal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from service import dailies, deals, proving
from service.access import Ask, admit
from service.certificates import certificate
from service.closing import closes_at, refuse_while_race_is_open
from service.details import Detail, FaultCode
from service.errors import Invalid, NotAllowedHere, NotFound
from service.playing import check_level

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date
    from uuid import UUID

    from engine import Level, Rules, Variant
    from service.deals import Dealt
    from service.means import Means
    from service.storage.games import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The game a player wants: which variant, its house rules, and on which deal.

    `deal` is a public number, `daily` the day whose daily is meant, `layout` the cards as the
    player laid them, `again` an ended game whose deal to play once more; with none of them the deal
    is secret. `variant` may be None with `again`, whose game tells it. `winnable` None leaves it to
    the variant.
    """

    variant: str | None
    options: Mapping[str, str]
    autoplay: Level | None = None
    winnable: bool | None = None
    deal: str | None = None
    daily: date | None = None
    layout: Mapping[str, Sequence[str]] | None = None
    again: UUID | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a new game is to be: by which rules, and on which deal, None for a secret one."""

    rules: Rules
    level: Level
    dealt: Dealt | None = None
    proved: bool = False
    practice: bool = False


def plan(means: Means, wish: Wish, *, token: str | None) -> Plan:
    """Plan the game that a player wants.

    Raises:
        Invalid: the wish contradicts itself, the variant or the daily, or names what is not there.
        DealOutOfRange: the variant has no deal of that number.
        NotAllowedHere: the game whose deal is wanted again has not ended, or its race is not over.
    """
    _check_wish(wish)
    former = _game_again(means, wish, token=token)
    found = _variant(wish, former)
    rules = deals.choose_rules(found, wish.options)
    level = wish.autoplay or found.autoplay
    check_level(rules.levels, level)
    if wish.winnable and not deals.provable(rules):
        raise Invalid.field("winnable", FaultCode.WINNABLE_NOT_PROVED)
    if former is not None:
        _check_again(wish, former, found, rules)
        dealt = _deal_again(means, former, level)
        return Plan(rules=rules, level=level, dealt=dealt, practice=True)
    if wish.layout is not None:
        dealt = deals.arranged(rules, wish.layout)
        return Plan(rules=rules, level=level, dealt=dealt, practice=True)
    if wish.daily is not None:
        return _daily_plan(means, wish, found, rules)
    if wish.deal is not None:
        return Plan(rules=rules, level=level, dealt=deals.numbered(rules, wish.deal))
    proved = deals.provable(rules) if wish.winnable is None else wish.winnable
    return Plan(rules=rules, level=level, proved=proved)


def promised(wish: Wish) -> Rules | None:
    """Give the rules of a wish that a verified deal is for; a bad wish is refused by `plan`."""
    if wish.variant is None or wish.winnable is False or _named(wish):
        return None
    try:
        rules = deals.choose_rules(deals.find_variant(wish.variant), wish.options)
    except (NotFound, Invalid):
        return None
    return rules if deals.provable(rules) else None


def _daily_plan(means: Means, wish: Wish, found: Variant, rules: Rules) -> Plan:
    """Plan a game on a daily, by its own rules; practice once all its cards can be looked up."""
    try:
        daily = dailies.find(means, found.id, wish.daily)
    except NotFound:
        raise Invalid.field("daily", FaultCode.NO_SUCH_DAILY) from None
    if daily.withdrawn_at is not None:
        raise Invalid.field("daily", FaultCode.DAILY_WITHDRAWN)
    if wish.options and dict(rules.options) != daily.options:
        raise Invalid.field("options", FaultCode.DAILY_OTHER_OPTIONS)
    level = wish.autoplay or found.autoplay
    return Plan(
        rules=dailies.rules_of(daily),
        level=level,
        dealt=dailies.dealt(daily, level),
        practice=means.now() >= closes_at(daily.day),
    )


def _variant(wish: Wish, former: Game | None) -> Variant:
    name = wish.variant or (former.variant if former else None)
    if name is None:
        raise Invalid.field("variant", FaultCode.VARIANT_OR_AGAIN)
    try:
        return deals.find_variant(name)
    except NotFound:
        raise Invalid.field("variant", FaultCode.NO_SUCH_VARIANT) from None


def _check_wish(wish: Wish) -> None:
    """Refuse a wish that contradicts itself, whatever the variant."""
    named = _named(wish)
    if len(named) > 1:
        raise Invalid.field(named[-1], FaultCode.ONE_DEAL)
    if wish.winnable and named:
        raise Invalid.field("winnable", FaultCode.WINNABLE_IS_RANDOM)


def _named(wish: Wish) -> list[str]:
    """List by what a wish names its deal."""
    return [
        name for name in ("deal", "daily", "layout", "again") if getattr(wish, name) is not None
    ]


def _game_again(means: Means, wish: Wish, *, token: str | None) -> Game | None:
    """Find the game whose deal is to be played again, if that is the wish."""
    if wish.again is None:
        return None
    if token is None:
        raise Invalid.field("again", FaultCode.NO_SUCH_GAME)
    try:
        return admit(means, Ask(token=token, game_id=wish.again)).game
    except NotFound:
        raise Invalid.field("again", FaultCode.NO_SUCH_GAME) from None


def _check_again(wish: Wish, game: Game, found: Variant, rules: Rules) -> None:
    if game.variant != found.id:
        raise Invalid.field("variant", FaultCode.AGAIN_OTHER_VARIANT, variant=game.variant)
    if wish.options and dict(rules.options) != game.options:
        raise Invalid.field("options", FaultCode.AGAIN_OTHER_OPTIONS)
    refuse_while_race_is_open(game)
    if game.status == "playing":
        raise NotAllowedHere(Detail.AGAIN_UNFINISHED)


def _deal_again(means: Means, game: Game, level: Level) -> Dealt:
    """Give the deal of an ended game, with what is left of its proof at this level."""
    dealt = deals.again(game)
    if dealt.verdict is None:
        return dealt
    line = proving.line_after(dealt.deal, certificate(means, game), level)
    return replace(dealt, certificate=line or None)
