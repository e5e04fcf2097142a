"""A service of tomorrow: today's, with what may come at any time put into its answers.

openapi/README.md promises clients that nothing but this is added. It is a proxy that rewrites JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final
from urllib.parse import urlsplit

VARIANT: Final = "moon-clock"
STATUS: Final = {
    "playing": "pondering",
    "won": "triumphant",
    "running": "sprinting",
    "over": "told",
}
CODES: Final = {"nothing_to_redo": "nothing_left_to_redo"}
REASON: Final = "too_bright"
STEP: Final = {"kind": "shimmer", "source": "t1", "target": "t1", "cards": []}
PILE: Final = {"id": "r1", "kind": "reserve", "cards": ["??"]}
_MAPS: Final = {"options", "rules", "rules_data"}
"""What is open by its nature, and has names of its own for members."""


@contextmanager
def newer(address: str) -> Iterator[str]:
    """Serve tomorrow's answers of the service at an address for a block; give their address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _pass_on(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            sent = {name: value for name, value in self.headers.items() if name != "Host"}
            upstream = HTTPConnection(urlsplit(address).netloc, timeout=60)
            upstream.request(self.command, self.path, self.rfile.read(length), sent)
            answer = upstream.getresponse()
            body = answer.read()
            upstream.close()
            if "json" in answer.headers.get("Content-Type", ""):
                body = json.dumps(of_tomorrow(json.loads(body))).encode()
            self.send_response_only(answer.status)
            for name, value in answer.headers.items():
                if name not in {"Content-Length", "Connection", "Transfer-Encoding"}:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_PATCH = do_DELETE = _pass_on  # noqa: N815 - names of the library

        def log_message(self, *_args: object) -> None:
            """Say nothing: the service logs each request."""

    proxy = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=proxy.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{proxy.server_port}"
    finally:
        proxy.shutdown()
        proxy.server_close()
        thread.join()


def of_tomorrow(value: Any) -> Any:
    """Put into an answer what may come."""
    if isinstance(value, list):
        return [of_tomorrow(each) for each in value]
    if not isinstance(value, dict):
        return value
    told = {name: inner if name in _MAPS else of_tomorrow(inner) for name, inner in value.items()}
    told["novelty"] = {"of": "tomorrow"}
    if "status" in told:
        told["status"] = STATUS.get(told["status"], told["status"])
    if "code" in told:
        told["code"] = CODES.get(told["code"], told["code"])
    if told.get("code") == "illegal_move":
        told["reason"] = REASON
    if "legal_moves" in told:
        told["piles"].append(PILE)
        told["steps"].append(STEP)
    if "interchangeable" not in told and told.get("id") == "klondike":
        told["id"] = VARIANT
    return told
