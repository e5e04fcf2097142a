"""The tables of races and their entries, changed together with the events under the race's lock.

Whoever changes a race or one of its games locks the race's row first (`locked`): so the versions of
its events are the order of what happened, and there is one result. What is read without the lock
may be a moment old.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Final

from psycopg.errors import (
    DeadlockDetected,
    ForeignKeyViolation,
    SerializationFailure,
    UniqueViolation,
)
from psycopg.types.json import Jsonb

from service.errors import Unavailable
from service.storage import pool
from service.storage.pool import OthersFirst
from service.storage.race_events import RaceEvent
from service.storage.statements import columns, parameters, ready, rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from service.storage.pool import Database, Lent


@dataclass(frozen=True, slots=True)
class Race:
    """A row of `race`; the fields are its columns in this order, explained in schema.sql."""

    id: UUID
    code: str
    variant: str
    rules_version: int
    options: dict[str, str]
    seats: int
    minutes: int
    deal_order: bytes
    salt: bytes
    commitment: bytes
    deal_verdict: str | None
    line: bytes | None
    deal_difficulty: int | None
    rematch_of: UUID | None
    version: int
    status: str
    created_at: datetime
    starts_at: datetime | None
    ends_at: datetime | None
    due_at: datetime | None
    ended_at: datetime | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of `race_entry`; the fields are its columns in this order."""

    race_id: UUID
    seat: int
    player_id: UUID | None
    name: str | None
    joined_at: datetime
    state: str
    game_id: UUID | None
    cards_placed: int
    moves_made: int
    leaves_at: datetime | None
    result: str | None


@contextmanager
def changing(database: Database) -> Iterator[Lent]:
    """Lend the database for a change of a race, all or nothing.

    Raises:
        OthersFirst: another change came in between; to be tried again.
        Unavailable: the database is away.
    """
    try:
        with database.transaction() as lent:
            yield lent
    except (UniqueViolation, ForeignKeyViolation) as error:
        raise OthersFirst from error
    except pool.Unavailable as error:
        if isinstance(error.__cause__, (DeadlockDetected, SerializationFailure)):
            raise OthersFirst from error
        raise Unavailable from error


def of_id(lent: Lent, race_id: UUID) -> Race | None:
    """Give a race, also one that nobody is in."""
    found = rows(lent, _OF_ID, {"id": race_id})
    return Race(*found[0]) if found else None


def locked(lent: Lent, race_id: UUID) -> Race | None:
    """Give a race, which nobody else can change before the end of this transaction."""
    found = rows(lent, _LOCKED, {"id": race_id})
    return Race(*found[0]) if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """A race with its entries by seat, as of one moment; what is shown of it, and its rematch.

    `replays` are the ids under which its games are shown, by seat; `rematch_due_at` is when
    something happens in the rematch without a request.
    """

    race: Race
    entries: tuple[Entry, ...]
    replays: Mapping[int, str]
    rematch: UUID | None
    rematch_due_at: datetime | None


def find(database: Database | Lent, race_id: UUID) -> Whole | None:
    """Find a race that somebody is in."""
    found = rows(database, _FIND, {"id": race_id})
    if not found:
        return None
    entries = tuple(Entry(*row[RACE_COLUMNS:-3]) for row in found)
    return Whole(
        race=Race(*found[0][:RACE_COLUMNS]),
        entries=entries,
        replays={entry.seat: row[-3] for entry, row in zip(entries, found, strict=True) if row[-3]},
        rematch=found[0][-2],
        rematch_due_at=found[0][-1],
    )


def id_of(database: Database, code: str) -> UUID | None:
    """Find a race by its code."""
    found = rows(database, _ID_OF, {"code": code})
    return found[0][0] if found else None


def entries(database: Database | Lent, race_id: UUID) -> list[Entry]:
    """List a race's entries by seat."""
    return [Entry(*row) for row in rows(database, _ENTRIES, {"race_id": race_id})]


def versions(database: Database, ids: Sequence[UUID]) -> dict[UUID, tuple[int, datetime | None]]:
    """Tell of these races the version, and when something is due; of none that is gone."""
    found = rows(database, _VERSIONS, {"ids": list(ids)})
    return {race_id: (version, due_at) for race_id, version, due_at in found}


def states(
    database: Database, ids: Sequence[UUID]
) -> dict[UUID, tuple[tuple[int, int, bool], datetime | None]]:
    """Tell of these races what the answers about them change with, and when that is due.

    That is the version, how many entrants were deleted, and whether a rematch is named, whose lobby
    falls due.
    """
    found = rows(database, _STATES, {"ids": list(ids)})
    return {
        race_id: ((version, anonymous, rematched), due_at)
        for race_id, version, anonymous, rematched, due_at in found
    }


def add(lent: Lent, race: Race, *, takes: UUID | None) -> bool:
    """Add a race; with `takes` on that verified deal, or not at all if another took it first."""
    if takes is not None and not rows(lent, _TAKE, {"id": takes}):
        return False
    rows(lent, _ADD, asdict(race) | {"options": Jsonb(race.options)})
    return True


def save(
    lent: Lent, race: Race, now: Sequence[Entry], events: Sequence[RaceEvent], gone: Sequence[int]
) -> None:
    """Write a race under its lock: its row, its entries, what happened, which seats are free."""
    rows(lent, _SAVE, {name: getattr(race, name) for name in ("id", *_CHANGES)})
    if gone:
        rows(lent, _FREE, {"race_id": race.id, "seats": list(gone)})
    for entry in now:
        rows(lent, _SAVE_ENTRY, asdict(entry))
    for event in events:
        rows(lent, _ADD_EVENT, asdict(event) | {"told": Jsonb(dict(event.told))})


def count_open(lent: Lent, player_id: UUID) -> int | None:
    """Count the races a player is in that are not over; the player's other entries wait for this.

    None where there is no such player any more.
    """
    if not rows(lent, _LOCK_PLAYER, {"player_id": player_id}):
        return None
    return int(rows(lent, _COUNT_OPEN, {"player_id": player_id})[0][0])


def due(database: Database, *, now: datetime, limit: int) -> list[UUID]:
    """List races in which something is due, the longest due first."""
    return [row[0] for row in rows(database, _DUE, {"now": now, "limit": limit})]


def due_of(database: Database, player_id: UUID, *, now: datetime) -> list[UUID]:
    """List a player's races in which something is due."""
    return [row[0] for row in rows(database, _DUE_OF, {"player_id": player_id, "now": now})]


def races_now(database: Database, player_id: UUID, variant: str, *, now: datetime) -> bool:
    """Tell whether a player is in a race of a variant that has started and is not over."""
    values = {"player_id": player_id, "variant": variant, "now": now}
    return bool(rows(database, _RACES_NOW, values))


def open_of(database: Database, player_id: UUID) -> list[UUID]:
    """List a player's races that are not over."""
    return [row[0] for row in rows(database, _OPEN_OF, {"player_id": player_id})]


_NAMES: Final = tuple(each.name for each in fields(Race))
RACE_COLUMNS: Final = len(_NAMES)
_ENTRY: Final = tuple(each.name for each in fields(Entry))
_EVENT: Final = tuple(each.name for each in fields(RaceEvent))
_CHANGES: Final = ("version", "status", "starts_at", "ends_at", "due_at", "ended_at", "reason")

_FIND: Final = ready(
    """
    SELECT {race}, {entry}, p.id, m.id, m.due_at
    FROM race r JOIN race_entry e ON e.race_id = r.id LEFT JOIN replay p ON p.game_id = e.game_id
    LEFT JOIN race m ON m.rematch_of = r.id AND m.status <> 'cancelled'
    WHERE r.id = %(id)s
    ORDER BY e.seat
    """,
    race=columns(Race, of="r"),
    entry=columns(Entry, of="e"),
)
_OF_ID: Final = ready("SELECT {columns} FROM race WHERE id = %(id)s", columns=columns(Race))
_LOCKED: Final = ready(
    "SELECT {columns} FROM race WHERE id = %(id)s FOR UPDATE", columns=columns(Race)
)
_ID_OF: Final = b"SELECT id FROM race WHERE code = %(code)s"
_ENTRIES: Final = ready(
    "SELECT {columns} FROM race_entry WHERE race_id = %(race_id)s ORDER BY seat",
    columns=columns(Entry),
)
_VERSIONS: Final = b"SELECT id, version, due_at FROM race WHERE id = ANY (%(ids)s)"
_STATES: Final = b"""
    SELECT r.id, r.version, (SELECT count(*) FROM race_entry e
                             WHERE e.race_id = r.id AND e.player_id IS NULL),
           m.id IS NOT NULL,
           LEAST(r.due_at, CASE WHEN m.status = 'open' THEN m.due_at END)
    FROM race r LEFT JOIN race m ON m.rematch_of = r.id AND m.status <> 'cancelled'
    WHERE r.id = ANY (%(ids)s)
    """

_TAKE: Final = b"""
    DELETE FROM verified_deal WHERE id IN (
        SELECT id FROM verified_deal WHERE id = %(id)s FOR UPDATE SKIP LOCKED
    ) RETURNING id
    """
_ADD: Final = ready(
    "INSERT INTO race ({columns}) VALUES ({values}) RETURNING id",
    columns=columns(Race),
    values=parameters(_NAMES),
)
_SAVE: Final = b"""
    UPDATE race
    SET version = %(version)s, status = %(status)s, starts_at = %(starts_at)s,
        ends_at = %(ends_at)s, due_at = %(due_at)s, ended_at = %(ended_at)s, reason = %(reason)s
    WHERE id = %(id)s
    RETURNING id
    """
_FREE: Final = b"""
    DELETE FROM race_entry WHERE race_id = %(race_id)s AND seat = ANY (%(seats)s) RETURNING seat
    """
_SAVE_ENTRY: Final = ready(
    """
    INSERT INTO race_entry ({columns}) VALUES ({values})
    ON CONFLICT (race_id, seat) DO UPDATE SET
        state = excluded.state, game_id = excluded.game_id, cards_placed = excluded.cards_placed,
        moves_made = excluded.moves_made, leaves_at = excluded.leaves_at, result = excluded.result
    RETURNING seat
    """,
    columns=columns(Entry),
    values=parameters(_ENTRY),
)
_ADD_EVENT: Final = ready(
    "INSERT INTO race_event ({columns}) VALUES ({values}) RETURNING version",
    columns=columns(RaceEvent),
    values=parameters(_EVENT),
)
_LOCK_PLAYER: Final = b"""
    SELECT id FROM player WHERE id = %(player_id)s AND linked_to IS NULL FOR NO KEY UPDATE
    """
_IS_OPEN: Final = """
    FROM race_entry e JOIN race r ON r.id = e.race_id
    WHERE e.player_id = %(player_id)s AND r.ended_at IS NULL
    """
_COUNT_OPEN: Final = f"SELECT count(*) {_IS_OPEN}".encode()
_RACES_NOW: Final = f"""
    SELECT 1 {_IS_OPEN} AND r.variant = %(variant)s AND r.starts_at <= %(now)s LIMIT 1
    """.encode()
_OPEN_OF: Final = f"SELECT r.id {_IS_OPEN} ORDER BY r.id".encode()
_DUE: Final = b"SELECT id FROM race WHERE due_at <= %(now)s ORDER BY due_at LIMIT %(limit)s"
_DUE_OF: Final = b"""
    SELECT r.id FROM race_entry e JOIN race r ON r.id = e.race_id
    WHERE e.player_id = %(player_id)s AND r.due_at <= %(now)s
    """
