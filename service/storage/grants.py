"""What the role of the web processes may do, table by table: what the statements here do, no more.

So a hole in the service is no way to change a deal, a finished game's history or the schema. What
no row's life needs is left out: a deal's cards, salt and commitment are written once, and events
are appended. A test compares this list with the schema and with the statements; a new table or
a new kind of statement gets its word here. Operators' commands that judge (withdraw a deal, rename
or ban a player, ...) connect as the owner, so what only they do is not granted. `migrate` writes it
into the database, while the version before is still served: what that one needs is taken away one
version later.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from psycopg import sql

if TYPE_CHECKING:
    from collections.abc import Iterator

    from psycopg import Connection

APP_ROLE: Final = "longcase_app"
"""The role of the web processes."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What may be done with a table; an UPDATE does not reach the columns that are `fixed`.

    A row that is locked needs UPDATE of some column.
    """

    table: str
    verbs: frozenset[str]
    fixed: tuple[str, ...] = ()


def _may(table: str, verbs: str, *fixed: str) -> Grant:
    return Grant(table, frozenset(verbs.split()), fixed)


GRANTS: Final = (
    _may("schema_migration", "SELECT"),
    _may("player", "SELECT INSERT UPDATE DELETE", "id", "created_at", "banned_at"),
    _may(
        "game",
        "SELECT INSERT UPDATE DELETE",
        *("id", "variant", "rules_version", "options", "deal_number", "deal_order", "deal_layout"),
        *("salt", "commitment", "deal_verdict", "deal_difficulty", "daily_on", "off_board"),
        *("race_id", "created_at"),
    ),
    _may("game_event", "SELECT INSERT"),
    _may("daily", "SELECT INSERT"),
    _may("replay", "SELECT INSERT"),
    _may(
        "race",
        "SELECT INSERT UPDATE DELETE",
        *("id", "code", "variant", "rules_version", "options", "seats", "minutes", "deal_order"),
        *("salt", "commitment", "deal_verdict", "line", "deal_difficulty", "rematch_of"),
        "created_at",
    ),
    _may("race_entry", "SELECT INSERT UPDATE DELETE", "race_id", "seat", "joined_at"),
    _may(
        "race_event",
        "SELECT INSERT UPDATE",
        *("race_id", "version", "kind", "at", "seat", "player_id", "request_key", "fingerprint"),
    ),
    _may("deal_verdict", "SELECT INSERT DELETE"),
    _may(
        "verified_deal",
        "SELECT INSERT UPDATE DELETE",
        *("id", "variant", "rules_version", "options", "deal_order", "line", "difficulty"),
    ),
    _may("lease", "SELECT INSERT UPDATE", "job"),
    _may("sandbox_clock", "SELECT INSERT UPDATE", "one"),
    _may("sandbox_failure", "SELECT INSERT UPDATE", "token_hash"),
    _may("rate_bucket", "SELECT INSERT UPDATE DELETE", "bucket"),
)


def write(connection: Connection) -> None:
    """Give the role, where there is one, what it may do, and take everything else from it."""
    known = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (APP_ROLE,)).fetchone()
    if not known:
        return
    with connection.transaction():  # a program that is serving misses nothing meanwhile
        for statement in _statements(connection):
            connection.execute(statement)


def _statements(connection: Connection) -> Iterator[sql.Composed]:
    role = sql.Identifier(APP_ROLE)
    database = sql.Identifier(connection.info.dbname)
    yield sql.SQL("REVOKE CREATE, TEMPORARY ON DATABASE {} FROM PUBLIC, {}").format(database, role)
    yield sql.SQL("REVOKE CREATE ON SCHEMA public FROM PUBLIC, {}").format(role)
    yield sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC, {}").format(role)
    yield sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(role)
    columns = _columns(connection)
    for grant in GRANTS:
        if grant.table not in columns:  # a database of a test's own
            continue
        open_to_change = [each for each in columns[grant.table] if each not in grant.fixed]
        for verb in sorted(grant.verbs):
            of = _listed(open_to_change) if verb == "UPDATE" else sql.SQL("")
            yield sql.SQL("GRANT {}{} ON {} TO {}").format(
                sql.SQL(verb), of, sql.Identifier(grant.table), role
            )


def _columns(connection: Connection) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for table, column in connection.execute(
        "SELECT table_name, column_name FROM information_schema.columns "
        "WHERE table_schema = 'public' ORDER BY table_name, ordinal_position"
    ):
        found.setdefault(table, []).append(column)
    return found


def _listed(columns: list[str]) -> sql.Composed:
    return sql.SQL(" ({})").format(sql.SQL(", ").join(map(sql.Identifier, columns)))
