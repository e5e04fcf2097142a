"""What the OpenAPI document promises, held against an answer, however a test got it.

The document leaves answers open for new fields; here they are closed, so that a field that is
answered but not documented fails the test that saw it.
"""

import re
from email.message import Message
from functools import cache
from typing import Any

import jsonschema_rs
import orjson
from werkzeug.datastructures import Headers
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter

from service.app import create_app
from service.config import Config
from tests.documents import ROOT

PASSING = {"too_soon", "race_not_started"}
"""Conflicts that pass with time, and say when."""
WHERE_ASKED_FOR = {"Preference-Applied"}
WHERE_COUNTED = {"RateLimit", "RateLimit-Policy"}
"""Missing, both, from a service whose limits are off."""
WITHOUT_BODY = {204, 304}
OF_EVERY_ANSWER = {
    *("content-type", "content-length", "transfer-encoding", "connection", "date", "server"),
    *("cache-control", "vary", "x-request-id", "ratelimit", "ratelimit-policy"),
    *("x-content-type-options", "referrer-policy", "content-security-policy"),
    *("strict-transport-security", "x-accel-buffering"),
}
"""Headers that no call need name: HTTP's own, and those that the document tells of once."""


def check(
    method: str, address: str, *, status: int, headers: Headers | Message, body: bytes | None
) -> None:
    """Compare an answer with what the document says about its call.

    Args:
        method: HEAD is answered as GET is.
        address: path and query.
        status: its status.
        headers: looked up in any case.
        body: the whole of it, or None if it was not read.
    """
    assert "X-Request-Id" in headers
    if method == "HEAD" or status in WITHOUT_BODY:
        assert not body, f"{method} {address} has a body with {status}"
        body = None
    path = address.partition("?")[0]
    template = _template(path, "GET" if method == "HEAD" else method)
    documented = {} if template is None else openapi_of()["paths"].get(template, {})
    assert documented or template is None or not path.startswith("/v1/"), template
    operation = documented.get("get" if method == "HEAD" else method.lower())
    if operation is None:  # nothing is there, OPTIONS, pages, the document itself
        if body and headers.get("Content-Type") == "application/problem+json":
            validator("#/components/schemas/Problem").validate(orjson.loads(body))
        return
    _check_kept(operation["operationId"], headers["Cache-Control"], status=status, body=body)
    answer = operation["responses"].get(str(status))
    assert answer, f"{method} {template} has no documented {status}"
    _check_headers(f"{method} {template}", answer, status=status, headers=headers, body=body)
    content = answer.get("content", {})
    if content and (body is not None or method == "HEAD"):
        schema = content[headers["Content-Type"]]["schema"]["$ref"]
        if body is not None:
            _check_body(schema, headers["Content-Type"], body)
    if status >= 400 and body is not None:
        told = content["application/problem+json"]["examples"].keys()
        code = orjson.loads(body)["code"]
        assert code in told, f"{method} {template} does not tell of {code}"


def check_stream(body: str) -> None:
    """Compare each event of a stream, or of a part of one that ends between two."""
    for event in body.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in event.splitlines() if ": " in line)
        if "data" in fields:
            _check_event(fields["event"], fields["data"])


def _check_event(kind: str, data: str) -> None:
    schema = "Race" if kind == "resync" else "RaceEvent"
    told = orjson.loads(data)
    validator(f"#/components/schemas/{schema}").validate(told)
    assert kind in {"resync", told.get("kind")}


def _check_kept(operation: str, kept: str, *, status: int, body: bytes | None) -> None:
    if status >= 400:
        assert kept == "private, no-cache"
        return
    daily = re.fullmatch(r"public, max-age=(\d+)", kept) if operation == "getToday" else None
    ends_soon = daily is not None and int(daily[1]) < 60  # its day does
    assert kept in keeping()[operation] or ends_soon, f"{operation} may be kept: {kept}"
    shows_token = status == 201 and b'"token":' in (body or b"")
    assert not shows_token or kept == "no-store"


def _check_headers(
    call: str, answer: Any, *, status: int, headers: Headers | Message, body: bytes | None
) -> None:
    told = {name.lower() for name in (*answer.get("headers", {}), *OF_EVERY_ANSWER)}
    for name in headers.keys():  # noqa: SIM118 - an iteration over werkzeug's gives pairs
        known = name.lower() in told or name.startswith("Access-Control-")
        assert known, f"{call} does not tell of {name}"
    promised = answer.get("headers", {}).keys() - WHERE_ASKED_FOR
    if not WHERE_COUNTED & {name for name in WHERE_COUNTED if name in headers}:
        promised -= WHERE_COUNTED
    for header in promised:
        if header == "Retry-After" and status == 409:
            if body is not None:
                lasting = orjson.loads(body)["code"] not in PASSING
                assert (header in headers) != lasting
            continue
        assert header in headers, f"{call} lacks {header}"


def _check_body(schema: str, media_type: str, body: bytes) -> None:
    if media_type == "text/event-stream":
        check_stream(body.decode())
    told = orjson.loads(body) if media_type.endswith("json") else body.decode()
    validator(schema).validate(told)


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
    """Give the document of the default settings."""
    found: dict[str, Any] = orjson.loads(_app().extensions["document"])
    return found


@cache
def validator(reference: str) -> Any:
    """Give what holds a value against a schema of the document."""
    schemas = orjson.loads(orjson.dumps(openapi_of()["components"]["schemas"]))
    for schema in schemas.values():
        schema.setdefault("additionalProperties", False)
    closed = {"$ref": reference, "components": {"schemas": schemas}}
    return jsonschema_rs.Draft202012Validator(closed, validate_formats=True)


@cache
def _app() -> Any:
    return create_app(Config())


def _template(path: str, method: str) -> str | None:
    if path.startswith("//"):  # which the router takes for one slash
        return None
    adapter: MapAdapter = _app().url_map.bind("localhost")
    try:
        rule, _ = adapter.match(path, method=method, return_rule=True)
    except HTTPException:  # nothing there, another method, or a slash too many
        return None
    return str(rule).replace("<uuid:", "{").replace("<", "{").replace(">", "}")
