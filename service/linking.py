"""Linking a guest to an account: the games move, nothing is lost; docs/players.md has the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service import racing
from service.access import find_holder, find_writer, refuse_banned
from service.details import Detail, FaultCode
from service.errors import AlreadyLinked, Invalid, KeyReused, NotAllowedHere
from service.insisting import insist
from service.storage import links
from service.storage.pool import OthersFirst

if TYPE_CHECKING:
    from service.access import Retry
    from service.means import Means
    from service.storage.links import Link
    from service.storage.players import Player


def link(means: Means, token: str, guest_token: str, *, retry: Retry | None) -> Link:
    """Link the guest who holds a token to the account that asks.

    Raises:
        Banned: the operator has banned either of them.
        Invalid: nobody holds the guest's token, or it is the account's own.
        AlreadyLinked: the guest was linked before.
        NotAllowedHere: it is no guest's: they have a name; or both are in one race.
        KeyReused: the key has linked another guest.
        Busy: others changed either of them each time this was tried.
    """

    def link_once() -> Link:
        account = find_writer(means, token)
        racing.settle_mine(means, account.id)
        guest = find_holder(means, guest_token)
        kept = links.by_key(means.database, account.id, retry.key) if retry else None
        if kept is not None:
            if guest is None or kept.guest_id != guest.id:
                raise KeyReused
            return kept
        guest_id = _checked(guest, account).id
        key = retry.key if retry else None
        try:
            done = links.link(
                means.database,
                guest_id=guest_id,
                account_id=account.id,
                at=means.now(),
                key=key,
            )
        except links.InOneRace:
            raise NotAllowedHere(Detail.LINK_RACE) from None
        if done is None:
            raise OthersFirst
        return done

    return insist(link_once)


def _checked(guest: Player | None, account: Player) -> Player:
    if guest is None:
        raise Invalid.field("token", FaultCode.NO_SUCH_GUEST)
    if guest.id == account.id:
        raise Invalid.field("token", FaultCode.GUEST_IS_ACCOUNT)
    if guest.linked_to is not None:
        raise AlreadyLinked
    refuse_banned(guest)
    if guest.name is not None:
        raise NotAllowedHere(Detail.LINK_NAMED)
    return guest
