"""Migrations: applied once and whole, refused when changed, and equal to schema.sql."""

import secrets
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from service.storage.migrate import MIGRATIONS, MigrationError, check, migrate, migrations

FIRST = "CREATE TABLE first (id integer PRIMARY KEY);"
SECOND = "CREATE TABLE second (id integer PRIMARY KEY); INSERT INTO second VALUES (1);"


@pytest.fixture
def empty(cluster):
    """How its owner connects to a database without any table."""
    name = f"test_{secrets.token_hex(4)}"
    with psycopg.connect(cluster.superuser(), autocommit=True) as connection:
        connection.execute(
            sql.SQL("CREATE DATABASE {} OWNER longcase_owner").format(sql.Identifier(name))
        )
        yield make_conninfo(cluster.owner, dbname=name)
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "0001_first.sql").write_text(FIRST)
    (tmp_path / "0002_second.sql").write_text(SECOND)
    return tmp_path


def rows(dsn, statement):
    with psycopg.connect(dsn) as connection:
        return connection.execute(statement).fetchall()


def test_each_file_is_applied_once_in_order(empty, folder):
    assert [each.name for each in migrate(empty, folder=folder)] == ["first", "second"]
    assert migrate(empty, folder=folder) == ()
    (folder / "0003_third.sql").write_text("INSERT INTO second VALUES (2);")
    assert [each.name for each in migrate(empty, folder=folder)] == ["third"]
    assert rows(empty, "SELECT id FROM second ORDER BY id") == [(1,), (2,)]
    assert rows(empty, "SELECT number FROM schema_migration ORDER BY 1") == [(1,), (2,), (3,)]


def test_a_failing_file_leaves_nothing(empty, folder):
    (folder / "0002_second.sql").write_text(SECOND + "SELECT 1/0;")
    with pytest.raises(MigrationError, match="0002_second fails: division by zero"):
        migrate(empty, folder=folder)
    assert rows(empty, "SELECT to_regclass('first')::text, to_regclass('second')::text") == [
        ("first", None)
    ]
    (folder / "0002_second.sql").write_text(SECOND)
    assert [each.number for each in migrate(empty, folder=folder)] == [2]


def test_a_file_changed_after_it_was_applied_is_refused(empty, folder):
    migrate(empty, folder=folder)
    (folder / "0001_first.sql").write_text(FIRST + "-- better")
    for refuse in (migrate, check):
        with pytest.raises(MigrationError, match="0001_first was applied with another text"):
            refuse(empty, folder=folder)


def test_a_database_that_knows_more_is_served_but_not_migrated(empty, folder):
    migrate(empty, folder=folder)
    (folder / "0002_second.sql").unlink()
    check(empty, folder=folder)
    with pytest.raises(MigrationError, match="is at migration 2, this program knows 1"):
        migrate(empty, folder=folder)


def test_a_database_that_lacks_something_is_not_served(empty, folder):
    with pytest.raises(MigrationError, match="at migration 0 of 2: run `longcase migrate`"):
        check(empty, folder=folder)
    migrate(empty, folder=folder)
    check(empty, folder=folder)


def test_migrators_wait_for_each_other(empty, folder):
    (folder / "0001_first.sql").write_text(FIRST + "SELECT pg_sleep(0.2);")
    with ThreadPoolExecutor(4) as threads:
        applied = list(threads.map(lambda _: len(migrate(empty, folder=folder)), range(4)))
    assert sorted(applied) == [0, 0, 0, 2]


@pytest.mark.parametrize("names", [("1_one",), ("0001",), ("0002_two",), ("0001_a", "0001_b")])
def test_badly_numbered_files_are_refused(tmp_path, names):
    for name in names:
        (tmp_path / f"{name}.sql").write_text("SELECT 1")
    with pytest.raises(MigrationError):
        migrations(tmp_path)


def test_the_migrations_give_exactly_the_schema(empty, cluster):
    migrate(empty)
    migrated = catalogue(empty)
    with psycopg.connect(cluster.superuser(), autocommit=True) as connection:
        name = f"test_{secrets.token_hex(4)}"
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            dsn = cluster.superuser(name)
            with psycopg.connect(dsn) as other:
                other.execute((MIGRATIONS.parent / "schema.sql").read_bytes())
            assert catalogue(dsn) == migrated
        finally:
            connection.execute(
                sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
            )
    assert any("game_event" in line for line in migrated["columns"])


def catalogue(dsn):
    """Return what Postgres knows of the tables, without schema_migration."""
    parts = {
        "columns": """
            SELECT c.relname, c.relkind, c.relpersistence, c.reloptions::text,
                   a.attnum, a.attname, a.attnotnull,
                   format_type(a.atttypid, a.atttypmod), a.attidentity, a.attgenerated,
                   pg_get_expr(d.adbin, d.adrelid)
            FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
            LEFT JOIN pg_attrdef d ON (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
            WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
              AND c.relname !~ '^schema_migration'""",
        "indexes": """
            SELECT tablename, indexname, indexdef FROM pg_indexes
            WHERE schemaname = 'public' AND tablename <> 'schema_migration'""",
        "constraints": """
            SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)
            FROM pg_constraint WHERE connamespace = 'public'::regnamespace
              AND conrelid <> coalesce(to_regclass('schema_migration'), 0)""",
        "routines": """
            SELECT p.oid::regprocedure::text, pg_get_functiondef(p.oid)
            FROM pg_proc p WHERE pronamespace = 'public'::regnamespace""",
        "triggers": "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
        "types": """
            SELECT typname, typtype::text FROM pg_type
            WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')""",
    }
    return {part: sorted(map(repr, rows(dsn, statement))) for part, statement in parts.items()}
