"""The database of the tests: one Postgres a session, in a folder of its own, thrown away.

A module gets a database of its own, copied from a migrated template; it is emptied before each
test. Nothing of the developer's is touched: the environment's settings are not read.
"""

import os
import secrets
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import fields
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import psycopg
import pytest
from hypothesis import HealthCheck, settings
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier

from service.config import Config
from service.embedded import running
from service.storage.migrate import migrate
from tests.serving import PATIENT, serving
from tests.wire import checked

ROOT = Path(__file__).resolve().parent.parent
ELSEWHERE = {"database_url", "host", "port", "http_proxy", "all_proxy"}

# What an example takes is the machine's: on a busy one it says nothing of what is tried.
settings.register_profile(
    "of any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("of any machine")


def pytest_sessionstart():
    """Refuse to test compiled modules that are not those of the sources."""
    for source in (pxd.with_suffix(".py") for pxd in (ROOT / "engine").rglob("*.pxd")):
        compiled = source.with_suffix(EXTENSION_SUFFIXES[0])
        if not source.exists():
            continue
        if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
            pytest.exit(f"{source.relative_to(ROOT)} is not compiled: run `make setup`", 3)


@pytest.fixture(scope="session", autouse=True)
def _no_settings():
    """Take the developer's settings out of the environment, and set what a busy machine needs.

    Their proxy is taken out too: the services that are asked are on this machine. Searches share
    their places with no other run's, and end by what they count, not by the clock.
    """
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as searches:
        for name in list(os.environ):
            if name.startswith(("LONGCASE_", "PG")) or name.lower() in ELSEWHERE:
                patch.delenv(name)
        patch.setenv("LONGCASE_DEEP_FOLDER", searches)
        for setting in fields(Config):
            if setting.name in PATIENT:
                patch.setenv(setting.metadata["variable"], str(PATIENT[setting.name]))
        yield


@pytest.fixture(scope="session", autouse=True)
def _contract():
    """Hold every answer that a test gets over a socket against the document."""
    with checked():
        yield


@contextmanager
def temporary_path():
    """A path for an embedded Postgres' data: short, and not below a closed folder."""
    path = Path(tempfile.gettempdir()) / f"longcase-test-{secrets.token_hex(4)}"
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def scratch():
    """Data of a test's own."""
    with temporary_path() as path:
        yield path


@pytest.fixture(scope="module")
def module_scratch():
    """Data that a module's tests leave to one another: making them is slow."""
    with temporary_path() as path:
        yield path


@pytest.fixture(scope="session")
def cluster(_no_settings):
    """The session's Postgres, with a migrated template."""
    with temporary_path() as path, running(path, durable=False) as embedded:
        migrate(embedded.owner)
        yield embedded


@pytest.fixture(scope="module")
def module_database(cluster):
    """A module's own database, as the web processes see it."""
    name = f"test_{secrets.token_hex(4)}"
    with psycopg.connect(cluster.superuser(), autocommit=True) as connection:
        connection.execute(
            SQL("CREATE DATABASE {} TEMPLATE longcase OWNER longcase_owner").format(
                Identifier(name)
            )
        )
        yield make_conninfo(cluster.app, dbname=name)
        connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@pytest.fixture
def database(module_database, cluster):
    """How to connect to an empty, migrated database."""
    name = psycopg.conninfo.conninfo_to_dict(module_database)["dbname"]
    with psycopg.connect(cluster.superuser(str(name)), autocommit=True) as connection:
        tables = connection.execute(
            "SELECT tablename FROM pg_tables "
            "WHERE schemaname = 'public' AND tablename <> 'schema_migration'"
        ).fetchall()
        if tables:
            names = SQL(", ").join(Identifier(table) for (table,) in tables)
            connection.execute(SQL("TRUNCATE {}").format(names))
    return module_database


@pytest.fixture
def owner(database, cluster):
    """How the same database's owner connects, for tests that spoil what the service cannot."""
    name = psycopg.conninfo.conninfo_to_dict(database)["dbname"]
    return make_conninfo(cluster.owner, dbname=name)


@pytest.fixture
def sql(owner):
    """Run a statement as the database's owner; give its rows, which come in no order unasked."""
    with psycopg.connect(owner, autocommit=True) as connection:

        def run(statement, values=None):
            cursor = connection.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

        yield run


@pytest.fixture(scope="module")
def module_server(module_database):
    """A module's own running service."""
    with serving(module_database) as server:
        yield server


@pytest.fixture
def server(module_server, database):  # noqa: ARG001 - the database is emptied
    """A running service on an empty database."""
    return module_server
