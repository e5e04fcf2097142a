"""The table of races' events: what happened in each, in the order of its versions.

Events are only read here; they are written with the change of their race
(`service.storage.races`). An event that a request made keeps its Idempotency-Key, and what it was
answered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from service.storage.statements import columns, ready, rows

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from uuid import UUID

    from service.storage.pool import Database, Lent


@dataclass(frozen=True, slots=True)
class RaceEvent:
    """A row of `race_event`; the fields are its columns in this order."""

    race_id: UUID
    version: int
    kind: str
    at: datetime
    seat: int | None
    told: Mapping[str, Any]
    player_id: UUID | None = None
    request_key: str | None = None
    fingerprint: bytes | None = None
    answer: bytes | None = None


def kept(database: Database | Lent, race_id: UUID, player_id: UUID, key: str) -> RaceEvent | None:
    """Find the event that an earlier send of a player's request made."""
    values = {"race_id": race_id, "player_id": player_id, "key": key}
    found = rows(database, _KEPT, values)
    return RaceEvent(*found[0]) if found else None


def keyed_elsewhere(lent: Lent, race_id: UUID, player_id: UUID, key: str) -> bool:
    """Tell whether a player's request under this key has made an event in another race."""
    values = {"race_id": race_id, "player_id": player_id, "key": key}
    return bool(rows(lent, _KEYED_ELSEWHERE, values))


def kept_of_rematches(
    database: Database, race_id: UUID, player_id: UUID, key: str
) -> RaceEvent | None:
    """Find the event that it made in a rematch of a race, whatever became of that."""
    values = {"race_id": race_id, "player_id": player_id, "key": key}
    found = rows(database, _KEPT_OF_REMATCHES, values)
    return RaceEvent(*found[0]) if found else None


def count(database: Database | Lent, race_id: UUID, *, kind: str, seat: int | None = None) -> int:
    """Count how often something happened in a race, at one seat if that is named."""
    values = {"race_id": race_id, "kind": kind, "seat": seat}
    return int(rows(database, _COUNT, values)[0][0])


def between(
    database: Database | Lent, race_id: UUID, *, after: int, upto: int, limit: int
) -> list[RaceEvent]:
    """List a race's events with versions after the one and up to the other, oldest first."""
    values = {"race_id": race_id, "after": after, "upto": upto, "limit": limit}
    return [RaceEvent(*row) for row in rows(database, _EVENTS, values)]


_KEPT: Final = ready(
    """
    SELECT {columns} FROM race_event
    WHERE race_id = %(race_id)s AND player_id = %(player_id)s AND request_key = %(key)s
    """,
    columns=columns(RaceEvent),
)
_KEYED_ELSEWHERE: Final = b"""
    SELECT 1 FROM race_event
    WHERE player_id = %(player_id)s AND request_key = %(key)s AND race_id <> %(race_id)s
    LIMIT 1
    """
_KEPT_OF_REMATCHES: Final = ready(
    """
    SELECT {columns} FROM race r JOIN race_event v ON v.race_id = r.id
    WHERE r.rematch_of = %(race_id)s AND v.player_id = %(player_id)s AND v.request_key = %(key)s
    """,
    columns=columns(RaceEvent, of="v"),
)
_COUNT: Final = b"""
    SELECT count(*) FROM race_event
    WHERE race_id = %(race_id)s AND kind = %(kind)s
      AND (%(seat)s::integer IS NULL OR seat = %(seat)s)
    """
_EVENTS: Final = ready(
    """
    SELECT {columns} FROM race_event
    WHERE race_id = %(race_id)s AND version > %(after)s AND version <= %(upto)s
    ORDER BY version
    LIMIT %(limit)s
    """,
    columns=columns(RaceEvent),
)
