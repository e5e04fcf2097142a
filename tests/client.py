"""A client for tests: it checks every answer against the OpenAPI document before handing it on."""

from dataclasses import dataclass
from typing import Any

import orjson
from flask import Flask

from tests.contract import check


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
        check(method, address, status=answer.status, headers=answer.headers, body=answer.raw)
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
