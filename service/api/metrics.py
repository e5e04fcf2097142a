"""What operators measure: how many requests of each route, how they ended, how long they took.

For Prometheus, at `/metrics`, and only with the operators' token: to everybody else there is
nothing at that address. Labels are routes, methods and statuses; no id, no player, nothing of a
game. Where `PROMETHEUS_MULTIPROC_DIR` is set, each worker answers for all.
"""

from __future__ import annotations

import hmac
import os
import time
from typing import TYPE_CHECKING, Any, Final

from flask import Response, g, request
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

from service.errors import NotFound

if TYPE_CHECKING:
    from flask import Flask

_NO_ROUTE: Final = "none"
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"})
_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


def install(app: Flask, token: str) -> None:
    """Measure every request of the application, and answer who holds the token."""
    registry = CollectorRegistry()
    requests = Counter(
        "longcase_requests", "Requests answered", ("method", "route", "status"), registry=registry
    )
    seconds = Histogram(
        "longcase_request_seconds",
        "From reading a request's head to its answer",
        ("method", "route"),
        buckets=_SECONDS,
        registry=registry,
    )

    @app.before_request
    def start() -> None:
        g.started = time.perf_counter()

    @app.after_request
    def measure(response: Response) -> Response:
        route = request.url_rule.rule if request.url_rule else _NO_ROUTE
        method = request.method if request.method in _METHODS else "other"
        requests.labels(method, route, str(response.status_code)).inc()
        if "Preference-Applied" not in response.headers:  # how long that took was up to the client
            seconds.labels(method, route).observe(time.perf_counter() - g.started)
        return response

    @app.get("/metrics")
    def metrics() -> Response:
        sent = request.headers.get("Authorization", "").encode()
        if not hmac.compare_digest(sent, b"Bearer " + token.encode()):
            raise NotFound
        return Response(generate_latest(_all(registry)), content_type=CONTENT_TYPE_LATEST)


def _all(registry: CollectorRegistry) -> CollectorRegistry:
    """Give what this process measured, or what all workers did."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return registry
    shared: Any = CollectorRegistry()
    MultiProcessCollector(shared)  # type: ignore[no-untyped-call]  # it has no types
    found: CollectorRegistry = shared
    return found
