"""What operators and tools ask: is it alive, is it ready, what does it offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, current_app

from service import readiness
from service.api.answering import answered, written

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("operations", __name__)


@blueprint.get("/healthz")
def healthz() -> Response:
    """Tell that the process answers."""
    return answered({"status": "ok"})


@blueprint.get("/readyz")
def readyz() -> Response:
    """Tell that the database answers too and is migrated."""
    readiness.check(current_app.extensions["means"])
    return answered({"status": "ok"})


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """Give the document."""
    response = written(current_app.extensions["document"])
    response.headers["Cache-Control"] = "public, max-age=300"
    return response
