"""gunicorn as we run it: refusals are problem documents, lines have no secrets, stops drain."""

import json
import signal
import socket
import threading
import time
from contextlib import closing
from datetime import datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection
from urllib.request import Request, urlopen

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from service.serving import Connection, TooSlow, Worker
from tests.serving import serving, wait_for


def say(address, data):
    """Send bytes; return what is answered before the service hangs up."""
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(data)
        return refusal(connection)


def refusal(connection):
    """Read to the end; return the status and the JSON of a problem."""
    answer = b""
    while part := connection.recv(65536):
        answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    start, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
    problem = json.loads(body)
    assert headers["content-type"] == "application/problem+json"
    assert headers["connection"] == "close"
    assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert problem["type"] == f"/problems/{problem['code']}"
    assert problem["instance"] == f"urn:longcase:request:{headers['x-request-id']}"
    return int(start.split()[1]), problem


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET / HTTP/9\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost x\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: nonsense\r\n\r\n", 501),
        (b"GET / HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\n\r\n", 417),
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 20_000 + b"\r\n\r\n", 431),
    ],
)
def test_what_is_not_http_is_refused_with_a_problem(server, data, status):
    answered, problem = say(server.address, data)
    assert answered == status
    assert (problem["status"], problem["code"]) == (status, "malformed_request")
    name = problem["instance"].removeprefix("urn:longcase:request:")
    wait_for(lambda: [line for line in server.lines() if line.get("request_id") == name])


JSON_TO_PLAYERS = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize("chunk", [b"zz\r\n{}", b"-1\r\n{}", b"\r\n"])
def test_a_body_of_wrong_chunks_is_refused(server, chunk):
    head = JSON_TO_PLAYERS + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    answered, problem = say(server.address, head + chunk + b"\r\n0\r\n\r\n")
    assert (answered, problem["code"]) == (400, "malformed_request")


@pytest.mark.parametrize("sent", [b"", b"{}"])
def test_a_request_cut_off_within_its_body_does_nothing(server, sent):
    host, port = server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(JSON_TO_PLAYERS + b"Content-Length: 17\r\n\r\n" + sent)
        connection.shutdown(socket.SHUT_WR)
        assert b" 400 " in connection.recv(65536).partition(b"\r\n")[0]


def test_a_body_that_nobody_reads_and_that_never_comes_gets_no_second_answer(server):
    request = b"GET /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n"
    host, port = server.address.removeprefix("http://").split(":")
    answer = b""
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(request)
        while part := connection.recv(65536):
            answer += part
    assert answer.count(b"HTTP/1.1 ") == 1
    assert answer.startswith(b"HTTP/1.1 404 ")


def test_a_client_that_is_too_slow_is_given_up():
    ours, theirs = socket.socketpair()
    with Connection(fileno=ours.detach()) as connection, theirs:
        theirs.sendall(b"POST")
        connection.latest = time.monotonic() + 0.05
        assert connection.recv(8) == b"POST"
        with pytest.raises(TooSlow):
            connection.recv(8)
        theirs.sendall(b"GET")
        connection.latest = time.monotonic() + 10
        assert connection.recv(8) == b"GET"


def test_a_request_that_is_too_slow_is_refused_with_a_problem():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        Worker.handle_error(Worker.__new__(Worker), None, ours, ("", 0), TooSlow())
        ours.shutdown(socket.SHUT_WR)
        status, problem = refusal(theirs)
    assert (status, problem["code"]) == (408, "malformed_request")


@pytest.mark.parametrize(
    "headers",
    [
        b"Connection: close",
        b"Connection: upgrade, close\r\nUpgrade: websocket",
        b"Connection: Keep-Alive , CLOSE",
        b"Connection: keep-alive\r\nConnection: close",
        b"Connection: upgrade\r\nUpgrade: websocket\r\nConnection: x,close,y",
    ],
)
def test_a_connection_is_closed_as_asked_among_other_options(server, headers):
    host, port = server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(b"GET /nothing HTTP/1.1\r\nHost: x\r\n" + headers + b"\r\n\r\n")
        assert refusal(connection)[0] == 404


def test_an_answer_is_one_line_without_secrets(server):
    request = Request(
        f"{server.address}/healthz?token=secret1", headers={"Authorization": "Bearer secret2"}
    )
    with urlopen(request) as answer:
        name = answer.headers["X-Request-Id"]

    def found():
        lines = [line for line in server.lines() if line.get("request_id") == name]
        return lines[-1] if lines else None

    line = wait_for(found)
    assert (line["method"], line["path"], line["status"]) == ("GET", "/healthz", 200)
    assert line["ms"] >= 0
    assert "secret" not in server.log.read_text()


def test_a_sandbox_dates_its_answers_by_its_own_clock(database):
    with (
        serving(database, LONGCASE_SANDBOX="1") as server,
        closing(HTTPConnection(server.address.removeprefix("http://"))) as connection,
    ):

        def call(method, path, body=None, **headers):
            headers |= {"Content-Type": "application/json"}
            connection.request(method, f"/v1/{path}", json.dumps(body), headers)
            answer = connection.getresponse()
            dates = answer.headers.get_all("Date", [])
            return json.loads(answer.read()), [parsedate_to_datetime(date) for date in dates]

        token = call("POST", "players", {})[0]["token"]
        bearer = {"Authorization": f"Bearer {token}"}

        def put_forward(seconds):
            told, _ = call("POST", "sandbox/clock", {"seconds": seconds}, **bearer)
            return datetime.fromisoformat(told["now"])

        start = put_forward(86_400)
        _, dates = call("GET", "players/me", **bearer)
        end = put_forward(0)
        assert [start.replace(microsecond=0) <= date <= end for date in dates] == [True]
        _, dates = call("GET", "variants")  # which needs no database: the machine's time
        assert [date < start for date in dates] == [True]


def test_a_stop_lets_a_running_request_finish(database, cluster):
    name = conninfo_to_dict(database)["dbname"]
    dsn = cluster.superuser(str(name))
    with (
        serving(database) as server,
        psycopg.connect(dsn) as holder,
        psycopg.connect(dsn, autocommit=True) as watcher,
    ):
        holder.execute("LOCK TABLE player IN ACCESS EXCLUSIVE MODE")
        statuses = []

        def ask():
            connection = HTTPConnection(server.address.removeprefix("http://"), timeout=30)
            try:
                connection.request(
                    "POST", "/v1/players", "{}", {"Content-Type": "application/json"}
                )
                statuses.append(connection.getresponse().status)
            finally:
                connection.close()

        asking = threading.Thread(target=ask)
        asking.start()
        waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = %s"
        wait_for(lambda: watcher.execute(waiting, (name,)).fetchone())
        server.process.send_signal(signal.SIGTERM)
        wait_for(lambda: "Handling signal: term" in server.log.read_text())
        holder.rollback()
        asking.join(30)
        assert statuses == [201]
        assert server.process.wait(30) == 0
