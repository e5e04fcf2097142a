"""A proxy that loses answers, as a broken connection does, once of each kind.

The service has carried out the request then. It also lets what it passes on be rewritten.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final
from urllib.parse import urlsplit

LOST: Final = {"/v1/games": 0.0, "/v1/race-entries": 0.5}
"""Where the answer to a new Idempotency-Key is lost, and how much of it comes before that."""
EVENTS_AT_ONCE: Final = 2
"""How many events come before the first stream of an address breaks."""
_HOPS: Final = {"Content-Length", "Connection", "Transfer-Encoding"}


@contextmanager
def lossy(address: str, rewritten: Callable[[Any], Any] = lambda value: value) -> Iterator[str]:
    """Stand before the service at an address for a block; give the proxy's address."""
    proxy = _Proxy(address, rewritten)
    thread = Thread(target=proxy.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{proxy.server_port}"
    finally:
        proxy.shutdown()
        proxy.server_close()
        thread.join()


class _Proxy(ThreadingHTTPServer):
    def __init__(self, address: str, rewritten: Callable[[Any], Any]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.address = address
        self.rewritten = rewritten
        self._met: set[str] = set()

    def is_new(self, what: str | None) -> bool:
        """Say whether a key or a stream comes for the first time, and so is to break."""
        if what is None or what in self._met:
            return False
        self._met.add(what)
        return True


class _Handler(BaseHTTPRequestHandler):
    server: _Proxy
    protocol_version = "HTTP/1.1"

    def _pass_on(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        sent = {name: value for name, value in self.headers.items() if name != "Host"}
        upstream = HTTPConnection(urlsplit(self.server.address).netloc, timeout=60)
        upstream.request(self.command, self.path, self.rfile.read(length), sent)
        answer = upstream.getresponse()
        if answer.headers.get("Content-Type", "").startswith("text/event-stream"):
            self._stream(answer)
        else:
            self._answer(answer, answer.read())
        upstream.close()

    def _head(self, answer: HTTPResponse, name: str, value: str) -> None:
        self.send_response_only(answer.status)
        for each in answer.headers.items():
            if each[0] not in _HOPS:
                self.send_header(*each)
        self.send_header(name, value)
        self.end_headers()

    def _answer(self, answer: HTTPResponse, body: bytes) -> None:
        if "json" in answer.headers.get("Content-Type", ""):
            body = json.dumps(self.server.rewritten(json.loads(body))).encode()
        part = 1.0
        if self.path in LOST and self.server.is_new(self.headers.get("Idempotency-Key")):
            self.close_connection = True
            part = LOST[self.path]
        if part:
            self._head(answer, "Content-Length", str(len(body)))
            self.wfile.write(body[: int(len(body) * part)])

    def _stream(self, answer: HTTPResponse) -> None:
        self.close_connection = True
        breaks, events = self.server.is_new(self.path), 0
        self._head(answer, "Transfer-Encoding", "chunked")
        for line in map(self._line, answer):
            self.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))
            events += line.startswith(b"data: ")
            if breaks and events == EVENTS_AT_ONCE and line == b"\n":
                return
        self.wfile.write(b"0\r\n\r\n")

    def _line(self, line: bytes) -> bytes:
        data = line.removeprefix(b"data: ")
        if data == line:
            return line
        return b"data: %s\n" % json.dumps(self.server.rewritten(json.loads(data))).encode()

    do_GET = do_POST = do_PATCH = do_DELETE = _pass_on  # noqa: N815 - names of the library

    def log_message(self, *_args: object) -> None:
        """Say nothing: the service logs each request."""
