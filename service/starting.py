"""Starting a game: the wish is checked, a deal is made or found, the first event is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import uuid4, uuid5

from engine import Position
from service import dailies, deals, proving, racing
from service.access import Ask, admit, find_player, find_player_with_deal, refuse_banned
from service.changing import Outcome, first_outcome
from service.closing import closes_at, refuse_while_race_is_open
from service.details import Detail, FaultCode
from service.errors import (
    Invalid,
    KeyNeedsToken,
    NotAllowedHere,
    NotFound,
    TooManyGames,
    Unauthenticated,
    Unavailable,
)
from service.players import make_guest
from service.playing import check_level
from service.progress import Change, Kind, advance, nothing_happened
from service.storage import games
from service.storage.events import Event
from service.storage.games import Game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime
    from uuid import UUID

    from engine import Level, Rules, Variant
    from service.access import Retry
    from service.deals import Dealt
    from service.means import Means
    from service.storage.players import Player
    from service.storage.verified_deals import VerifiedDeal


TRIES: Final = 8


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
class Started:
    """A new game, and the token of the guest it was made for, if it was."""

    outcome: Outcome
    token: str | None = None


def start(means: Means, *, token: str | None, wish: Wish, retry: Retry | None) -> Started:
    """Start a game; without a token, for a new guest.

    With a key the game's id follows from player and key, so that a repeated request finds it.

    Raises:
        Banned: the operator has banned the player.
        KeyNeedsToken: an Idempotency-Key without a token.
        Invalid: the wish contradicts itself or the variant.
        TooManyGames: the player has too many unfinished games.
        Unavailable: no deal was proved winnable within the budget.
    """
    if token is None:
        if retry is not None:
            raise KeyNeedsToken
        plan = _plan(means, wish, token=None)
        dealt = _deal(means, plan, _waiting(means, plan), None)
        player, token = make_guest(means)
        new = _New(player=player, game_id=uuid4(), plan=plan)
        return Started(outcome=_start(means, new, dealt), token=token)
    player, waiting = _player_and_deal(means, token, wish)
    refuse_banned(player)
    game_id = uuid5(player.id, retry.key) if retry else uuid4()
    ask = Ask(token=token, game_id=game_id, retry=retry)
    outcome = _kept(means, ask)
    if outcome is None:
        plan = _plan(means, wish, token=token)
        dealt = _deal(means, plan, waiting, player)
        new = _New(player=player, game_id=game_id, plan=plan, ask=ask)
        outcome = _start(means, new, dealt)
    return Started(outcome=outcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """What a new game is to be: by which rules, and on which deal, None for a secret one."""

    rules: Rules
    level: Level
    dealt: Dealt | None = None
    proved: bool = False
    practice: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _New:
    """A game that is to be: whose, under which id, by which plan, and for which call."""

    player: Player
    game_id: UUID
    plan: _Plan
    ask: Ask | None = None


def _plan(means: Means, wish: Wish, *, token: str | None) -> _Plan:
    _check_wish(wish)
    former = _game_again(means, wish, token=token)
    found = _variant(wish, former)
    rules = deals.choose_rules(found, wish.options)
    level = wish.autoplay or found.autoplay
    check_level(rules.levels, level)
    if wish.winnable and not deals.provable(rules):
        raise Invalid.field("winnable", FaultCode.WINNABLE_NOT_PROVED)
    if former is not None:
        dealt = _deal_again(wish, former, found, rules)
        return _Plan(rules=rules, level=level, dealt=dealt, practice=True)
    if wish.layout is not None:
        dealt = deals.arranged(rules, wish.layout)
        return _Plan(rules=rules, level=level, dealt=dealt, practice=True)
    if wish.daily is not None:
        return _daily_plan(means, wish, found, rules)
    if wish.deal is not None:
        return _Plan(rules=rules, level=level, dealt=deals.numbered(rules, wish.deal))
    proved = deals.provable(rules) if wish.winnable is None else wish.winnable
    return _Plan(rules=rules, level=level, proved=proved)


def _daily_plan(means: Means, wish: Wish, found: Variant, rules: Rules) -> _Plan:
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
    return _Plan(
        rules=dailies.rules_of(daily),
        level=level,
        dealt=dailies.dealt(daily, level),
        practice=means.now() >= closes_at(daily.day),
    )


def _player_and_deal(means: Means, token: str, wish: Wish) -> tuple[Player, VerifiedDeal | None]:
    """Find who starts a game, and with the same look the verified deal they will want, if any."""
    rules = _promised(wish)
    if rules is None:
        return find_player(means, token), None
    return find_player_with_deal(means, token, proving.key_of(rules))


def _promised(wish: Wish) -> Rules | None:
    """Give the rules of a wish that a verified deal is for; a bad wish is refused by `_plan`."""
    if wish.variant is None or wish.winnable is False or _named(wish):
        return None
    try:
        rules = deals.choose_rules(deals.find_variant(wish.variant), wish.options)
    except (NotFound, Invalid):
        return None
    return rules if deals.provable(rules) else None


def _waiting(means: Means, plan: _Plan) -> VerifiedDeal | None:
    return proving.find(means, plan.rules) if plan.proved else None


def _deal(means: Means, plan: _Plan, waiting: VerifiedDeal | None, player: Player | None) -> Dealt:
    """Give the deal of a plan; before one is solved for a player, their room is looked at."""
    if plan.dealt is not None:
        return plan.dealt
    if not plan.proved:
        return deals.secret(plan.rules, means.chance)
    found = proving.proved_again(means, plan.rules, plan.level, waiting)
    if found is None:
        if player is not None:
            _check_room(means, player)
        found = proving.solved(means, plan.rules, plan.level)
    return found


def _start(means: Means, new: _New, dealt: Dealt) -> Outcome:
    """Write a new game; once more where another game came first, if need be on another deal."""
    for _ in range(TRIES):
        outcome = _add(means, new, dealt) or _kept(means, new.ask)
        if outcome is not None:
            return outcome
        _check_room(means, new.player)
        dealt = _deal(means, new.plan, _waiting(means, new.plan), new.player)
    raise Unavailable(Detail.NO_WINNABLE_DEAL)


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


def _deal_again(wish: Wish, game: Game, found: Variant, rules: Rules) -> Dealt:
    if game.variant != found.id:
        raise Invalid.field("variant", FaultCode.AGAIN_OTHER_VARIANT, variant=game.variant)
    if wish.options and dict(rules.options) != game.options:
        raise Invalid.field("options", FaultCode.AGAIN_OTHER_OPTIONS)
    refuse_while_race_is_open(game)
    if game.status == "playing":
        raise NotAllowedHere(Detail.AGAIN_UNFINISHED)
    return deals.again(game)


def _kept(means: Means, ask: Ask | None) -> Outcome | None:
    """Find the game that an earlier send of this request started."""
    if ask is None or ask.retry is None:
        return None
    try:
        found = admit(means, ask)
    except NotFound:
        return None
    return first_outcome(means, found.game, found.kept) if found.kept else None


def _check_room(means: Means, player: Player) -> None:
    """Refuse one game too many; the insertion counts again."""
    racing.settle_mine(means, player.id)
    unfinished = games.count_unfinished(means.database, player.id)
    if unfinished is None:  # they were deleted meanwhile, or linked to another
        raise Unauthenticated
    if unfinished >= means.config.max_unfinished:
        raise TooManyGames


def _add(means: Means, new: _New, dealt: Dealt) -> Outcome | None:
    """Write a new game; None if it is there already, was one too many, or another came first."""
    now = means.now()
    retry, level = new.ask.retry if new.ask else None, new.plan.level
    position = Position.start(dealt.deal)
    before = _before(new, dealt, now)
    steps = tuple(
        step for move in deals.first_steps(position, level) for step in position.follow(move)
    )
    started = Change(
        kind=Kind.STARTED,
        moves=position.line,
        steps=steps,
        level=level.value,
        plan=dealt.certificate,
    )
    game = advance(before, started, position, at=now, zone=new.player.time_zone)
    event = Event(
        game_id=new.game_id,
        version=game.version,
        kind=started.kind.value,
        moves=started.moves,
        level=started.level,
        answer=dealt.certificate,
        at=now,
        request_key=retry.key if retry else None,
        fingerprint=retry.fingerprint if retry else None,
    )
    added = games.add(
        means.database,
        game,
        event,
        most_unfinished=means.config.max_unfinished,
        takes=dealt.verified_id,
    )
    return Outcome(game=added, position=position, steps=steps, event=event) if added else None


def _before(new: _New, dealt: Dealt, now: datetime) -> Game:
    """Make the row of a game in which nothing has happened yet."""
    rules = dealt.deal.rules
    return Game(
        id=new.game_id,
        player_id=new.player.id,
        variant=rules.variant,
        rules_version=rules.version,
        options=dict(rules.options),
        practice=new.plan.practice,
        deal_number=dealt.deal.number,
        deal_order=bytes(dealt.deal.order) if dealt.deal.order is not None else None,
        deal_layout=deals.layout_written(dealt.deal),
        salt=dealt.salt,
        commitment=dealt.commitment,
        deal_verdict=dealt.verdict,
        deal_difficulty=dealt.difficulty,
        daily_on=dealt.daily_on,
        off_board=False,
        autoplay=new.plan.level.value,
        created_at=now,
        last_move_at=now,
        **nothing_happened(),
    )
