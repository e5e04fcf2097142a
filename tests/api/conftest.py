"""The application on the module's database, and players of it."""

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta

import pytest

from service.app import create_app
from service.config import Config
from service.rates import MOST, Rate, Rates
from tests.client import Client


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
    token = Client(app).post("players", {}, expect=201).json["token"]
    return Client(app, token)


@pytest.fixture
def rival(app):
    """Another client with a token."""
    token = Client(app).post("players", {}, expect=201).json["token"]
    return Client(app, token)
