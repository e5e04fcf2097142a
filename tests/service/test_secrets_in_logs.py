"""The lines of the service and of its Postgres: no token, no card, no salt and no password."""

import json
import re
import sys
from datetime import UTC, datetime
from http.client import HTTPConnection
from urllib.parse import quote

import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tests.serving import serving, speaking, wait_for

CARD = re.compile(r"(?<![A-Za-z0-9])(?:[A23456789TJQK][CDHS])(?![A-Za-z0-9])")
LANGUAGES = "en", "fr", "de"


class Device:
    """A client that speaks HTTP and keeps every token it is given."""

    def __init__(self, address):
        self.address = address.removeprefix("http://")
        self.tokens = []

    def send(self, method, path, body=None, **headers):
        connection = HTTPConnection(self.address, timeout=30)
        raw = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        sent = {"Content-Type": "application/json"} if raw is not None else {}
        if self.tokens:
            sent["Authorization"] = f"Bearer {self.tokens[-1]}"
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(method, path, raw, sent)
            answer = connection.getresponse()
            text = answer.read()
        finally:
            connection.close()
        found = json.loads(text) if "json" in answer.headers["Content-Type"] else {}
        if "token" in found:
            self.tokens.append(found["token"])
        return answer.status, found


def play(device):
    """Play in an open and in hidden variants, right and wrong, and share what has ended."""
    for variant in ("freecell", "klondike", "german-clock"):
        status, game = device.send("POST", "/v1/games", {"variant": variant})
        assert status == 201
        path = f"/v1/games/{game['id']}"
        for move in (game["legal_moves"][0]["move"], "t1-f1", "t9-t8x3", "draw", "nonsense"):
            for language in LANGUAGES:
                body = {"moves": [move]}
                device.send("POST", f"{path}/moves", body, Accept_Language=language)
        device.send("POST", f"{path}/moves", {"moves": ["draw"], "version": 1})
        for call in ("hint", "verdict", "undo", "redo", "autoplay", "resign", "hint", "share"):
            device.send("POST", f"{path}/{call}", {})
        for part in ("", "/moves", "/history", "/board.svg"):
            device.send("GET", path + part)
        device.send("POST", "/v1/games", {"variant": variant, "again": game["id"]})


def play_the_day(device):
    """Start the daily, ask what it does not tell, and look at boards."""
    for variant in ("freecell", "klondike"):
        status, game = device.send(
            "POST", "/v1/games", {"variant": variant, "daily": f"{datetime.now(UTC):%Y-%m-%d}"}
        )
        assert status == 201
        path = f"/v1/games/{game['id']}"
        for call in ("hint", "verdict", "resign", "share"):
            device.send("POST", f"{path}/{call}", {})
        for address in (
            f"/v1/boards/{variant}",
            f"/v1/variants/{variant}/daily",
            f"{path}/history",
        ):
            device.send("GET", address)


def move_in(device):
    """Link a guest, also with tokens that are none, and take everything along."""
    guest = Device(f"http://{device.address}")
    guest.send("POST", "/v1/games", {"variant": "klondike"})
    for token in (f"lc_{'x' * 43}", guest.tokens[-1], guest.tokens[-1]):
        device.send("POST", "/v1/players/me/link", {"token": token})
    device.tokens[:0] = guest.tokens
    device.send("GET", "/v1/players/me/export")


def race(device):
    """Race against another, look before the start, and give up."""
    rival = Device(f"http://{device.address}")
    rival.send("POST", "/v1/players", {})
    for variant in ("freecell", "klondike"):
        _, made = device.send("POST", "/v1/races", {"variant": variant, "seats": 2})
        _, entered = rival.send("POST", "/v1/race-entries", {"code": made["code"].lower()})
        path = f"/v1/games/{entered['game']}"
        for call in (*("moves", "resign"), *("moves", "hint", "verdict", "share", "resign")):
            rival.send("POST", f"{path}/{call}", {"moves": ["t1-t2"]} if call == "moves" else {})
        for who in (device, rival):
            for part in ("", "/events"):
                assert who.send("GET", f"/v1/races/{made['id']}{part}")[0] == 200
        rival.send("GET", f"{path}/history")
    device.tokens[:0] = rival.tokens


def misuse(device):
    """Send tokens and passwords where they do not belong."""
    token = device.tokens[-1]
    for path in (
        f"/v1/players/me?token={token}",
        f"/v1/games/{token}",
        f"/v1/{quote(token)}/x",
        f"/{token}",
        f"/v1/games?cursor={token}",
    ):
        device.send("GET", path)
    for header in (f"Basic {token}", f"Bearer {token}{token}", f"Bearer {token}x", token):
        device.send("GET", "/v1/players/me", Authorization=header)
    device.send("GET", "/v1/games", X_Request_Id=token)
    device.send("GET", "/v1/games", Cookie=f"session={token}", If_None_Match=token)
    for body in (token.encode(), {"token": token}, {"variant": token}, {"name": token}, [token]):
        device.send("POST", "/v1/games", body, Idempotency_Key=token)
        device.send("PATCH", "/v1/players/me", body)
    device.send("POST", "/v1/players/me/token")


def secrets_of(device, sql, dsn):
    """List what must stand in no line, as it may be written."""
    found = {str(conninfo_to_dict(dsn)["password"]), *device.tokens}
    of_deals = "SELECT deal_order, salt FROM "
    tables = (f" UNION {of_deals}").join(("game", "daily", "race"))
    for row in sql(of_deals + tables):
        for secret in row:
            if secret:  # Postgres quotes the beginning of a long value
                found |= {secret.hex()[:24], repr(secret)[2:30]}
    return found


def whole(server):
    """Wait until the last request's line is written; give everything."""
    Device(server.address).send("GET", "/healthz", X_Request_Id="last-of-all")
    wait_for(lambda: [each for each in server.lines() if each.get("request_id") == "last-of-all"])
    return server.log.read_text(encoding="utf-8")


@pytest.fixture
def watched(database):
    with serving(database, LONGCASE_LOG_LEVEL="DEBUG", LONGCASE_RACE_COUNTDOWN="0") as server:
        yield server


def test_a_whole_scenario_leaves_no_secret_in_any_line(watched, database, sql):
    device = Device(watched.address)
    device.send("POST", "/v1/players", {"name": "Ada"})
    play(device)
    play_the_day(device)
    move_in(device)
    race(device)
    misuse(device)
    Device(watched.address).send("POST", "/v1/games", {"variant": "clover-leaf"})
    log = whole(watched)
    assert log.count('"message": "answered"') > 100
    for secret in secrets_of(device, sql, database):
        assert secret not in log
    assert not CARD.findall(log)


def test_a_defect_leaves_no_secret_in_any_line(watched, database, sql, cluster, monkeypatch):
    monkeypatch.setattr("tests.wire.check", lambda *_, **__: None)  # a defect is undocumented
    device = Device(watched.address)
    sql("ALTER TABLE game ADD CONSTRAINT spoilt CHECK (version < 2) NOT VALID")
    try:
        _, game = device.send("POST", "/v1/games", {"variant": "klondike"})
        status, problem = device.send("POST", f"/v1/games/{game['id']}/moves", {"moves": ["draw"]})
    finally:
        sql("ALTER TABLE game DROP CONSTRAINT spoilt")
    assert (status, problem["code"]) == (500, "internal_error")
    log = whole(watched)
    assert "CheckViolation" in log, "the defect is told"
    for text in (log, cluster.cluster.log.read_text(encoding="utf-8")):
        assert "spoilt" in text
        for secret in secrets_of(device, sql, database):
            assert secret not in text


def test_a_refused_password_is_not_told(database):
    wrong = make_conninfo(database, password="wrong-and-secret")
    command = ["-m", "service.command", "migrate"]
    with speaking([sys.executable, *command], environment={"DATABASE_URL": wrong}) as (
        process,
        log,
    ):
        assert process.wait(60) == 1
        said = log.read_text(encoding="utf-8")
    assert "cannot be reached" in said
    assert "wrong-and-secret" not in said
