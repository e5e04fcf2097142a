"""The checker of breaking changes: each kind is found where it is made, and nothing else."""

import json
from copy import deepcopy
from typing import Any

import pytest

from openapi.breaking import HERE, breaks, newest_released

PRESENT: Any = json.loads((HERE / "openapi.json").read_text(encoding="utf-8"))
GAME = {"$ref": "#/components/schemas/Game"}
OLD: Any = {
    "security": [],
    "servers": [{"url": "/"}],
    "paths": {
        "/games": {
            "post": {
                "operationId": "startGame",
                "tags": ["games"],
                "security": [{}, {"token": []}],
                "parameters": [
                    {"in": "header", "name": "Key", "schema": {"type": "string", "maxLength": 9}}
                ],
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/NewGame"}}
                    }
                },
                "responses": {
                    "201": {
                        "headers": {"ETag": {"schema": {"type": "string"}}},
                        "content": {"application/json": {"schema": GAME}},
                    },
                    "409": {"content": {"application/problem+json": {"schema": {}}}},
                },
            },
            "get": {
                "operationId": "listGames",
                "security": [{"token": []}],
                "parameters": [{"in": "query", "name": "status", "schema": {"type": "string"}}],
                "responses": {"200": {}},
            },
        }
    },
    "components": {
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        "schemas": {
            "NewGame": {
                "type": "object",
                "required": ["variant"],
                "additionalProperties": False,
                "properties": {
                    "variant": {"type": "string", "minLength": 1},
                    "seats": {"type": "integer", "minimum": 2, "maximum": 8},
                    "moves": {"type": "array", "maxItems": 200, "items": {"type": "string"}},
                    "mode": {"type": "string", "enum": ["safe", "all"]},
                },
            },
            "Game": {
                "type": "object",
                "required": ["id"],
                "properties": {
                    "id": {"type": "string"},
                    "score": {"type": "integer"},
                    "before": GAME,
                    "piles": {"type": "array", "items": {"type": "object", "properties": {}}},
                },
            },
        },
    },
}
POST = ("paths", "/games", "post")
GET = ("paths", "/games", "get")
SENT = ("components", "schemas", "NewGame")
ANSWERED = ("components", "schemas", "Game")

BREAKING: list[Any] = [
    (("paths",), {}, ["/games: removed"]),
    (("paths", "/games", "get"), None, ["GET /games: removed"]),
    (
        (*POST, "operationId"),
        "newGame",
        ["POST /games: its operationId was startGame and is newGame"],
    ),
    ((*POST, "security"), [{"token": []}], ["POST /games: needs a token now"]),
    ((*POST, "tags"), ["play"], ["POST /games: the tag games, which clients name it by, is gone"]),
    (
        (*POST, "tags"),
        ["play", "games"],
        ["POST /games: the tag games, which clients name it by, is no longer the first"],
    ),
    (("servers",), [{"url": "/api"}], ["the server /: removed"]),
    ((*POST, "servers"), [{"url": "/api"}], ["POST /games: the server /: removed"]),
    (
        ("paths", "/games", "servers"),
        [{"url": "/api"}],
        ["GET /games: the server /: removed", "POST /games: the server /: removed"],
    ),
    ((*GET, "security"), [{"token": ["admin"]}], ["GET /games: token no longer lets in"]),
    ((*GET, "security"), [{"token": [], "key": []}], ["GET /games: token no longer lets in"]),
    (
        ("components", "securitySchemes", "token", "scheme"),
        "basic",
        ["GET /games: token no longer lets in"],
    ),
    (
        ("paths", "/games", "parameters"),
        [{"in": "query", "name": "page", "required": True, "schema": {}}],
        ["GET /games: query page: new and required", "POST /games: query page: new and required"],
    ),
    ((*GET, "parameters", 0, "in"), "header", ["GET /games: query status: removed"]),
    (
        (*GET, "parameters", 0, "explode"),
        False,
        ["GET /games: query status: was written as form, exploded, is as form"],
    ),
    (
        (*GET, "parameters", 0),
        {"in": "query", "name": "status", "content": {"application/json": {"schema": {}}}},
        ["GET /games: query status: was written as form, exploded, is as application/json"],
    ),
    ((*POST, "responses", "202"), {}, ["POST /games: 202: answered now"]),
    ((*POST, "responses", "307"), {}, ["POST /games: 307: answered now"]),
    (
        (*POST, "responses", "201", "headers", "ETag", "schema", "type"),
        "integer",
        ["POST /games: 201: header ETag: was string, is integer"],
    ),
    ((*POST, "parameters"), [], ["POST /games: header Key: removed"]),
    ((*POST, "parameters", 0, "required"), True, ["POST /games: header Key: required now"]),
    (
        (*POST, "parameters", 0, "schema", "maxLength"),
        8,
        ["POST /games: header Key: maxLength was 9, is 8"],
    ),
    ((*POST, "requestBody"), None, ["POST /games: body: removed"]),
    ((*POST, "requestBody", "required"), True, ["POST /games: body: required now"]),
    (
        (*POST, "requestBody", "content"),
        {"text/plain": {}},
        ["POST /games: body: application/json is gone"],
    ),
    ((*POST, "responses", "201"), None, ["POST /games: 201: no longer answered"]),
    ((*POST, "responses", "201", "headers"), {}, ["POST /games: 201: header ETag: removed"]),
    (
        (*POST, "responses", "201", "content"),
        {},
        ["POST /games: 201: application/json is gone"],
    ),
    ((*SENT, "required"), ["variant", "seats"], ["NewGame (sent).seats: required now"]),
    ((*SENT, "properties", "mode"), None, ["NewGame (sent).mode: removed"]),
    (
        (*SENT, "properties", "mode", "enum"),
        ["safe"],
        ["NewGame (sent).mode: the value all: no longer taken"],
    ),
    (
        (*SENT, "properties", "variant", "enum"),
        ["fan"],
        ["NewGame (sent).variant: its values: only some are taken"],
    ),
    (
        (*SENT, "properties", "seats", "minimum"),
        3,
        ["NewGame (sent).seats: minimum was 2, is 3"],
    ),
    (
        (*SENT, "properties", "seats", "maximum"),
        4,
        ["NewGame (sent).seats: maximum was 8, is 4"],
    ),
    (
        (*SENT, "properties", "moves", "maxItems"),
        100,
        ["NewGame (sent).moves: maxItems was 200, is 100"],
    ),
    (
        (*SENT, "properties", "moves", "minItems"),
        1,
        ["NewGame (sent).moves: minItems was None, is 1"],
    ),
    (
        (*SENT, "properties", "moves", "items", "pattern"),
        "^t",
        ["NewGame (sent).moves[]: pattern was None, is ^t"],
    ),
    (
        (*SENT, "properties", "seats", "type"),
        "string",
        ["NewGame (sent).seats: was integer, is string"],
    ),
    ((*ANSWERED, "properties", "score"), None, ["Game (answered).score: removed"]),
    ((*ANSWERED, "required"), [], ["Game (answered).id: not always answered now"]),
    (
        (*ANSWERED, "properties", "score", "type"),
        "number",
        ["Game (answered).score: was integer, is integer or number"],
    ),
    (
        (*ANSWERED, "properties", "score", "type"),
        ["integer", "null"],
        ["Game (answered).score: was integer, is integer or null"],
    ),
    (
        (*ANSWERED, "properties", "piles", "items", "type"),
        "string",
        ["Game (answered).piles[]: was object, is string"],
    ),
]

HARMLESS: list[Any] = [
    ((*GET, "security"), [{"token": []}, {"key": []}]),
    ((*GET, "parameters", 0, "style"), "form"),
    ((*GET, "tags"), ["games"]),
    ((*POST, "tags"), ["games", "play"]),
    (("servers",), [{"url": "/elsewhere"}, {"url": "/"}]),
    ((*POST, "servers"), [{"url": "/elsewhere"}, {"url": "/"}]),
    ((*POST, "servers"), []),
    (("components", "securitySchemes", "token", "description"), "other words"),
    ((*POST, "responses", "304"), {}),
    ((*POST, "responses", "201", "links"), {}),
    ((*POST, "deprecated"), True),
    (("paths", "/races"), {"get": {"operationId": "listRaces", "responses": {}}}),
    (("paths", "/games", "delete"), {"operationId": "forget", "responses": {}}),
    ((*POST, "security"), []),
    (
        (*POST, "parameters", 0, "schema", "maxLength"),
        10,
    ),
    ((*POST, "responses", "409"), None),
    ((*POST, "responses", "422"), {"content": {}}),
    ((*POST, "responses", "201", "headers", "Location"), {"schema": {"type": "string"}}),
    ((*SENT, "properties", "minutes"), {"type": "integer"}),
    ((*SENT, "required"), []),
    ((*SENT, "properties", "mode", "enum"), ["safe", "all", "off"]),
    ((*SENT, "properties", "mode", "enum"), None),
    ((*SENT, "properties", "seats", "minimum"), 1),
    ((*SENT, "properties", "seats", "maximum"), None),
    ((*SENT, "properties", "seats", "type"), "number"),
    ((*SENT, "properties", "seats", "type"), ["integer", "string"]),
    ((*SENT, "additionalProperties"), True),
    ((*ANSWERED, "properties", "race"), {"type": "object"}),
    ((*ANSWERED, "required"), ["id", "score"]),
    ((*ANSWERED, "properties", "score", "maximum"), 1000),
    ((*POST, "description"), "other words"),
]


def changed(path, value):
    """Give the document with one part put in or, with None, taken out."""
    document = deepcopy(OLD)
    *way, last = path
    part = document
    for step in way:
        part = part[step]
    if value is None:
        del part[last]
    else:
        part[last] = value
    return document


def names(changes):
    return ["/".join(map(str, path[-3:])) for path, *_ in changes]


@pytest.mark.parametrize(("path", "value", "found"), BREAKING, ids=names(BREAKING))
def test_a_breaking_change_is_found(path, value, found):
    assert [str(each) for each in breaks(OLD, changed(path, value))] == found


@pytest.mark.parametrize(("path", "value"), HARMLESS, ids=names(HARMLESS))
def test_a_harmless_change_is_none(path, value):
    assert breaks(OLD, changed(path, value)) == []


def test_what_is_moved_to_the_components_or_the_path_is_the_same():
    new = deepcopy(OLD)
    call = new["paths"]["/games"]["post"]
    new["components"]["requestBodies"] = {"New": call["requestBody"]}
    call["requestBody"] = {"$ref": "#/components/requestBodies/New"}
    new["components"]["responses"] = {"Started": call["responses"]["201"]}
    call["responses"]["201"] = {"$ref": "#/components/responses/Started"}
    new["paths"]["/games"]["parameters"] = new["paths"]["/games"]["get"].pop("parameters")
    assert breaks(OLD, new) == []
    new["components"]["requestBodies"]["New"]["required"] = True
    assert [str(each) for each in breaks(OLD, new)] == ["POST /games: body: required now"]


def test_a_closed_answer_must_not_gain_a_value():
    one, two = (
        changed((*ANSWERED, "properties", "status"), {"type": "string", "enum": values})
        for values in (["won"], ["won", "lost"])
    )
    assert [str(each) for each in breaks(one, two)] == [
        "Game (answered).status: the value lost: answered now"
    ]
    assert breaks(two, one) == []


def test_the_same_schema_means_something_else_when_it_is_sent():
    """A member that is no longer required breaks who reads it, and not who sends it."""
    old = deepcopy(OLD)
    sent = old["paths"]["/games"]["post"]["requestBody"]["content"]["application/json"]
    sent["schema"] = GAME
    new = deepcopy(old)
    new["components"]["schemas"]["Game"]["required"] = []
    assert [str(each) for each in breaks(old, new)] == [
        "Game (answered).id: not always answered now"
    ]


def test_the_present_document_breaks_nothing_of_itself():
    assert breaks(PRESENT, PRESENT) == []


def test_each_part_of_the_present_document_is_missed():
    for path, calls in PRESENT["paths"].items():
        less = {**PRESENT, "paths": {k: v for k, v in PRESENT["paths"].items() if k != path}}
        assert str(breaks(PRESENT, less)[0]) == f"{path}: removed"
        assert calls


@pytest.mark.parametrize(
    ("names", "newest"),
    [((), None), (("0.1.0",), "0.1.0"), (("0.9.0", "0.10.0", "0.2.11"), "0.10.0")],
)
def test_the_newest_released_document_is_taken(tmp_path, names, newest):
    for name in names:
        (tmp_path / f"{name}.json").write_text("{}")
    found = newest_released(tmp_path)
    assert (found.stem if found else None) == newest
