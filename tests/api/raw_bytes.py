"""What a client may write into a connection, and what must hold whatever that was.

The command sends thousands to a service that runs:
`python -m tests.api.raw_bytes http://127.0.0.1:8080 10000`.
"""

import argparse
import json
import socket
import sys
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tqdm import tqdm

PATIENCE_S = 3.0
NOT_OURS = (b"501", b"505")  # refusals of what HTTP itself may ask for
METHODS = [b"GET", b"POST", b"PATCH", b"DELETE", b"PUT", b"HEAD", b"OPTIONS", b"TRACE", b"g e t"]
TARGETS = [
    b"/v1/games",
    b"/v1/games?limit=%00",
    b"/v1/players/me",
    b"/v1/players/me/stats",
    b"/v1/games/00000000-0000-0000-0000-000000000000/moves",
    b"/v1/variants/klondike/daily",
    b"/v1/boards/fan",
    b"/v1/%ff%fe",
    b"*",
    b"http://elsewhere/v1/games",
]
BODIES = [
    b"",
    b'{"variant": "freecell"}',
    b'{"variant": "freecell", "deal": "1"',
    b'{"moves": ["t1-t2"]}',
    b"[" * 3000,
    b'{"variant": "\\u0000\\ud800"}',
    b"\xff\xfe\x00",
]


def requests(token):
    """Draw what is nearly HTTP: a request of odd parts, with bytes changed here and there."""
    header = st.one_of(
        st.sampled_from(
            [
                b"Content-Type: application/json",
                b"Authorization: Bearer " + token.encode(),
                b"Authorization: Bearer \xff",
                b"Transfer-Encoding: chunked",
                b"Content-Length: 5",
                b"Content-Length: -1",
                b"Expect: 100-continue",
                b"Connection: upgrade, close",
                b"Idempotency-Key: \x01",
                b'If-Match: "1", W/"2"',
                b"Accept: image/png",
                b"X-Request-Id: " + b"a" * 200,
            ]
        ),
        st.binary(max_size=40),
    )
    body = st.one_of(st.sampled_from(BODIES), st.binary(max_size=200))
    whole = st.builds(
        _request,
        method=st.one_of(st.sampled_from(METHODS), st.binary(max_size=8)),
        target=st.one_of(st.sampled_from(TARGETS), st.binary(max_size=40)),
        protocol=st.sampled_from([b"HTTP/1.1", b"HTTP/1.0", b"HTTP/2", b""]),
        headers=st.lists(header, max_size=6),
        body=body,
        told=st.booleans(),
    )
    return st.one_of(whole, st.builds(_spoilt, whole, st.integers(0, 400), st.binary(max_size=4)))


def _request(*, method, target, protocol, headers, body, told):
    length = [b"Content-Length: " + str(len(body)).encode()] if told else []
    lines = [b" ".join([method, target, protocol]), b"Host: here", *headers, *length]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def _spoilt(request, at, other):
    return request[:at] + other + request[at + len(other) :]


def answer_to(address, sent):
    """Send bytes and no more; give what comes back until the connection ends."""
    parts = urlsplit(address)
    found = b""
    with socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE_S) as connection:
        try:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            while more := connection.recv(65536):
                found += more
        except ConnectionError:
            pass  # what was sent is refused before all of it is read
    return found


def check(found):
    """Whatever was sent, the answer is HTTP, and no fault of the service."""
    assert found == b"" or found.startswith(b"HTTP/1."), found[:200]
    status = found[9:12]
    assert not status.startswith(b"5") or status in NOT_OURS, found[:500]


def send_many(address, token, count, *, shown=False):
    """Send so many and check each answer."""
    with tqdm(total=count, disable=not shown, unit="request") as bar:

        @settings(
            max_examples=count,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        @given(sent=requests(token))
        def each(sent):
            check(answer_to(address, sent))
            bar.update()

        each()


def main():
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.api.raw_bytes", description=__doc__)
    parser.add_argument("address")
    parser.add_argument("count", type=int)
    asked = parser.parse_args()
    made = Request(f"{asked.address}/v1/players", data=b"{}", method="POST")
    made.add_header("Content-Type", "application/json")
    with urlopen(made) as answer:
        token = json.load(answer)["token"]
    send_many(asked.address, token, asked.count, shown=True)
    sys.stdout.write("every answer is HTTP, none a fault of the service\n")


if __name__ == "__main__":
    main()
