"""The table of games: one row is one player's attempt, and changes only with its event.

A game is written by one statement that also appends the event, and only if its version is still
the one that was read: nothing is locked while the service thinks, and of two writers one writes.
Only new games of one player wait for one another, while each is written, so that none is one too
many (`unfinished_games` in schema.sql). Of a player's games on a numbered deal, or on a
daily, one counts (`game_counting` there): a new one is practice where there is another.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final

from psycopg import sql
from psycopg.errors import UniqueViolation
from psycopg.types.json import Jsonb

from service.storage.events import Event
from service.storage.players import OF_HOLDER, Player
from service.storage.statements import columns, parameters, ready, rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime
    from uuid import UUID

    from service.storage.pool import Database, Lent


@dataclass(frozen=True, slots=True)
class Game:
    """A row of `game`; the fields are its columns in this order, explained in schema.sql."""

    id: UUID
    player_id: UUID
    variant: str
    rules_version: int
    options: dict[str, str]
    practice: bool
    deal_number: str | None
    deal_order: bytes | None
    salt: bytes | None
    commitment: bytes | None
    deal_verdict: str | None
    autoplay: str
    line: bytes
    redo: bytes
    version: int
    moved_version: int
    status: str
    stuck: bool
    circling: bool
    played: bool
    assisted: bool
    undos: int
    hints: int
    moves_made: int
    score: int
    elapsed_ms: int
    hint_line: bytes | None
    created_at: datetime
    last_move_at: datetime
    finished_at: datetime | None
    final_score: int | None
    won_on: date | None
    won_ms: int | None
    won_moves: int | None
    deal_layout: dict[str, list[str]] | None
    deal_difficulty: int | None
    daily_on: date | None
    off_board: bool
    final_ms: int | None
    final_moves: int | None
    won_zone: str | None
    race_id: UUID | None = None
    race_result: str | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What a token and a game id lead to: the holder, their game, and the key's event, if any.

    `due_at` is when something happens in the game's race without a request, if it is in one.
    """

    player: Player
    game: Game | None
    kept: Event | None
    due_at: datetime | None


def find(
    database: Database, *, token_hash: bytes, game_id: UUID, request_key: str | None
) -> Found | None:
    """Find the holder of a token, a game of theirs and the event of an Idempotency-Key."""
    found = rows(
        database,
        _FIND,
        {"token_hash": token_hash, "game_id": game_id, "request_key": request_key},
    )
    if not found:
        return None
    row = found[0]
    game, kept, due_at = row[_PLAYER:_GAME], row[_GAME:-1], row[-1]
    return Found(
        player=Player(*row[:_PLAYER]),
        game=Game(*game) if game[0] else None,
        kept=Event(*kept) if kept[0] else None,
        due_at=due_at,
    )


def of_ids(database: Database | Lent, ids: Sequence[UUID]) -> list[Game]:
    """Read games, whosever they are."""
    return [Game(*row) for row in rows(database, _OF_IDS, {"ids": list(ids)})]


def add_of_race(lent: Lent, game: Game, event: Event) -> bool:
    """Add an entrant's game with its first event; False if the player is no more."""
    return bool(rows(lent, _ADD_OF_RACE, _values(game, event)))


def add(
    database: Database,
    game: Game,
    event: Event,
    *,
    most_unfinished: int,
    takes: UUID | None = None,
) -> Game | None:
    """Add a game with its first event; give it as practice if the player had a game on its deal.

    Such deals are numbered ones and dailies. None if it is there already, would be one too many, or
    another game on the deal came in between. With `takes`, the verified deal it is played on goes
    from those that wait; also None if another took that one first.
    """
    values = _values(game, event) | {"most_unfinished": most_unfinished, "takes": takes}
    added = rows(database, _ADD if takes is None else _ADD_TAKING, values)
    return replace(game, practice=added[0][0]) if added else None


def save(database: Database | Lent, game: Game, event: Event) -> bool:
    """Write a changed game and its event; False if another change came first.

    The version read is the one before the event's. A request key that is already kept also is
    another change that came first: that of the same request, sent twice.
    """
    try:
        return bool(rows(database, _SAVE, _values(game, event) | {"read": event.version - 1}))
    except UniqueViolation:
        return False


def count_unfinished(database: Database, player_id: UUID) -> int | None:
    """Count a player's games that have not ended; None where there is no such player any more."""
    found = rows(database, _COUNT_UNFINISHED, {"player_id": player_id})
    return int(found[0][0]) if found else None


def versions(database: Database, ids: list[UUID]) -> dict[UUID, int]:
    """Give the versions of those games that there are."""
    return dict(rows(database, _VERSIONS, {"ids": ids}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which of a player's games to list, in which order, and after which place of it."""

    status: str | None
    variant: str | None
    by_last_move: bool
    after: tuple[datetime, UUID] | None
    limit: int


def page(database: Database, player_id: UUID, selection: Selection, now: datetime) -> list[Game]:
    """List a player's games, the newest or the last played first; those in races from the start on.

    What is told of a game follows from its cards, also without naming any.
    """
    after_time, after_id = selection.after or (None, None)
    found = rows(
        database,
        _BY_LAST_MOVE if selection.by_last_move else _BY_START,
        {
            "player_id": player_id,
            "status": selection.status,
            "variant": selection.variant,
            "after_time": after_time,
            "after_id": after_id,
            "limit": selection.limit,
            "now": now,
        },
    )
    return [Game(*row) for row in found]


def _values(game: Game, event: Event) -> dict[str, Any]:
    values: dict[str, Any] = {name: getattr(game, name) for name in _GAME_NAMES}
    values["options"] = Jsonb(game.options)
    values["deal_layout"] = Jsonb(game.deal_layout) if game.deal_layout is not None else None
    return values | {f"event_{name}": getattr(event, name) for name in _EVENT_NAMES}


_GAME_NAMES: Final = tuple(field.name for field in fields(Game))
_EVENT_NAMES: Final = tuple(field.name for field in fields(Event) if field.name != "game_id")
_PLAYER: Final = len(fields(Player))
_GAME: Final = _PLAYER + len(_GAME_NAMES)
_EVENT_VALUES: Final = parameters([f"event_{name}" for name in _EVENT_NAMES])

_FIND: Final = ready(
    f"""
    SELECT {{player}}, {{game}}, {{event}}, r.due_at
    FROM player p
    LEFT JOIN game g ON g.id = %(game_id)s AND g.player_id = p.id
    LEFT JOIN race r ON r.id = g.race_id
    LEFT JOIN game_event e ON e.game_id = g.id AND e.request_key = %(request_key)s
    WHERE {OF_HOLDER}
    """,  # noqa: S608 - a constant
    player=columns(Player, of="p"),
    game=columns(Game, of="g"),
    event=columns(Event, of="e"),
)

_ADD_NEW: Final = """
    g AS (
        INSERT INTO game ({names}, practice)
        SELECT {values}, %(practice)s OR EXISTS (
            SELECT FROM game WHERE player_id = %(player_id)s
              AND variant = %(variant)s AND deal_number = %(deal_number)s
        ) OR EXISTS (
            SELECT FROM game WHERE player_id = %(player_id)s
              AND variant = %(variant)s AND daily_on = %(daily_on)s AND NOT practice
        )
        FROM SOURCE
        WHERE unfinished_games(%(player_id)s) < %(most_unfinished)s
        ON CONFLICT DO NOTHING
        RETURNING id, practice
    )
    """
_ADD_EVENT: Final = """
    INSERT INTO game_event ({event_columns}) SELECT g.id, {event} FROM g
    RETURNING (SELECT practice FROM g)
    """
_UNJUDGED: Final = tuple(name for name in _GAME_NAMES if name != "practice")
_ADD_PARTS: Final = {
    "names": sql.SQL(", ").join(map(sql.Identifier, _UNJUDGED)),
    "values": parameters(_UNJUDGED),
    "event_columns": columns(Event),
    "event": _EVENT_VALUES,
}

_ADD: Final = ready(
    f"WITH {_ADD_NEW.replace('FROM SOURCE', '')} {_ADD_EVENT}",
    **_ADD_PARTS,
)

# The deal is locked, not waited for, and goes only if the game is made: whoever finds the game made
# already, or the lock taken, leaves the deal to the next.
_WAITING: Final = """
    waiting AS (SELECT id FROM verified_deal WHERE id = %(takes)s FOR UPDATE SKIP LOCKED)
    """
_TAKEN: Final = """
    taken AS (DELETE FROM verified_deal WHERE id IN (SELECT waiting.id FROM waiting, g))
    """

_ADD_TAKING: Final = ready(
    f"WITH {_WAITING}, {_ADD_NEW.replace('SOURCE', 'waiting')}, {_TAKEN} {_ADD_EVENT}",
    **_ADD_PARTS,
)

_OF_IDS: Final = ready("SELECT {columns} FROM game WHERE id = ANY (%(ids)s)", columns=columns(Game))

# A guest who was linked meanwhile has their entry, and so their game, with the account.
_ADD_OF_RACE: Final = ready(
    """
    WITH g AS (
        INSERT INTO game ({names})
        SELECT {values} FROM player WHERE id = %(player_id)s AND linked_to IS NULL
        RETURNING id
    )
    INSERT INTO game_event ({event_columns}) SELECT g.id, {event} FROM g
    RETURNING version
    """,
    names=columns(Game),
    values=parameters(_GAME_NAMES),
    event_columns=columns(Event),
    event=_EVENT_VALUES,
)

_SAVE: Final = ready(
    """
    WITH u AS (
        UPDATE game
        SET autoplay = %(autoplay)s, line = %(line)s, redo = %(redo)s, version = %(version)s,
            moved_version = %(moved_version)s, status = %(status)s, stuck = %(stuck)s,
            circling = %(circling)s, played = %(played)s, assisted = %(assisted)s,
            undos = %(undos)s, hints = %(hints)s, moves_made = %(moves_made)s,
            score = %(score)s, elapsed_ms = %(elapsed_ms)s,
            hint_line = %(hint_line)s, last_move_at = %(last_move_at)s,
            finished_at = %(finished_at)s, final_score = %(final_score)s, won_on = %(won_on)s,
            won_zone = %(won_zone)s, won_ms = %(won_ms)s, won_moves = %(won_moves)s,
            final_ms = %(final_ms)s, final_moves = %(final_moves)s,
            race_result = %(race_result)s
        WHERE id = %(id)s AND version = %(read)s
        RETURNING id
    )
    INSERT INTO game_event ({event_columns}) SELECT u.id, {event} FROM u
    RETURNING version
    """,
    event_columns=columns(Event),
    event=_EVENT_VALUES,
)

_COUNT_UNFINISHED: Final = b"""
    SELECT (SELECT count(*) FROM game WHERE player_id = p.id AND status = 'playing')
    FROM player p WHERE p.id = %(player_id)s AND p.linked_to IS NULL
    """

_VERSIONS: Final = b"SELECT id, version FROM game WHERE id = ANY(%(ids)s)"

_PAGE: Final = """
    SELECT {columns} FROM game
    WHERE player_id = %(player_id)s
      AND (%(status)s::text IS NULL OR status = %(status)s)
      AND (%(variant)s::text IS NULL OR variant = %(variant)s)
      AND (race_id IS NULL OR created_at <= %(now)s)
      AND (%(after_id)s::uuid IS NULL OR (TIME, id) < (%(after_time)s::timestamptz, %(after_id)s))
    ORDER BY TIME DESC, id DESC
    LIMIT %(limit)s
    """
_BY_START: Final = ready(_PAGE.replace("TIME", "created_at"), columns=columns(Game))
_BY_LAST_MOVE: Final = ready(_PAGE.replace("TIME", "last_move_at"), columns=columns(Game))
