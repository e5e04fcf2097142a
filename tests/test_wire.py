"""Answers that are not as documented are seen, whoever asked for them."""

import json
import subprocess
import threading
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import urlopen

import jsonschema_rs
import pytest

from tests.wire import relaying

GOOD = {"X-Request-Id": "1", "ETag": '"1"', "Vary": "Accept-Language"}
GOOD |= {"Content-Language": "en", "Content-Type": "application/json"}
GOOD |= {"Cache-Control": "public, max-age=300"}
STREAM = {"X-Request-Id": "1", "Vary": "Accept", "Content-Type": "text/event-stream"}
STREAM |= {"Cache-Control": "no-store"}
EVENT = {"version": 1, "kind": "ready", "at": "2025-03-01T12:00:00Z", "seat": 1}
RACE = "/v1/races/00000000-0000-0000-0000-000000000000/events"

WRONG = (AssertionError, jsonschema_rs.ValidationError)


@contextmanager
def saying(body, *, status=200, headers=GOOD):
    """A service that says the same to everybody."""

    class Saying(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response_only(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Saying) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def variants(module_server):
    with urlopen(f"{module_server.address}/v1/variants") as answer:
        return json.load(answer)


def ask(address, path="/v1/variants"):
    with closing(HTTPConnection(address.removeprefix("http://"))) as connection:
        connection.request("GET", path)
        return connection.getresponse().read()


def test_what_is_documented_passes(variants):
    with saying(json.dumps(variants)) as address:
        assert json.loads(ask(address)) == variants


def test_a_field_that_is_not_documented_is_seen(variants):
    variants["items"][0]["more"] = 1
    with saying(json.dumps(variants)) as address:
        with pytest.raises(jsonschema_rs.ValidationError):
            ask(address)
        with pytest.raises(jsonschema_rs.ValidationError), urlopen(f"{address}/v1/variants") as got:
            json.load(got)


def test_a_status_that_is_not_documented_is_seen():
    with saying("{}", status=201) as address, pytest.raises(AssertionError, match="201"):
        ask(address)


def test_a_missing_header_is_seen(variants):
    less = {name: value for name, value in GOOD.items() if name != "ETag"}
    saying_less = saying(json.dumps(variants), headers=less)
    with saying_less as address, pytest.raises(AssertionError, match="lacks ETag"):
        ask(address)


def stream(*events):
    return "".join(f"id: 1\nevent: ready\ndata: {json.dumps(each)}\n\n" for each in events)


def whole(answer):
    return answer.read()


def by_lines(answer):
    return b"".join(iter(answer.readline, b""))


def by_parts(answer):
    return b"".join(iter(answer.read1, b""))


@pytest.mark.parametrize("read", [whole, by_lines, by_parts])
@pytest.mark.parametrize("spoilt", [{"seen": 1}, {"kind": "left"}, {"at": "yesterday"}])
def test_an_event_that_is_not_documented_is_seen_in_the_stream(read, spoilt):
    with saying(stream(EVENT, EVENT), headers=STREAM) as address, urlopen(address + RACE) as answer:
        assert read(answer).decode() == stream(EVENT, EVENT)
    spoiling = saying(stream(EVENT, EVENT | spoilt), headers=STREAM)
    with spoiling as address, urlopen(address + RACE) as answer, pytest.raises(WRONG):
        read(answer)


def test_a_relay_passes_on_what_is_documented(module_server, variants):
    with relaying(module_server.address) as relay:
        asked = ["curl", "-sS", f"{relay.address}/v1/variants"]
        assert json.loads(subprocess.run(asked, capture_output=True, check=True).stdout) == variants
    assert relay.answers == [("GET", "/v1/variants", 200)]


def test_a_relay_remembers_what_was_wrong():
    with ExitStack() as stack:
        relay = stack.enter_context(relaying(stack.enter_context(saying('{"items": 1}'))))
        subprocess.run(["curl", "-s", f"{relay.address}/v1/variants"], check=False)
        with pytest.raises(AssertionError, match="is not of type"):
            stack.close()
