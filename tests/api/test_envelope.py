"""What every answer carries, CORS, and the operators' calls."""

import re

import pytest

from service.api.headers import HEADERS_IN, HEADERS_OUT
from service.app import create_app
from service.config import Config
from tests.client import Client

ORIGIN = "https://play.example.org"


@pytest.fixture
def shared():
    """A service that lets one origin call."""
    return Client(create_app(Config(cors_origins=(ORIGIN,))))


@pytest.mark.parametrize("sent", ["", "short", "a b c d e f g h", "x" * 65, "id\u00e9id\u00e9id"])
def test_a_request_gets_an_id_of_ours(stranger, sent):
    given = stranger.get("variants", X_Request_Id=sent).headers["X-Request-Id"]
    assert re.fullmatch(r"[0-9a-f-]{36}", given)


def test_a_sane_request_id_is_kept_and_named_in_problems(stranger):
    answer = stranger.get("nothing", X_Request_Id="trace-0123456789", expect=404)
    assert answer.headers["X-Request-Id"] == "trace-0123456789"
    assert answer.json["instance"] == "urn:longcase:request:trace-0123456789"


@pytest.mark.parametrize("path", ["variants", "nothing", "/healthz", "games"])
def test_every_answer_is_safe_for_browsers(stranger, path):
    headers = stranger.get(path, expect=None).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "Set-Cookie" not in headers


@pytest.mark.parametrize("path", ["variants", "nothing", "/healthz", "/openapi.json"])
def test_browsers_are_told_to_keep_to_https_where_that_is_set(stranger, path):
    assert "Strict-Transport-Security" not in stranger.get(path, expect=None).headers
    secured = Client(create_app(Config(hsts=31_536_000)))
    told = secured.get(path, expect=None).headers["Strict-Transport-Security"]
    assert told == "max-age=31536000"


def test_a_configured_origin_may_call_and_read_the_headers(shared):
    answer = shared.get("nothing", Origin=ORIGIN, expect=404)
    assert answer.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert "Origin" in answer.headers["Vary"]
    exposed = set(answer.headers["Access-Control-Expose-Headers"].split(", "))
    assert exposed >= {*HEADERS_OUT, "Allow", "Deprecation", "Sunset", "Link"}


def test_a_browser_may_ask_beforehand(shared):
    answer = shared.call(
        "OPTIONS",
        "games",
        Origin=ORIGIN,
        Access_Control_Request_Method="POST",
        Access_Control_Request_Headers="authorization, idempotency-key",
        expect=204,
    )
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    allowed = set(answer.headers["Access-Control-Allow-Headers"].split(", "))
    assert allowed >= {*HEADERS_IN, "Authorization", "Content-Type", "Accept", "Cache-Control"}


def test_other_origins_are_told_nothing(shared, stranger):
    for client, origin in ((shared, "https://elsewhere.example"), (stranger, ORIGIN)):
        headers = client.get("variants", Origin=origin).headers
        assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize(
    "accept", ["application/json", "*/*", "application/*", "text/html, */*;q=0.1", ""]
)
def test_json_is_given_to_who_accepts_it(stranger, accept):
    stranger.get("variants", Accept=accept)


@pytest.mark.parametrize(
    "accept", ["text/html", "application/json;q=0", "image/*", "application/problem+json"]
)
def test_nothing_else_is_offered(stranger, accept):
    assert stranger.get("variants", Accept=accept, expect=406).code == "not_acceptable"


@pytest.mark.parametrize(
    ("content_type", "status"),
    [
        ("application/json", 201),
        ("application/json; charset=utf-8", 201),
        ("application/json; charset=latin-1", 415),
        ("text/json", 415),
        ("application/x-www-form-urlencoded", 415),
        ("", 415),
    ],
)
def test_bodies_are_json(player, content_type, status):
    raw = b'{"variant": "german-clock"}'
    player.send("POST", "games", raw, Content_Type=content_type, expect=status)


def test_a_packed_body_is_not_unpacked(player):
    raw = b'{"variant": "german-clock"}'
    player.send("POST", "games", raw, Content_Encoding="gzip", expect=415)


def test_the_process_is_alive_and_ready(stranger):
    assert stranger.get("/healthz").json == {"status": "ok"}
    assert stranger.get("/readyz").json == {"status": "ok"}


def test_it_is_ready_on_a_newer_database_and_not_on_an_older_one(stranger, sql):
    sql("INSERT INTO schema_migration (number, name, checksum) VALUES (9999, 'newer', 'x')")
    try:
        assert stranger.get("/readyz").json == {"status": "ok"}
        sql("UPDATE schema_migration SET number = -1 WHERE number = 1")
        assert stranger.get("/readyz", expect=503).code == "unavailable"
    finally:
        sql("UPDATE schema_migration SET number = 1 WHERE number = -1")
        sql("DELETE FROM schema_migration WHERE number = 9999")


def test_without_its_database_it_is_alive_but_not_ready():
    app = create_app(Config(database_url="postgresql://nobody@127.0.0.1:1/x", pool_timeout=1))
    app.extensions["database"].open()
    try:
        client = Client(app)
        assert client.get("/healthz").status == 200
        assert client.get("/readyz", expect=503).code == "unavailable"
    finally:
        app.extensions["database"].close()


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_operators_are_refused_with_problems_too(stranger, path):
    assert stranger.call("POST", path, {}, expect=405).code == "method_not_allowed"
    assert stranger.get(path, Accept="text/html", expect=406).code == "not_acceptable"
