"""The wiring: which parts make up the web application."""

from __future__ import annotations

import logging
from importlib import import_module
from typing import Any

import orjson
from flask import Flask

from service import web
from service.api import (
    boards,
    dailies,
    deprecation,
    document,
    envelope,
    exports,
    games,
    headers,
    hints,
    history,
    limits,
    moves,
    operations,
    pictures,
    players,
    problems,
    race_events,
    races,
    replays,
    sandbox,
    stats,
    variants,
    verdicts,
)
from service.api.blueprint import Api
from service.api.choices import refer_to_list
from service.buckets import Buckets
from service.config import Config
from service.means import Means
from service.sandbox import equip
from service.storage.pool import Database
from service.waiting import Waiting, of_address

_LOG = logging.getLogger(__name__)

NOUNS = (
    variants,
    dailies,
    games,
    moves,
    hints,
    verdicts,
    pictures,
    history,
    players,
    stats,
    boards,
    replays,
    races,
    race_events,
    exports,
    sandbox,
)


def create_app(config: Config, *, buckets: Buckets | None = None) -> Flask:
    """Make the application; its database is described but not opened.

    Args:
        config: The settings.
        buckets: Where requests are counted, made before the fork of processes that share it.
    """
    app = Flask("service", static_folder=None)
    app.url_map.merge_slashes = False
    app.config.update(document.settings(config), MAX_CONTENT_LENGTH=config.max_body)
    database = Database(config)
    app.extensions["database"] = database
    app.extensions["means"] = equip(Means(database=database, config=config))
    app.extensions["waiting"] = Waiting(
        threads=config.threads, of_one=config.max_waiting, of_address=of_address(config)
    )
    envelope.install(app, config)
    if config.metrics_token is not None:  # imported after the fork, as its library wants it
        import_module("service.api.metrics").install(app, config.metrics_token)
    limits.install(app, config, buckets or Buckets())
    deprecation.install(app)
    envelope.know_one_address(app)
    envelope.tell_options(app)
    envelope.heed_accept(app)
    problems.install(app)
    if config.sandbox:
        _LOG.warning("this is a sandbox: everybody may put its clock forward")
        sandbox.install(app)
    api = Api(app)
    headers.install(api.spec)
    api.ma_plugin.converter.add_attribute_function(refer_to_list)
    for noun in NOUNS:
        api.register_blueprint(noun.blueprint, url_prefix="/v1")
    api.register_blueprint(operations.blueprint)
    app.extensions["document"] = orjson.dumps(api.spec.to_dict())
    app.register_blueprint(operations.document)
    for pages in web.blueprints:
        app.register_blueprint(pages)
    return app


def openapi_document() -> dict[str, Any]:
    """Give the OpenAPI document of the default settings; no database is needed."""
    found: dict[str, Any] = orjson.loads(create_app(Config()).extensions["document"])
    return found
