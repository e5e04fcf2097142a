"""Players: guests with a token, and what they tell about themselves."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, timedelta
from functools import cache
from importlib import resources
from math import ceil
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from engine import LANGUAGES
from service.access import find_player, find_writer, hash_token, new_token
from service.details import Detail, FaultCode
from service.errors import Invalid, TooSoon, Unauthenticated, Unavailable
from service.insisting import insist
from service.names import clean_name
from service.storage import players
from service.storage.players import About, Player
from service.storage.pool import OthersFirst

if TYPE_CHECKING:
    from datetime import datetime

    from service.details import Fault
    from service.means import Means

ZONE_CHANGE: Final = timedelta(days=1)


def make_guest(
    means: Means,
    *,
    name: str | None = None,
    language: str | None = None,
    time_zone: str | None = None,
) -> tuple[Player, str]:
    """Add a player and give their token, which is kept nowhere: only its hash is.

    Raises:
        Invalid: a name that cannot be shown, or no IANA time zone.
    """
    said = _checked(name=name, time_zone=time_zone)
    token = new_token()
    player = Player(
        id=uuid4(),
        token_hash=hash_token(token),
        name=said.get("name"),
        language=language or LANGUAGES[0],
        time_zone=said.get("time_zone", "UTC"),
        zone_at=None,
        created_at=means.now(),
    )
    players.add(means.database, player)
    return player, token


def language_of(means: Means, token: str) -> str | None:
    """Give the language of who holds a token, if that can be found out."""
    try:
        return find_player(means, token).language
    except (Unauthenticated, Unavailable):
        return None


def describe_oneself(
    means: Means,
    token: str,
    *,
    name: str | None = None,
    language: str | None = None,
    time_zone: str | None = None,
) -> Player:
    """Change a player's display name, language and time zone; what is None stays.

    Raises:
        Banned: the operator has banned the player.
        Invalid: a name that cannot be shown, or no IANA time zone.
        TooSoon: the zone was changed less than a day ago.
        Busy: others changed them each time this was tried.
    """
    said = _checked(name=name, time_zone=time_zone)

    def change_once() -> Player:
        player = find_writer(means, token)
        about = About(name=said.get("name"), language=language)
        if said.get("time_zone", player.time_zone) != player.time_zone:
            moment = _moved_at(means, player)
            about = replace(about, time_zone=said["time_zone"], zone_at=moment)
        changed = players.rewrite(means.database, player, about)
        if changed is None:
            raise OthersFirst
        return changed

    return insist(change_once)


@cache
def _zones() -> frozenset[str]:
    """List IANA's zones and links; a machine's folder holds names that are nobody else's.

    Factory is IANA's name of a zone that nobody has set.
    """
    listed = resources.files("tzdata").joinpath("zones").read_text(encoding="ascii")
    return frozenset(listed.split()) - {"Factory"}


def _checked(*, name: str | None, time_zone: str | None) -> dict[str, str]:
    """Give what was said, a name in its clean form; refuse with all that is wrong of it."""
    said: dict[str, str] = {}
    faults: list[Fault] = []
    if name is not None:
        try:
            said["name"] = clean_name(name)
        except Invalid as refused:
            faults += refused.faults
    if time_zone is not None:
        said["time_zone"] = time_zone
        if time_zone not in _zones():
            faults += Invalid.field("time_zone", FaultCode.NO_SUCH_ZONE).faults
    if faults:
        raise Invalid(*faults)
    return said


def _moved_at(means: Means, player: Player) -> datetime:
    """Give the moment of a change of zone, if it may be changed now."""
    now = means.now()
    if player.zone_at is not None and now - player.zone_at < ZONE_CHANGE:
        again = player.zone_at + ZONE_CHANGE
        seconds = ceil((again - now).total_seconds())
        when = f"{again.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
        raise TooSoon(Detail.TIME_ZONE, retry_after=seconds, when=when)
    return now
