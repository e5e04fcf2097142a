"""Starting a game: planned, its deal made or found, and written with its first event.

What a player may wish for, and what is planned for a wish, stands in `service.planning`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import uuid4, uuid5

from engine import Position
from service import deals, planning, proving, racing
from service.access import Ask, admit, find_player, find_player_with_deal, refuse_banned
from service.changing import Outcome, first_outcome
from service.details import Detail
from service.errors import (
    KeyNeedsToken,
    NotFound,
    TooManyGames,
    Unauthenticated,
    Unavailable,
)
from service.players import make_guest
from service.progress import Change, Kind, advance, event_of, nothing_happened
from service.storage import games
from service.storage.games import Game

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from service.access import Retry
    from service.deals import Dealt
    from service.means import Means
    from service.planning import Plan, Wish
    from service.storage.players import Player
    from service.storage.verified_deals import VerifiedDeal


TRIES: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A new game, and the token of the guest it was made for, if it was."""

    outcome: Outcome
    token: str | None = None


def start(means: Means, *, token: str | None, wish: Wish, retry: Retry | None) -> Started:
    """Start a game; without a token, for a new guest.

    With a key the game's id follows from player and key, so that a repeated request finds it.

    Raises:
        Unauthenticated: nobody holds the token.
        Banned: the operator has banned the player.
        KeyNeedsToken: an Idempotency-Key without a token.
        KeyReused: the key stands for another request.
        Invalid, DealOutOfRange, NotAllowedHere: as `service.planning.plan` says.
        TooManyGames: the player has too many unfinished games.
        Unavailable: no deal was proved winnable within the budget.
    """
    if token is None:
        if retry is not None:
            raise KeyNeedsToken
        plan = planning.plan(means, wish, token=None)
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
        plan = planning.plan(means, wish, token=token)
        dealt = _deal(means, plan, waiting, player)
        new = _New(player=player, game_id=game_id, plan=plan, ask=ask)
        outcome = _start(means, new, dealt)
    return Started(outcome=outcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class _New:
    """A game that is to be: whose, under which id, by which plan, and for which call."""

    player: Player
    game_id: UUID
    plan: Plan
    ask: Ask | None = None


def _player_and_deal(means: Means, token: str, wish: Wish) -> tuple[Player, VerifiedDeal | None]:
    """Find who starts a game, and with the same look the verified deal they will want, if any."""
    rules = planning.promised(wish)
    if rules is None:
        return find_player(means, token), None
    return find_player_with_deal(means, token, proving.key_of(rules))


def _waiting(means: Means, plan: Plan) -> VerifiedDeal | None:
    return proving.find(means, plan.rules) if plan.proved else None


def _deal(means: Means, plan: Plan, waiting: VerifiedDeal | None, player: Player | None) -> Dealt:
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
    level = new.plan.level
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
        answer=dealt.certificate,
        plan=dealt.certificate,
    )
    game = advance(before, started, position, at=now, zone=new.player.time_zone)
    event = event_of(game, started, at=now, retry=new.ask.retry if new.ask else None)
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
