"""The application on the module's database, and players of it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from service.app import create_app
from service.config import Config
from service.rates import MOST, Rate, Rates
from tests.client import Client
from tests.service.test_command import longcase
from tests.serving import PATIENT, wait_for

WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.time = datetime(2025, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def forward(self, **span: float) -> None:
        self.time += timedelta(**span)


def generous() -> Rates:
    """Rates that count, and that no test reaches unasked."""
    rate = Rate(requests=MOST, unit="s", burst=MOST)
    return Rates(**{each.name: rate for each in fields(Rates)})


@pytest.fixture(scope="module")
def module_app(module_database, tmp_path_factory):
    config = Config(
        database_url=module_database,
        max_unfinished=60,
        rates=generous(),
        deep_folder=tmp_path_factory.mktemp("deep"),
        **PATIENT,
    )
    app = create_app(config)
    app.extensions["database"].open()
    yield app
    app.extensions["database"].close()


@pytest.fixture
def app(module_app, database):  # noqa: ARG001 - the database is emptied
    means = module_app.extensions["means"]
    yield module_app
    module_app.extensions["means"] = means


@pytest.fixture
def clock(app):
    clock = Clock()
    app.extensions["means"] = replace(app.extensions["means"], now=clock)
    return clock


@pytest.fixture
def stranger(app):
    """A client without a token."""
    return Client(app)


@pytest.fixture
def player(app):
    """A client with a token."""
    return _with_token(app)


@pytest.fixture
def rival(app):
    """Another client with a token."""
    return _with_token(app)


@pytest.fixture
def third(app):
    """A third client with a token."""
    return _with_token(app)


def _with_token(app):
    return Client(app, Client(app).post("players", {}, expect=201).json["token"])


@pytest.fixture
def superuser(module_database, cluster):
    """A connection that sees who waits for whom."""
    name = str(conninfo_to_dict(module_database)["dbname"])
    with psycopg.connect(cluster.superuser(name), autocommit=True) as connection:
        yield connection


@pytest.fixture
def overtake(database, superuser):
    """Let a statement be under way when a call comes, which waits for it; give the answer."""

    def overtaking(statement, call, *, values=None):
        with ThreadPoolExecutor(1) as pool:
            with psycopg.connect(database) as first:
                first.execute(statement, values)
                answer = pool.submit(call)
                wait_for(lambda: superuser.execute(WAITING).fetchone() == (1,))
            return answer.result()

    return overtaking


@pytest.fixture
def operate(owner):
    """Run a command as the operator; give its exit status and what it says."""

    def run(*arguments):
        status, out, err = longcase(*arguments, DATABASE_URL=owner)
        return status, (out + err).strip()

    return run
