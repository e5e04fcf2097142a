"""How long answers may be kept, and what they depend on, as docs/http.md says."""

from dataclasses import replace

import pytest

from service.app import create_app
from service.config import Config
from service.web.pages import SWAGGER_UI
from tests.api.test_document import METHODS
from tests.client import Client
from tests.contract import keeping, openapi_of
from tests.racing import started

ORIGIN = "https://play.example.org"
CHANGES = [
    {"Authorization": ""},
    {"Authorization": "another's"},
    {"Accept-Language": "fr"},
    {"Accept-Language": "de-AT, en;q=0.1"},
    {"Accept": "text/event-stream"},
    {"Accept": "application/*"},
    {"Accept-Encoding": "gzip"},
    {"Origin": ORIGIN},
    {"Prefer": "wait=1"},
    {"Prefer": "return=minimal"},
    {"Last-Event-ID": "1"},
    {"User-Agent": "other"},
    {"X-Request-Id": "trace-0123456789"},
]
ITS_OWN = {"X-Request-Id", "RateLimit", "RateLimit-Policy", "Vary", "Access-Control-Expose-Headers"}
NEEDED = {"/v1/race-entries": "?code={code}"}
"""Queries that a call cannot do without."""
READ = [
    path + NEEDED.get(path, "") for path, calls in openapi_of()["paths"].items() if "get" in calls
]


def test_every_call_and_page_has_its_class():
    named = {
        call["operationId"]
        for calls in openapi_of()["paths"].values()
        for method, call in calls.items()
        if method in METHODS
    }
    pages = {"/", "/docs", "/openapi.json", "/problems", "/problems/{code}", "/assets/{name}"}
    assert set(keeping()) == named | pages


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/", "/"),
        ("/docs", "/docs"),
        ("/openapi.json", "/openapi.json"),
        ("/problems", "/problems"),
        ("/problems/busy", "/problems/{code}"),
        ("/assets/pages.css", "/assets/{name}"),
        (f"/assets/{SWAGGER_UI}/swagger-ui.css", "/assets/{name}"),
    ],
)
def test_a_page_is_kept_as_said(stranger, path, name):
    headers = stranger.get(path).headers
    assert headers["Cache-Control"] in keeping()[name]
    assert headers["ETag"]
    assert "Authorization" not in headers.get("Vary", "")


@pytest.fixture
def told(player, rival, clock):
    """Every thing that can be read, by the parameter that names it."""
    player.call("PATCH", "players/me", {"language": "de"})
    game = player.start("german-clock")
    player.post(f"games/{game['id']}/resign", {})
    replay = player.post(f"games/{game['id']}/share", expect=201).json["id"]
    race, _ = started(clock, player, rival, name="german-clock")
    player.post(f"games/{race['game']}/resign", {})
    return {
        "variant": "german-clock",
        "number": "617",
        "date": "2025-03-01",
        "game_id": game["id"],
        "replay_id": replay,
        "race_id": race["id"],
        "code": race["code"],
    }


@pytest.mark.parametrize("path", [*READ, "/docs", "/problems", "/openapi.json"])
def test_vary_names_what_an_answer_depends_on(player, rival, told, path):
    means = player.app.extensions["means"]
    app = create_app(replace(means.config, cors_origins=(ORIGIN,)))
    app.extensions["means"] = replace(app.extensions["means"], now=means.now)
    with app.extensions["database"].open():
        own = {"Authorization": f"Bearer {player.token}"}
        plain = _ask(app, path.format_map(told), own)
        assert plain.status_code == 200
        for change in CHANGES:
            sent = {**own, **change}
            if sent["Authorization"] == "another's":
                sent["Authorization"] = f"Bearer {rival.token}"
            other = _ask(app, path.format_map(told), sent)
            if other.status_code == 406 or _said(other) == _said(plain):
                continue
            assert {*change} <= {*plain.vary.as_set(preserve_casing=True)}, (path, change)
            if "Accept-Language" in change:
                languages = plain.headers["Content-Language"], other.headers["Content-Language"]
                assert len({*languages}) == 2


def _ask(app, path, headers):
    with app.test_client().get(path, headers=headers) as response:
        assert response.data is not None  # which reads it
        return response


def _said(response):
    headers = {name: said for name, said in response.headers.items() if name not in ITS_OWN}
    return response.status_code, headers, response.data


def test_what_is_public_does_not_look_at_who_asks(told, player):
    for path in (path for path in READ if "game" not in path and "me" not in path.split("/")):
        address = path.format_map(told)
        answer = player.get(address, expect=None)
        if answer.headers["Cache-Control"].startswith("public"):
            asked = Client(player.app).get(address)
            assert (asked.raw, asked.headers["ETag"]) == (answer.raw, answer.headers["ETag"])


def test_without_origins_nothing_depends_on_the_origin():
    client = Client(create_app(Config()))
    plain, other = client.get("variants"), client.get("variants", Origin=ORIGIN)
    assert "Origin" not in plain.headers["Vary"]
    assert "Access-Control-Allow-Origin" not in other.headers
