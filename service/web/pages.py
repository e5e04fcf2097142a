"""The pages for people: a welcome at `/` and the API's pages at `/docs`, from our own files.

Everything a page needs lies in `static/`, so that it works without another site and a strict
Content-Security-Policy can forbid all others. The pages talk to the API like any client.
Swagger UI is kept as published, in a folder that bears its version; its README says how.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from flask import Blueprint, redirect, send_from_directory

from service.api.answering import conditional

if TYPE_CHECKING:
    from werkzeug import Response

STATIC: Final = Path(__file__).with_name("static")
SWAGGER_UI: Final = "swagger-ui-5.35.0"

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_ASK_EACH_TIME: Final = "public, no-cache"  # with an ETag: 304 while a page is as it was
_KEEP: Final = "public, max-age=31536000, immutable"  # another version has another address

blueprint = Blueprint("web", __name__)


@blueprint.get("/")
def welcome() -> Response:
    """Say what this is and where to go on."""
    return _file("index.html")


@blueprint.get("/docs")
def docs() -> Response:
    """Show the OpenAPI document, and let people try it."""
    return _file("docs.html")


@blueprint.get("/docs/")
def docs_with_slash() -> Response:
    """Lead to the page; its links are relative, so that a proxy may add a prefix."""
    return redirect("../docs", code=308)


@blueprint.get("/assets/<path:name>")
def asset(name: str) -> Response:
    """Give a file that a page needs."""
    return _file(name)


def _file(name: str) -> Response:
    """Give a file, or that the client has it, by its ETag; no parts of it."""
    response = conditional(send_from_directory(STATIC, name, conditional=False))
    del response.headers["Last-Modified"]
    response.headers["Cache-Control"] = (
        _KEEP if name.startswith(f"{SWAGGER_UI}/") else _ASK_EACH_TIME
    )
    response.headers["Content-Security-Policy"] = _POLICY
    return response
