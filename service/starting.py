"""Starting a game: the wish is checked, a deal is made or found, the first event is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import uuid4, uuid5

from engine import Position
from service import deals
from service.access import Ask, admit, find_player
from service.changing import Outcome, first_outcome
from service.details import Detail, FaultCode
from service.errors import Invalid, KeyNeedsToken, NotAllowedHere, NotFound, TooManyGames
from service.players import make_guest
from service.playing import check_level
from service.progress import Change, Kind, advance, nothing_happened
from service.storage import games
from service.storage.events import Event
from service.storage.games import Game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from engine import Level, Rules, Variant
    from service.access import Retry
    from service.deals import Dealt
    from service.means import Means
    from service.storage.players import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The game a player wants: which variant, its house rules, and on which deal.

    `deal` is a public number, `layout` the cards as the player laid them, `again` an ended game
    whose deal to play once more; with none of them the deal is secret. `variant` may be None with
    `again`, whose game tells it. `winnable` None leaves it to the variant.
    """

    variant: str | None
    options: Mapping[str, str]
    autoplay: Level | None = None
    winnable: bool | None = None
    deal: str | None = None
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
        KeyNeedsToken: an Idempotency-Key without a token.
        Invalid: the wish contradicts itself or the variant.
        TooManyGames: the player has too many unfinished games.
    """
    if token is None:
        if retry is not None:
            raise KeyNeedsToken
        seed = _seed(means, wish, token=None)
        player, token = make_guest(means)
        outcome = _add(means, player, uuid4(), seed, None)
        if outcome is None:
            raise TooManyGames
        return Started(outcome=outcome, token=token)
    player = find_player(means, token)
    game_id = uuid5(player.id, retry.key) if retry else uuid4()
    ask = Ask(token=token, game_id=game_id, retry=retry)
    outcome = _kept(means, ask)
    if outcome is None:
        _check_room(means, player)
        seed = _seed(means, wish, token=token)
        outcome = _add(means, player, game_id, seed, retry) or _kept(means, ask)
    if outcome is None:
        raise TooManyGames
    return Started(outcome=outcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seed:
    """What a new game starts from."""

    dealt: Dealt
    level: Level
    practice: bool


def _seed(means: Means, wish: Wish, *, token: str | None) -> _Seed:
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
        return _Seed(dealt=dealt, level=level, practice=True)
    if wish.layout is not None:
        return _Seed(dealt=deals.arranged(rules, wish.layout), level=level, practice=True)
    if wish.deal is not None:
        return _Seed(dealt=deals.numbered(rules, wish.deal), level=level, practice=False)
    proved = deals.provable(rules) if wish.winnable is None else wish.winnable
    dealt = deals.secret(rules, chance=means.chance, level=level if proved else None)
    return _Seed(dealt=dealt, level=level, practice=False)


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
    named = [name for name in ("deal", "layout", "again") if getattr(wish, name) is not None]
    if len(named) > 1:
        raise Invalid.field(named[-1], FaultCode.ONE_OF_DEAL_LAYOUT_AGAIN)
    if wish.winnable and named:
        raise Invalid.field("winnable", FaultCode.WINNABLE_IS_RANDOM)


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
    if game.status == "playing":
        raise NotAllowedHere(Detail.AGAIN_UNFINISHED)
    return deals.again(game)


def _kept(means: Means, ask: Ask) -> Outcome | None:
    """Find the game that an earlier send of this request started."""
    try:
        found = admit(means, ask)
    except NotFound:
        return None
    return first_outcome(means, found.game, found.kept) if found.kept else None


def _check_room(means: Means, player: Player) -> None:
    """Refuse one game too many before a deal is made for it; the insertion counts again."""
    unfinished = games.count_unfinished(means.database, player.id)
    if unfinished >= means.config.max_unfinished:
        raise TooManyGames


def _add(
    means: Means, player: Player, game_id: UUID, seed: _Seed, retry: Retry | None
) -> Outcome | None:
    """Write a new game; None if it is there already, or was one too many."""
    now = means.now()
    position = Position.start(seed.dealt.deal)
    before = _before(player, game_id, seed, now)
    steps = tuple(
        step for move in deals.first_steps(position, seed.level) for step in position.follow(move)
    )
    started = Change(
        kind=Kind.STARTED,
        moves=position.line,
        steps=steps,
        level=seed.level.value,
        plan=seed.dealt.certificate,
    )
    game = advance(before, started, position, at=now, zone=player.time_zone)
    event = Event(
        game_id=game_id,
        version=game.version,
        kind=started.kind.value,
        moves=started.moves,
        level=started.level,
        answer=seed.dealt.certificate,
        at=now,
        request_key=retry.key if retry else None,
        fingerprint=retry.fingerprint if retry else None,
    )
    unfinished = means.config.max_unfinished
    if games.add(means.database, game, event, most_unfinished=unfinished):
        return Outcome(game=game, position=position, steps=steps, event=event)
    return None


def _before(player: Player, game_id: UUID, seed: _Seed, now: datetime) -> Game:
    """Make the row of a game in which nothing has happened yet."""
    dealt = seed.dealt
    rules = dealt.deal.rules
    return Game(
        id=game_id,
        player_id=player.id,
        variant=rules.variant,
        rules_version=rules.version,
        options=dict(rules.options),
        practice=seed.practice,
        deal_number=dealt.deal.number,
        deal_order=bytes(dealt.deal.order) if dealt.deal.order is not None else None,
        deal_layout=deals.layout_written(dealt.deal),
        salt=dealt.salt,
        commitment=dealt.commitment,
        deal_verdict=dealt.verdict,
        autoplay=seed.level.value,
        created_at=now,
        last_move_at=now,
        **nothing_happened(),
    )
