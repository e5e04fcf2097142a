"""gunicorn, set up for this service: one process a core, threads, a pool of connections each.

The application is made in each worker, after the fork, so that no connection is shared; the
modules are imported before it, so that their memory is. A worker that dies is replaced.
"""

import errno
import logging
import os
import shutil
import socket
import tempfile
import time
from collections.abc import Callable, Iterable, MutableMapping
from datetime import timedelta
from http import HTTPStatus
from pathlib import Path
from typing import Any
from uuid import uuid4

import orjson
from flask import Flask, Response
from gunicorn import util
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.http import errors, wsgi
from gunicorn.workers.gthread import ThreadWorker

from engine import problem_text
from service.api import envelope, limits, problems
from service.app import create_app
from service.beside import Master
from service.buckets import Buckets
from service.config import Config
from service.errors import MalformedRequest
from service.refusals import type_of

_LOG = logging.getLogger("service.serving")
LONGEST_REQUEST_S = 20.0
_MEASURED = "PROMETHEUS_MULTIPROC_DIR"  # where the workers' measures meet
_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - for gunicorn's heartbeat files, which it makes safely


class CannotListen(Exception):
    """The address of the settings cannot be listened on; the text says why."""


def check_address(config: Config) -> None:
    """Find out beforehand whether the address is free: gunicorn tries for seconds, in many lines.

    Raises:
        CannotListen: it is not, or it is not of this machine.
    """
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    try:
        socket.create_server((config.host, config.port), family=family).close()
    except OSError as error:
        address = f"{config.host}:{config.port}"
        if error.errno == errno.EADDRINUSE:
            raise CannotListen(
                f"{address} is in use by another program: "
                "choose another port with PORT=…, or any free one with PORT=0"
            ) from None
        raise CannotListen(f"{address} cannot be listened on: {error.strerror}") from None


def serve(config: Config, *, welcome: Callable[[str], None] | None = None) -> None:
    """Serve until told to stop; never returns.

    Args:
        config: The settings.
        welcome: Is called with the address once it is listened on.
    """
    _Gunicorn(config, welcome=welcome).run()


class AccessLog(Logger):
    """gunicorn's log, in our form: its own lines, and one for each answer."""

    def setup(self, cfg: Any) -> None:
        """Let every line go to the root logger."""
        self.cfg = cfg
        self.error_log.propagate = True
        self.access_log.propagate = True

    def access(
        self,
        resp: Any,
        _req: Any,
        environ: MutableMapping[str, Any],
        request_time: timedelta,
    ) -> None:
        """Log an answer."""
        headers = {name.lower(): value for name, value in resp.headers}
        fields = {
            "method": environ.get("REQUEST_METHOD"),
            "path": environ.get("PATH_INFO"),
            "status": int(str(resp.status).split(None, 1)[0]),
            "bytes": getattr(resp, "sent", None),
            "ms": round(request_time.total_seconds() * 1000, 1),
            "address": environ.get(limits.CLIENT, environ.get("REMOTE_ADDR")),
        }
        if "x-request-id" in headers:
            fields["request_id"] = headers["x-request-id"]
        self.access_log.info("answered", extra={"fields": fields})


class DatedAnswer(wsgi.Response):
    """An answer with the Date of the application if it gives one, as a sandbox does.

    gunicorn drops it, and tells the machine's time.
    """

    date: str | None = None

    def process_headers(self, headers: Iterable[tuple[str, str]]) -> None:
        """Take the headers of the application."""
        given = list(headers)
        super().process_headers(given)
        self.date = dict(given).get("Date")

    def default_headers(self) -> list[str]:
        """Give the lines before those of the application."""
        lines = super().default_headers()
        if self.date is None:
            return lines
        return [f"Date: {self.date}\r\n" if line.startswith("Date:") else line for line in lines]


class TooSlow(errors.ParseException):
    """A request has not arrived by the latest time for it."""


class Connection(socket.socket):
    """A connection that gives up a request which has not arrived by the latest time for it."""

    latest: float | None = None  # of the monotonic clock

    def recv(self, *args: int) -> bytes:
        """Receive, while there is time."""
        if self.latest is None:
            return super().recv(*args)
        try:
            self.settimeout(max(self.latest - time.monotonic(), 0.001))
            return super().recv(*args)
        except TimeoutError:
            raise TooSlow from None
        finally:
            self.settimeout(None)


class Worker(ThreadWorker):
    """A worker that refuses what is not HTTP with a problem document too.

    And one whose closing connections wait for their clients in their own threads: gunicorn waits
    in the loop that accepts, where one client that does not hang up holds up everybody's requests.
    And one that waits only so long for a whole request: gunicorn waits for ever, a thread for each.
    And one whose stop ends what waits for changes, which would else hold it up.
    """

    def handle(self, conn: Any) -> Any:
        """Answer a request; close the connection here if it is not kept."""
        if not isinstance(conn.sock, Connection):
            conn.sock = Connection(fileno=conn.sock.detach())
        conn.sock.latest = time.monotonic() + LONGEST_REQUEST_S
        kept = super().handle(conn)
        conn.sock.latest = None
        if not kept:
            conn.close(graceful=True)
            conn.close = _closed_already
        return kept

    def handle_request(self, req: Any, conn: Any) -> Any:
        """Answer a request that has arrived; what is left of its body is gunicorn's to time."""
        try:
            return super().handle_request(req, conn)
        finally:
            conn.sock.latest = None

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Begin to stop."""
        super().handle_exit(sig, frame)
        self.method_queue.defer(self._end_waiting)

    def handle_quit(self, sig: int, frame: Any) -> None:
        """Stop at once, but from the loop: it takes a lock that this thread may hold here."""
        self.method_queue.defer(self._end_waiting)
        self.method_queue.defer(super().handle_quit, sig, frame)

    def _end_waiting(self) -> None:
        """Let nobody wait any more: a stop waits for the threads, also one at once."""
        app = getattr(self, "wsgi", None)
        if isinstance(app, Flask):
            app.extensions["waiting"].drain()

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:
        """Answer a request that could not be read."""
        if not isinstance(exc, errors.ParseException):
            super().handle_error(req, client, addr, exc)
            return
        request_id = str(uuid4())
        fields = {"kind": type(exc).__name__, "request_id": request_id}
        _LOG.info("unreadable request", extra={"fields": fields})
        try:
            util.write_nonblock(client, _refusal(_unreadable(exc), request_id))
        except OSError:
            _LOG.debug("the client of an unreadable request is gone")


def _closed_already(*, graceful: bool = False) -> None:
    """Stand in for closing a connection that its thread has closed."""


def _refusal(status: HTTPStatus, request_id: str) -> bytes:
    """Write an answer to a request of which no header can be relied on; so it is in English."""
    code = MalformedRequest.code
    title, detail = problem_text(code, "en")
    if status is not HTTPStatus.BAD_REQUEST:
        detail = f"{status.phrase}: {status.description}."
    problem = {
        "type": type_of(code),
        "title": title,
        "status": status.value,
        "detail": detail,
        "code": code,
        "instance": f"urn:longcase:request:{request_id}",
    }
    body = orjson.dumps(problem)
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}",
        f"Content-Type: {problems.MEDIA_TYPE}",
        f"Content-Length: {len(body)}",
        "Content-Language: en",
        "Cache-Control: no-store",
        *(f"{name}: {value}" for name, value in envelope.SAFE.items()),
        f"X-Request-Id: {request_id}",
        "Connection: close",
    )
    return "\r\n".join((*head, "", "")).encode() + body


def _unreadable(error: BaseException) -> HTTPStatus:
    for kind, status in (
        (TooSlow, HTTPStatus.REQUEST_TIMEOUT),
        (errors.LimitRequestLine, HTTPStatus.REQUEST_URI_TOO_LONG),
        (errors.LimitRequestHeaders, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE),
        (errors.ExpectationFailed, HTTPStatus.EXPECTATION_FAILED),
        (errors.UnsupportedTransferCoding, HTTPStatus.NOT_IMPLEMENTED),
    ):
        if isinstance(error, kind):
            return status
    return HTTPStatus.BAD_REQUEST


def _answer_unreadable_body(_error: Exception) -> Response:
    """Refuse a body whose chunks are wrong, which shows only when it is read."""
    return problems.answer(MalformedRequest())


class _Gunicorn(BaseApplication):
    def __init__(self, config: Config, *, welcome: Callable[[str], None] | None) -> None:
        self._config = config
        self._welcome = welcome
        self._buckets = Buckets()  # before the fork: the workers share it
        self._measured: str | None = None
        super().__init__()

    def run(self) -> None:
        """Serve until told to stop."""
        if self._config.metrics_token is not None:
            self._measured = tempfile.mkdtemp(prefix="longcase-metrics-")
            os.environ[_MEASURED] = self._measured
        Master(self, clockwork=self._config.clockwork).run()

    def load_config(self) -> None:
        config = self._config
        host = f"[{config.host}]" if ":" in config.host else config.host
        for name, value in {
            "bind": f"{host}:{config.port}",
            "worker_class": Worker,
            "logger_class": AccessLog,
            "workers": config.workers,
            "threads": config.threads,
            "graceful_timeout": config.graceful_timeout,
            "timeout": 60,
            "keepalive": 20,
            "limit_request_line": 8190,
            "forwarded_allow_ips": ",".join(config.trusted_proxies),
            "control_socket_disable": True,
            "pre_request": _heed_close,
            "worker_tmp_dir": str(_SHARED_MEMORY) if os.access(_SHARED_MEMORY, os.W_OK) else None,
            "when_ready": self._listening,
            "worker_exit": _close,
            "on_exit": self._forget_measured,
        }.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        if self._config.sandbox:
            wsgi.Response = DatedAnswer  # type: ignore[misc]  # what gunicorn makes its answers by
        app = create_app(self._config, buckets=self._buckets)
        app.register_error_handler(errors.ParseException, _answer_unreadable_body)
        app.extensions["database"].open()
        return app

    def _listening(self, arbiter: Arbiter) -> None:
        host, port = arbiter.LISTENERS[0].sock.getsockname()[:2]
        address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        _LOG.info("listening", extra={"fields": {"address": address}})
        if self._welcome is not None:
            self._welcome(address)

    def _forget_measured(self, _arbiter: Arbiter) -> None:
        """Remove what the workers measured, in the folder made here; the next start has its own."""
        if self._measured is not None:
            shutil.rmtree(self._measured, ignore_errors=True)


def _heed_close(_worker: Worker, request: Any) -> None:
    """Close after a request that asks for it among other options, as in `upgrade, close`.

    gunicorn knows `close` only where it stands alone.
    """
    options = ",".join(value for name, value in request.headers if name == "CONNECTION").split(",")
    if "close" in (option.strip().lower() for option in options):
        request.force_close()


def _close(_arbiter: Arbiter, worker: Any) -> None:
    """Close the worker's connections, so that the database sees a clean end."""
    app = getattr(worker, "wsgi", None)
    if isinstance(app, Flask):
        app.extensions["database"].close()
