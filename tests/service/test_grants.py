"""The role of the web processes: it may what the statements of the storage do, and nothing else."""

import re

import psycopg
import pytest
from psycopg import sql

from service.storage.grants import GRANTS
from service.storage.migrate import MIGRATIONS
from tests.serving import ROOT

VERBS = {
    "SELECT": r"(FROM|JOIN|UPDATE|INTO) {}\b",  # all conditions and all RETURNING read
    "INSERT": r"INSERT INTO {}\b",
    "UPDATE": r"(UPDATE {0}\b|FROM {0}\b[^;\"]*?FOR (NO KEY )?UPDATE|"
    r"INSERT INTO {0}\b[^;\"]*?ON CONFLICT [^;\"]*?DO UPDATE)",
    "DELETE": r"DELETE FROM {}\b",
}
BY_OPERATORS = {("daily", "UPDATE")}  # as the owner
STATEMENTS = [
    path.read_text(encoding="utf-8")
    for path in (*(ROOT / "service" / "storage").glob("*.py"), MIGRATIONS.parent / "schema.sql")
    if path.name not in ("migrate.py", "grants.py")
]


@pytest.fixture
def app(database):
    """The web role's connection."""
    with psycopg.connect(database, autocommit=True) as connection:
        yield connection


@pytest.fixture
def tables(app):
    """The tables, each with its columns."""
    found: dict[str, list[str]] = {}
    for table, column in app.execute(
        "SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid "
        "WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 "
        "AND NOT a.attisdropped ORDER BY c.relname, a.attnum"
    ):
        found.setdefault(table, []).append(column)
    return found


def refused(connection, statement):
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(statement)


def done_to(table):
    """List what some statement of the storage does to a table."""
    return {
        verb
        for verb, pattern in VERBS.items()
        if any(re.search(pattern.format(table), text, re.DOTALL) for text in STATEMENTS)
        and (table, verb) not in BY_OPERATORS
    }


def test_every_table_has_its_grant(tables):
    assert sorted(grant.table for grant in GRANTS) == sorted(tables), "see storage/grants.py"
    for grant in GRANTS:
        assert set(grant.fixed) < set(tables[grant.table]), grant.table


@pytest.mark.parametrize("grant", GRANTS, ids=lambda grant: grant.table)
def test_what_is_granted_is_what_the_statements_do(grant):
    assert grant.verbs == done_to(grant.table)


def test_what_is_not_granted_is_refused(app, tables):
    for grant in GRANTS:
        table = sql.Identifier(grant.table)
        column = sql.Identifier(tables[grant.table][0])
        for verb, statement in (
            ("INSERT", "INSERT INTO {table} DEFAULT VALUES"),
            ("UPDATE", "UPDATE {table} SET {column} = {column}"),
            ("DELETE", "DELETE FROM {table}"),
        ):
            if verb not in grant.verbs:
                refused(app, sql.SQL(statement).format(table=table, column=column))
        for name in grant.fixed:
            fixed = sql.Identifier(name)
            refused(app, sql.SQL("UPDATE {} SET {} = {}").format(table, fixed, fixed))


def test_a_deal_and_what_happened_cannot_be_rewritten(app):
    refused(app, "UPDATE game SET deal_order = ''")
    refused(app, "UPDATE game SET salt = '', commitment = ''")
    refused(app, "UPDATE game_event SET moves = ''")
    refused(app, "DELETE FROM game_event")


@pytest.mark.parametrize("grant", GRANTS, ids=lambda grant: grant.table)
def test_no_table_can_be_changed_or_emptied(app, tables, grant):
    column = tables[grant.table][0]
    for statement in (
        f"DROP TABLE {grant.table}",
        f"TRUNCATE {grant.table}",
        f"ALTER TABLE {grant.table} ADD COLUMN more text",
        f"ALTER TABLE {grant.table} RENAME TO other",
        f"ALTER TABLE {grant.table} OWNER TO longcase_app",
        f"CREATE INDEX ON {grant.table} ({column})",
        f"CREATE TRIGGER each BEFORE UPDATE ON {grant.table} EXECUTE FUNCTION "
        "suppress_redundant_updates_trigger()",
        f"COPY {grant.table} TO PROGRAM 'cat'",
    ):
        refused(app, statement)


def test_nothing_can_be_made(cluster):
    statements = (
        "CREATE TABLE more ()",
        "CREATE TEMPORARY TABLE more ()",
        "CREATE SCHEMA more",
        "CREATE FUNCTION more() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
        "CREATE OR REPLACE FUNCTION unfinished_games(player uuid) RETURNS bigint LANGUAGE sql "
        "AS 'SELECT 0::bigint'",
        "DROP EXTENSION plpgsql",
        "CREATE ROLE more",
        "CREATE DATABASE more",
        "DROP DATABASE postgres",
        "ALTER ROLE longcase_app SUPERUSER",
        "SET ROLE longcase_owner",
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT rolpassword FROM pg_authid",
    )
    with psycopg.connect(cluster.app, autocommit=True) as connection:
        for statement in statements:
            refused(connection, statement)


def test_it_owns_nothing(app):
    owned = app.execute(
        "SELECT relname FROM pg_class WHERE relowner = 'longcase_app'::regrole "
        "UNION ALL SELECT proname FROM pg_proc WHERE proowner = 'longcase_app'::regrole "
        "UNION ALL SELECT datname FROM pg_database WHERE datdba = 'longcase_app'::regrole"
    )
    assert owned.fetchall() == []
    rights = app.execute(
        "SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls "
        "FROM pg_roles WHERE rolname = current_user"
    )
    assert rights.fetchall() == [(False,) * 5]
    members = "SELECT 1 FROM pg_auth_members WHERE member = 'longcase_app'::regrole"
    assert app.execute(members).fetchall() == []
