"""Races: making one, and one again for the same people, and listing them.

Who else is in a race is the matter of `service.entering`; what the entrants do in their games is
written by `service.racing`, and what becomes of it all is decided by `service.refereeing`.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4, uuid5

from engine import variant
from service import deals, proving, racing, refereeing
from service.access import find_player, find_writer
from service.details import Detail, FaultCode
from service.entering import check_room, enter_race
from service.errors import Invalid, NotAllowedHere, NotFound, RaceOver
from service.insisting import insist
from service.race_answers import race_summary
from service.raced import answered, kept, kept_of_rematches, whole
from service.refereeing import Happening, Sheet, Spans
from service.storage import race_events, race_lists, races
from service.storage.pool import OthersFirst
from service.storage.race_lists import RaceSelection
from service.storage.races import Race

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from uuid import UUID

    from engine import Rules
    from service.access import Retry
    from service.deals import Dealt
    from service.means import Means
    from service.raced import Raced
    from service.storage.players import Player
    from service.storage.pool import Lent

__all__ = ["RaceSelection", "RaceWish", "listed", "make", "rematch"]

LETTERS: Final = "ABCDEFGHJKMNPQRTUVWXYZ"
"""Those that are neither written nor read out like another, or like a digit."""
CODE_LENGTH: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceWish:
    """The race a player wants."""

    variant: str
    options: Mapping[str, str]
    seats: int
    minutes: int


def make(means: Means, token: str, wish: RaceWish, *, retry: Retry | None) -> Raced:
    """Make a race on a secret deal, and enter it.

    Raises:
        Banned: the operator has banned the player.
        Invalid: there is no such variant or option.
        NotAllowedHere: the variant leaves its player too little to decide.
        TooManyRaces: the player is in too many.
        Unavailable: no deal was proved winnable within the budget.
    """
    player = find_writer(means, token)
    race_id = uuid5(player.id, f"race {retry.key}") if retry else uuid4()
    rules = _rules(wish)
    racing.settle_mine(means, player.id)

    def make_once() -> Raced:
        first = kept(means, player, race_id, retry)
        if first is not None:
            return first
        new = _New(rules=rules, seats=wish.seats, minutes=wish.minutes, id=race_id)
        dealt = _deal(means, rules, player)
        with races.changing(means.database) as lent:
            check_room(means, races.count_open(lent, player.id))
            return _add(means, lent, new, dealt, player=player, retry=retry)

    return insist(make_once)


def rematch(means: Means, token: str, race_id: UUID, *, retry: Retry | None) -> Raced:
    """Make a new race for the same people, or enter it.

    Raises:
        Banned: the operator has banned the player.
        NotFound: there is no such race, or the player is not in it.
        NotAllowedHere: it has come to no result yet, or too many rematches were cancelled.
        RaceStarted, RaceFull, RaceOver: of the rematch.
        TooManyRaces: the player is in too many.
        Unavailable: no deal was proved winnable within the budget.
    """
    player = find_writer(means, token)
    racing.settle_mine(means, player.id)

    def make_or_enter() -> Raced:
        former = whole(means, race_id, player)
        first = kept_of_rematches(means, player, race_id, retry)
        if first is not None:
            return first
        if former.race.status != "over":
            raise NotAllowedHere(Detail.RACE_UNFINISHED)
        if former.rematch is not None:
            try:
                return enter_race(means, player, former.rematch, retry)
            except RaceOver:
                if whole(means, race_id, player).rematch == former.rematch:
                    raise
                raise OthersFirst from None  # it was cancelled meanwhile: another may be made
        _check_rematches(means, race_id)
        new = _New(
            rules=variant(former.race.variant).with_options(former.race.options),
            seats=max(refereeing.FEWEST, len({e.player_id for e in former.entries} - {None})),
            minutes=former.race.minutes,
            id=uuid4(),
            rematch_of=race_id,
        )
        dealt = _deal(means, new.rules, player)
        with racing.opened(means, race_id, player_id=player.id) as found:
            check_room(means, found.open_races)
            found.sheet.tell(Happening.REMATCH, race=str(new.id))
            return _add(means, found.lent, new, dealt, player=player, retry=retry)

    return insist(make_or_enter)


def listed(means: Means, token: str, selection: RaceSelection) -> list[dict[str, Any]]:
    """List the player's races, the newest first."""
    player = find_player(means, token)
    racing.settle_mine(means, player.id)
    found = race_lists.page(means.database, player.id, selection)
    return [race_summary(race, mine) for race, mine in found]


@dataclass(frozen=True, slots=True, kw_only=True)
class _New:
    """A race that is to be."""

    rules: Rules
    seats: int
    minutes: int
    id: UUID
    rematch_of: UUID | None = None


def _check_rematches(means: Means, race_id: UUID) -> None:
    """Refuse one rematch too many, before a deal is solved for it."""
    before = race_events.count(means.database, race_id, kind=Happening.REMATCH.value)
    if before >= refereeing.REMATCHES:
        raise NotAllowedHere(Detail.RACE_REMATCHES)


def _rules(wish: RaceWish) -> Rules:
    try:
        found = deals.find_variant(wish.variant)
    except NotFound:
        raise Invalid.field("variant", FaultCode.NO_SUCH_VARIANT) from None
    rules = deals.choose_rules(found, wish.options)
    if not found.raced:
        raise NotAllowedHere(Detail.RACE_BY_CHANCE)
    return rules


def _deal(means: Means, rules: Rules, player: Player) -> Dealt:
    """Deal a secret deal, proved winnable where that can be.

    Before one is solved for a player, their room is looked at.
    """
    if not deals.provable(rules):
        return deals.secret(rules, means.chance)
    level = variant(rules.variant).autoplay
    waiting = proving.find(means, rules)
    found = proving.proved_again(means, rules, level, waiting)
    if found is None:
        with races.changing(means.database) as lent:
            check_room(means, races.count_open(lent, player.id))
        found = proving.solved(means, rules, level)
    return found


def _add(
    means: Means, lent: Lent, new: _New, dealt: Dealt, *, player: Player, retry: Retry | None
) -> Raced:
    """Add a race with its first entry."""
    race = _before(new, dealt, at=means.time(lent))
    if not races.add(lent, race, takes=dealt.verified_id):
        raise OthersFirst
    sheet = Sheet(
        race=race, entries={}, games={}, now=race.created_at, spans=Spans.of(means.config)
    )
    refereeing.enter(sheet, player)
    made = answered(sheet, player, retry)
    races.save(lent, sheet.race, list(sheet.entries.values()), sheet.events, sheet.gone)
    return made


def _before(new: _New, dealt: Dealt, *, at: datetime) -> Race:
    """Make the row of a race that nobody has entered."""
    if dealt.deal.order is None or dealt.salt is None or dealt.commitment is None:
        raise ValueError("a race needs a secret deal")
    return Race(
        id=new.id,
        code="".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH)),
        variant=new.rules.variant,
        rules_version=new.rules.version,
        options=dict(new.rules.options),
        seats=new.seats,
        minutes=new.minutes,
        deal_order=bytes(dealt.deal.order),
        salt=dealt.salt,
        commitment=dealt.commitment,
        deal_verdict=dealt.verdict,
        line=dealt.certificate,
        deal_difficulty=dealt.difficulty,
        rematch_of=new.rematch_of,
        version=0,
        status="open",
        created_at=at,
        starts_at=None,
        ends_at=None,
        due_at=None,
        ended_at=None,
        reason=None,
    )
