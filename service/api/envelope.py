"""What every request and every answer has: an id, a type that was asked for, safe headers, CORS."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from flask import abort, current_app, g, request

from service.api.accepting import takes_any
from service.api.answering import nothing
from service.api.headers import HEADERS_IN, HEADERS_OUT
from service.api.problems import taken
from service.errors import NotAcceptable
from service.logs import REQUEST_ID

if TYPE_CHECKING:
    from flask import Flask, Response

    from service.config import Config

_SANE_ID: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
_OFFERED: Final = ("application/json",)
_OFFERED_AS_STREAM: Final = (*_OFFERED, "text/event-stream")
_OFFERED_AS_PICTURE: Final = ("image/svg+xml",)
_EXPOSED: Final = ", ".join([*HEADERS_OUT, "Allow", "Deprecation", "Sunset", "Link"])
_ALLOWED: Final = ", ".join(
    [*HEADERS_IN, "Authorization", "Content-Type", "Accept", "Cache-Control", "X-Request-Id"]
)
SAFE: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
"""What makes an answer safe for browsers; a page has a policy of its own."""
_DAY: Final = "86400"
_API: Final = ("/v1/", "/openapi.json", "/healthz", "/readyz")


def install(app: Flask, config: Config) -> None:
    """Wrap every request of the application."""

    @app.before_request
    def open_request() -> None:
        sent = request.headers.get("X-Request-Id", "")
        g.request_id = sent if _SANE_ID.fullmatch(sent) else str(uuid4())
        REQUEST_ID.set(g.request_id)

    @app.after_request
    def close_request(response: Response) -> Response:
        headers = response.headers
        headers["X-Request-Id"] = g.request_id
        for name, value in SAFE.items():
            headers.setdefault(name, value)
        if config.hsts:
            headers["Strict-Transport-Security"] = f"max-age={config.hsts}"
        if "Cache-Control" not in headers:
            headers["Cache-Control"] = "private, no-cache"
        if not headers["Cache-Control"].startswith("public"):
            response.vary.add("Authorization")
        _share(response, config.cors_origins)
        return response

    @app.teardown_request
    def forget_request(_error: BaseException | None) -> None:
        REQUEST_ID.set(None)


def know_one_address(app: Flask) -> None:
    """Refuse addresses that begin with several slashes, which the router would take for one."""

    @app.before_request
    def refuse() -> None:
        if request.environ["PATH_INFO"].startswith("//"):
            abort(HTTPStatus.NOT_FOUND)


def tell_options(app: Flask) -> None:
    """Answer OPTIONS on every address there is, before a token or a type is asked for."""

    @app.before_request
    def tell() -> Response | None:
        if request.method != "OPTIONS" or request.routing_exception is not None:
            return None
        methods = sorted(current_app.url_map.bind("").allowed_methods(request.path))
        response = nothing()
        response.headers["Allow"] = ", ".join(methods)
        response.headers.extend(taken(methods))
        return response


def heed_accept(app: Flask) -> None:
    """Refuse requests whose client takes none of the types that are offered.

    Problems are told to everybody: who takes nothing else is refused too, since no answer is one.
    """

    @app.before_request
    def compare() -> None:
        offered: tuple[str, ...] = _OFFERED
        if request.path.endswith(".svg"):
            offered = _OFFERED_AS_PICTURE
        elif request.path.endswith("/events"):
            offered = _OFFERED_AS_STREAM
        if request.path.startswith(_API) and not takes_any(offered):
            raise NotAcceptable


def _share(response: Response, origins: tuple[str, ...]) -> None:
    """Let web pages of the configured origins call, and read the headers they need."""
    if not origins:
        return
    anyone = "*" in origins
    if not anyone:
        response.vary.add("Origin")
    origin = request.headers.get("Origin")
    if origin is None or (not anyone and origin not in origins):
        return
    headers = response.headers
    headers["Access-Control-Allow-Origin"] = "*" if anyone else origin
    headers["Access-Control-Expose-Headers"] = _EXPOSED
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        headers["Access-Control-Allow-Methods"] = headers.get("Allow", "GET, POST, PATCH, DELETE")
        headers["Access-Control-Allow-Headers"] = _ALLOWED
        headers["Access-Control-Max-Age"] = _DAY
