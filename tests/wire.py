"""Hold every answer that comes over a socket against the OpenAPI document, whoever asked.

`urllib` and our own devices all speak through `http.client`: there a test's answers are checked as
they are read. `curl` speaks for itself, so a `Relay` passes on what it says.
"""

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partialmethod
from http.client import HTTPConnection, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.contract import check, check_stream

_HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding"}
_STREAM = "text/event-stream"


class CheckedResponse(HTTPResponse):
    """An answer that is checked when read: its body if whole, a stream's events one by one."""

    asked: tuple[str, str] | None = None
    _event = b""

    def read(self, amt: int | None = None) -> bytes:
        """Read all, or a part."""
        return self._seen(super().read(amt), whole=amt is None)

    def read1(self, n: int = -1) -> bytes:
        """Read what is there."""
        return self._seen(super().read1(n), whole=False)

    def readline(self, limit: int = -1) -> bytes:  # type: ignore[override]  # as io's
        """Read a line."""
        line = super().readline(limit)
        return line if self.chunked else self._seen(line, whole=False)  # else `read` saw it

    def _seen(self, found: bytes, *, whole: bool) -> bytes:
        if self.asked is not None:
            (method, address), self.asked = self.asked, None
            body = found if whole else None
            check(method, address, status=self.status, headers=self.headers, body=body)
        if not whole and self.headers["Content-Type"] == _STREAM:
            *events, self._event = (self._event + found).split(b"\n\n")
            for event in events:
                check_stream(event.decode())
        return found


@contextmanager
def checked() -> Iterator[None]:
    """Check the answers that `http.client` reads in this process, for a block."""
    ask, answer = HTTPConnection.request, HTTPConnection.getresponse

    def request(self: Any, method: str, url: str, *args: Any, **kwargs: Any) -> None:
        self.asked = (method, url)
        ask(self, method, url, *args, **kwargs)

    def getresponse(self: Any) -> HTTPResponse:
        response = answer(self)
        response.asked = self.asked  # type: ignore[attr-defined]  # it is a CheckedResponse
        return response

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HTTPConnection, "response_class", CheckedResponse)
        patch.setattr(HTTPConnection, "request", request)
        patch.setattr(HTTPConnection, "getresponse", getresponse)
        yield


class Relay(ThreadingHTTPServer):
    """Pass requests on to a service, and remember them and what was wrong with their answers."""

    daemon_threads = True

    def __init__(self, service: str) -> None:
        super().__init__(("127.0.0.1", 0), _Passing)
        self.service = service.removeprefix("http://")
        self.address = f"http://127.0.0.1:{self.server_port}"
        self.answers: list[tuple[str, str, int]] = []
        self.faults: list[str] = []


@contextmanager
def relaying(service: str) -> Iterator[Relay]:
    """Relay to a service for a block; fail after it if an answer was not as documented."""
    with Relay(service) as relay:
        threading.Thread(target=relay.serve_forever, daemon=True).start()
        try:
            yield relay
        finally:
            relay.shutdown()
            assert not relay.faults, relay.faults


class _Passing(BaseHTTPRequestHandler):
    server: Relay

    def pass_on(self, method: str) -> None:
        """Ask the service, and give its answer as it comes."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))) or None
        with closing(HTTPConnection(self.server.service, timeout=60)) as connection:
            try:
                connection.request(method, self.path, body, dict(self.headers))
                self._answer(method, connection.getresponse())
            except ConnectionError:  # curl went away, as from a stream it has seen enough of
                return
            except Exception as fault:
                self.server.faults.append(f"{method} {self.path}: {fault}")

    def _answer(self, method: str, response: HTTPResponse) -> None:
        self.server.answers.append((method, self.path, response.status))
        parts = iter(response.readline, b"")
        if response.headers["Content-Type"] != _STREAM:
            parts = iter([response.read()])
        self.send_response_only(response.status, response.reason)
        for name, value in response.getheaders():
            if name.lower() not in _HOP_BY_HOP:
                self.send_header(name, value)
        self.end_headers()
        for part in parts:
            self.wfile.write(part)
            self.wfile.flush()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


for _method in ("GET", "HEAD", "POST", "PATCH", "DELETE"):
    setattr(_Passing, f"do_{_method}", partialmethod(_Passing.pass_on, _method))
