"""Guests who were linked to accounts: a guest's row says to whom, and their games are there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from psycopg.errors import UniqueViolation

from service.storage.statements import rows

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from service.storage.pool import Database


class InOneRace(Exception):
    """Guest and account are in one race that is not over, and nothing was changed."""


@dataclass(frozen=True, slots=True)
class Link:
    """That a guest was linked to an account, and how many games came with them."""

    guest_id: UUID
    account_id: UUID
    at: datetime
    games: int


def by_key(database: Database, account_id: UUID, key: str) -> Link | None:
    """Find what an Idempotency-Key of an account has linked to it."""
    found = rows(database, _BY_KEY, {"account_id": account_id, "key": key})
    return Link(*found[0]) if found else None


def link(
    database: Database, *, guest_id: UUID, account_id: UUID, at: datetime, key: str | None
) -> Link | None:
    """Link a guest to an account; None if another change of either came first.

    Raises:
        InOneRace: both are in one.
    """
    values = {"guest_id": guest_id, "account_id": account_id, "at": at, "key": key}
    try:
        moved = rows(database, _LINK, values)[0][0]
    except UniqueViolation:  # the same request twice at once, or another under its key
        return None
    if moved == _IN_ONE_RACE:
        raise InOneRace
    return None if moved is None else Link(guest_id, account_id, at, moved)


_IN_ONE_RACE: Final = -1  # as `link_guest` in schema.sql says it

_BY_KEY: Final = b"""
    SELECT id, linked_to, linked_at, linked_games FROM player
    WHERE linked_to = %(account_id)s AND link_key = %(key)s
    """

_LINK: Final = b"SELECT link_guest(%(guest_id)s, %(account_id)s, %(at)s, %(key)s)"
