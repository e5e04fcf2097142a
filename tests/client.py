"""A client for tests: it checks every answer against the OpenAPI document before handing it on.

The document leaves answers open for new fields; here they are closed, so that a field that is
answered but not documented fails the test that saw it.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import jsonschema_rs
import orjson
from flask import Flask
from werkzeug import Response

from service.app import openapi_document
from tests.documents import ROOT

PASSING = {"too_soon", "race_not_started"}
"""Conflicts that pass with time, and say when."""
WHERE_ASKED_FOR = {"Preference-Applied"}


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What came back."""

    status: int
    headers: Any
    raw: bytes

    @property
    def json(self) -> Any:
        return orjson.loads(self.raw)

    @property
    def code(self) -> str:
        """The problem's code."""
        assert self.headers["Content-Type"] == "application/problem+json", self.raw
        return str(self.json["code"])


class Client:
    """One player's device, or with no token a stranger's."""

    def __init__(self, app: Flask, token: str | None = None) -> None:
        self.app = app
        self.token = token

    def call(
        self, method: str, path: str, body: Any = None, *, expect: int | None = 200, **headers: str
    ) -> Answer:
        """Send JSON; keyword headers are written with underscores."""
        raw = None if body is None else orjson.dumps(body)
        return self.send(method, path, raw, expect=expect, **headers)

    def send(
        self, method: str, path: str, raw: bytes | None, *, expect: int | None = 200, **headers: str
    ) -> Answer:
        """Send bytes."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if raw is not None:
            sent.setdefault("Content-Type", "application/json")
        if self.token is not None:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        address = path if path.startswith("/") else f"/v1/{path}"
        device = self.app.test_client()
        with device.open(address, method=method, data=raw, headers=sent) as response:
            answer = Answer(
                status=response.status_code, headers=response.headers, raw=response.data
            )
            check(self.app, method, address, response)
        if expect is not None:
            assert answer.status == expect, answer.raw
        return answer

    def get(self, path: str, **headers: Any) -> Answer:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: Any) -> Answer:
        return self.call("POST", path, body, **headers)

    def start(self, variant: str, **wish: Any) -> Any:
        """Start a game; a stranger becomes a guest by it."""
        game = self.post("games", {"variant": variant, **wish}, expect=201).json
        self.token = game.pop("token", self.token)
        return game

    def move(self, game: Any, *moves: str, **headers: Any) -> Any:
        """Make moves; give the game."""
        return self.post(f"games/{game['id']}/moves", {"moves": list(moves)}, **headers).json

    def read(self, game: Any) -> Any:
        return self.get(f"games/{game['id']}").json


def check(app: Flask, method: str, address: str, response: Response) -> None:
    """Compare an answer with what the document says about its call."""
    assert "X-Request-Id" in response.headers
    adapter = app.url_map.bind("localhost")
    path = address.partition("?")[0]
    if not adapter.test(path, method=method):
        return
    rule, _ = adapter.match(path, method=method, return_rule=True)
    template = str(rule).replace("<uuid:", "{").replace("<", "{").replace(">", "}")
    paths = openapi_of()["paths"]
    assert template in paths or not path.startswith("/v1/")
    operation = paths.get(template, {}).get(method.lower())
    if operation is None:  # HEAD and OPTIONS, pages, the document itself
        return
    kept = response.headers["Cache-Control"]
    if response.status_code < 400:
        assert kept in keeping()[operation["operationId"]] or _daily(operation, kept), template
        shows_token = response.status_code == 201 and b'"token":' in response.data
        assert not shows_token or kept == "no-store"
    else:
        assert kept == "private, no-cache"
    documented = operation["responses"].get(str(response.status_code))
    assert documented, f"{method} {template} has no documented {response.status_code}"
    for header in documented.get("headers", {}).keys() - WHERE_ASKED_FOR:
        if header == "Retry-After" and response.status_code == 409:
            lasting = orjson.loads(response.data)["code"] not in PASSING
            assert (header in response.headers) != lasting
            continue
        assert header in response.headers, f"{method} {template} lacks {header}"
    documented_content = documented.get("content", {})
    if documented_content:
        media_type = response.headers["Content-Type"]
        content = documented_content[media_type]
        body = (
            orjson.loads(response.data)
            if media_type.endswith("json")
            else response.get_data(as_text=True)
        )
        validator(content["schema"]["$ref"]).validate(body)


def _daily(operation: dict[str, Any], kept: str) -> bool:
    """Tell whether a daily is kept for less than a minute, as at the end of its day."""
    found = re.fullmatch(r"public, max-age=(\d+)", kept)
    return operation["operationId"] == "getToday" and found is not None and int(found[1]) < 60


@cache
def keeping() -> dict[str, set[str]]:
    """Read from docs/http.md how long which answers may be kept."""
    found: dict[str, set[str]] = {}
    page = (ROOT / "docs" / "http.md").read_text(encoding="utf-8")
    for said, names in re.findall(r"^\| `((?:public|private|no-)[^`]+)` \| (.+) \|$", page, re.M):
        for name in re.findall(r"`([^`]+)`", names):
            found.setdefault(name, set()).add(said)
    return found


@cache
def openapi_of() -> dict[str, Any]:
    return openapi_document()


@cache
def validator(reference: str) -> Any:
    schemas = orjson.loads(orjson.dumps(openapi_of()["components"]["schemas"]))
    for schema in schemas.values():
        schema.setdefault("additionalProperties", False)
    closed = {"$ref": reference, "components": {"schemas": schemas}}
    return jsonschema_rs.Draft202012Validator(closed, validate_formats=True)
