"""What operators and tools ask: is it alive, is it ready, what does it offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flask
from flask import current_app

from service import readiness
from service.api.answering import answered, conditional, written
from service.api.blueprint import Blueprint, Token
from service.api.schemas import Answer, text
from service.limiting import Budget

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("operations", __name__, description="For operators")
document = flask.Blueprint("document", __name__)  # which does not describe itself


class HealthSchema(Answer):
    """That all is well; else there is a problem instead."""

    status = text("ok")


@blueprint.call(
    "GET",
    "/healthz",
    name="getHealth",
    token=Token.NONE,
    stored=False,
    budget=Budget.FREE,
    answers=HealthSchema,
)
def healthz() -> Response:
    """Tell that the process answers; the database is not asked.

    For those who start it again when it does not.
    """
    return answered({"status": "ok"})


@blueprint.call(
    "GET",
    "/readyz",
    name="getReadiness",
    token=Token.NONE,
    budget=Budget.FREE,
    answers=HealthSchema,
)
def readyz() -> Response:
    """Tell that the database answers too and is up to date: send requests here.

    For those who share requests among servers.
    """
    readiness.check(current_app.extensions["means"])
    return answered({"status": "ok"})


@document.get("/openapi.json")
def openapi() -> Response:
    """Give the document."""
    response = written(current_app.extensions["document"])
    response.headers["Cache-Control"] = "public, max-age=300"
    return conditional(response)
