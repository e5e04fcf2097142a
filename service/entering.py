"""Who is in a race: entering it by its code, being ready, leaving, being deleted."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from service import racing, refereeing
from service.access import find_player, find_writer
from service.details import Detail, FaultCode
from service.errors import (
    Invalid,
    KeyReused,
    NotAllowedHere,
    NotFound,
    RaceFull,
    RaceOver,
    RaceStarted,
    TooManyRaces,
    Unauthenticated,
)
from service.insisting import insist
from service.race_answers import race_preview
from service.raced import answered, kept, told, whole
from service.refereeing import Happening
from service.storage import race_events, races
from service.storage.pool import OthersFirst

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from service.access import Retry
    from service.means import Means
    from service.raced import Raced
    from service.racing import Opened
    from service.storage.players import Player
    from service.storage.pool import Database, Lent
    from service.storage.races import Race


def enter(means: Means, token: str, code: str, *, retry: Retry | None) -> Raced:
    """Enter a race by its code; who is in it already is told how it stands.

    Raises:
        Banned: the operator has banned the player.
        Invalid: there is no race of this code, or it is a rematch of others.
        KeyReused: the key stands for another request, also for one about another race.
        RaceOver: it is over.
        RaceFull: its seats are taken.
        RaceStarted: its start is announced.
        NotAllowedHere: it has been entered and left too often.
        TooManyRaces: the player is in too many.
    """
    player = find_writer(means, token)
    race_id = _id_of(means, code)
    if race_id is None:
        raise Invalid.field("code", FaultCode.NO_SUCH_RACE)
    racing.settle_mine(means, player.id)
    return enter_race(means, player, race_id, retry, by_code=True)


def look(means: Means, token: str, code: str) -> dict[str, Any]:
    """Tell what there is to enter under a code, before entering.

    Raises:
        Invalid: there is no race of this code, or it is a rematch of others.
    """
    player = find_player(means, token)
    race_id = _id_of(means, code)
    found = None if race_id is None else races.find(means.database, race_id)
    if found is not None and racing.is_due(found.race.due_at, means.now()):
        racing.settle(means, found.race.id)
        found = races.find(means.database, found.race.id)
    if found is None or not _is_open_to(means.database, found.race, player):
        raise Invalid.query("code", FaultCode.NO_SUCH_RACE)
    return race_preview(found.race, found.entries)


def be_ready(means: Means, token: str, race_id: UUID, *, retry: Retry | None) -> Raced:
    """Be ready, or back after leaving.

    Raises:
        Banned: the operator has banned the player.
        NotFound: there is no such race, or the player is not in it.
        RaceOver: it is over.
        NotAllowedHere: they have come back too often so.
    """
    return _act(means, token, race_id, retry, _be_ready)


def leave(means: Means, token: str, race_id: UUID, *, retry: Retry | None) -> Raced:
    """Leave a race.

    Raises:
        Banned: the operator has banned the player.
        NotFound: there is no such race, or the player is not in it.
        RaceOver: it is over.
    """
    return _act(means, token, race_id, retry, _leave)


def withdraw(means: Means, player_id: UUID) -> None:
    """Take a player who is about to be deleted out of their open races; their rivals stay.

    Raises:
        Busy: others changed a race each time this was tried.
    """
    for race_id in races.open_of(means.database, player_id):
        _withdraw(means, race_id, player_id)


def enter_race(
    means: Means, player: Player, race_id: UUID, retry: Retry | None, *, by_code: bool = False
) -> Raced:
    """Give a player a seat in a race, unless they have one; refuses as `enter` does.

    Where the race is named by its code, in the body, a key that has another race is one of another
    request.
    """

    def enter_once() -> Raced:
        first = kept(means, player, race_id, retry)
        if first is not None:
            return first
        with racing.opened(means, race_id, player_id=player.id) as found:
            if by_code and retry is not None:
                _check_key(found, player, retry)
            if found.sheet.seat_of(player.id) is None:
                _check_enterable(means, found, player)
                refereeing.enter(found.sheet, player)
                return answered(found.sheet, player, retry)
        try:
            return told(whole(means, race_id, player), player)
        except NotFound:  # they left it meanwhile, on another device
            raise OthersFirst from None

    return insist(enter_once)


def check_room(means: Means, open_races: int | None) -> None:
    """Refuse one race too many.

    Raises:
        Unauthenticated: the player was deleted meanwhile, or linked to another.
        TooManyRaces: the player is in as many as are allowed.
    """
    if open_races is None:
        raise Unauthenticated
    if open_races >= means.config.max_races:
        raise TooManyRaces


def _id_of(means: Means, code: str) -> UUID | None:
    return races.id_of(means.database, "".join(filter(str.isalpha, code.upper())))


def _is_open_to(database: Database | Lent, race: Race, player: Player) -> bool:
    """Tell whether a player may know of a race by its code: a rematch is for the same people."""
    if race.rematch_of is None:
        return True
    former = races.entries(database, race.rematch_of)
    return player.id in {entry.player_id for entry in former}


def _check_enterable(means: Means, found: Opened, player: Player) -> None:
    sheet = found.sheet
    if not _is_open_to(found.lent, sheet.race, player):
        raise Invalid.field("code", FaultCode.NO_SUCH_RACE)
    if sheet.over:
        raise RaceOver
    if len(sheet.entries) >= sheet.race.seats:
        raise RaceFull
    if sheet.race.status != "open":
        raise RaceStarted
    if sheet.race.version >= refereeing.IN_LOBBY:
        raise NotAllowedHere(Detail.RACE_RESTLESS)
    check_room(means, found.open_races)


def _check_key(found: Opened, player: Player, retry: Retry) -> None:
    """Refuse a key of the player's, whose other entries wait, that stands for another race."""
    if race_events.keyed_elsewhere(found.lent, found.sheet.race.id, player.id, retry.key):
        raise KeyReused


def _act(
    means: Means,
    token: str,
    race_id: UUID,
    retry: Retry | None,
    act: Callable[[Opened, int], None],
) -> Raced:
    """Do something in a race that one is in."""
    player = find_writer(means, token)

    def act_once() -> Raced:
        first = kept(means, player, race_id, retry)
        if first is not None:
            return first
        with racing.opened(means, race_id) as found:
            sheet = found.sheet
            seat = sheet.seat_of(player.id)
            if seat is None:
                raise NotFound
            if sheet.over:
                raise RaceOver
            mine = sheet.entries[seat]
            act(found, seat)
            return answered(sheet, player, retry, mine=mine)

    return insist(act_once)


def _be_ready(found: Opened, seat: int) -> None:
    sheet = found.sheet
    if sheet.entries[seat].leaves_at is not None:
        before = race_events.count(
            found.lent, sheet.race.id, kind=Happening.RETURNED.value, seat=seat
        )
        if before >= refereeing.RETURNS:
            raise NotAllowedHere(Detail.RACE_RETURNS)
    refereeing.be_ready(sheet, seat)


def _leave(found: Opened, seat: int) -> None:
    refereeing.leave(found.sheet, seat)


def _withdraw(means: Means, race_id: UUID, player_id: UUID) -> None:
    def withdraw_once() -> None:
        with racing.opened(means, race_id) as found:
            seat = found.sheet.seat_of(player_id)
            if seat is not None and not found.sheet.over:
                refereeing.resign(found.sheet, seat)

    with suppress(NotFound):
        insist(withdraw_once)
