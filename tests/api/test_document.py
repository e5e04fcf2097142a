"""The OpenAPI document: what generators of client libraries need of it."""

import json
import re
from pathlib import Path

import pytest
from openapi_spec_validator import validate

from service.app import create_app, openapi_document
from service.config import Config
from tests.client import Client
from tests.contract import validator

SNAPSHOT = Path(__file__).resolve().parents[2] / "openapi" / "openapi.json"
METHODS = ("get", "post", "put", "patch", "delete")


@pytest.fixture(scope="module")
def document():
    return openapi_document()


@pytest.fixture(scope="module")
def operations(document):
    return [
        (path, method, operation)
        for path, calls in document["paths"].items()
        for method, operation in calls.items()
        if method in METHODS
    ]


def test_the_snapshot_is_what_the_code_says(document):
    assert json.loads(SNAPSHOT.read_text(encoding="utf-8")) == document, "run `make spec`"


def test_it_is_served_without_a_database(document):
    answer = Client(create_app(Config())).get("/openapi.json")
    assert answer.json == document
    assert answer.json["openapi"] == "3.1.0"


def test_it_is_valid(document):
    validate(document)


def test_operation_ids_are_unique_and_camel_case(operations):
    names = [operation["operationId"] for _, _, operation in operations]
    assert len(set(names)) == len(names)
    for name in names:
        assert re.fullmatch(r"[a-z]+([A-Z][a-z]+)*", name)


def test_every_call_has_a_summary_a_tag_and_its_security(operations):
    for path, method, operation in operations:
        assert operation["summary"], (method, path)
        assert operation["tags"], (method, path)
        assert "security" in operation, (method, path)


def test_every_refusal_is_a_problem_document(operations):
    for path, method, operation in operations:
        refusals = {code: said for code, said in operation["responses"].items() if code >= "400"}
        assert refusals, (method, path)
        for said in refusals.values():
            assert list(said["content"]) == ["application/problem+json"]
            assert said["content"]["application/problem+json"]["schema"] == {
                "$ref": "#/components/schemas/Problem"
            }
            assert said["description"].startswith("`")


def test_every_call_heeds_the_language_and_says_which_it_refuses_in(operations):
    for path, method, operation in operations:
        *_, last = operation["parameters"]
        assert last == {"$ref": "#/components/parameters/Accept-Language"}, (method, path)
        for code, said in operation["responses"].items():
            assert code < "400" or "Content-Language" in said["headers"], (method, path, code)


def test_no_schema_is_written_in_line(operations):
    for path, method, operation in operations:
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for content in (body.get("content", {}) for body in bodies):
            for media in content.values():
                assert list(media["schema"]) == ["$ref"], (method, path)


def test_no_property_is_an_object_written_in_line(document):
    for name, schema in document["components"]["schemas"].items():
        for field, said in schema.get("properties", {}).items():
            inner = said.get("items", said)
            assert "properties" not in inner, (name, field)


def test_nothing_is_null_and_no_number_is_an_id(document):
    text = json.dumps(document["components"]["schemas"])
    assert '"null"' not in text
    for name, schema in document["components"]["schemas"].items():
        for field, said in schema.get("properties", {}).items():
            if field in ("id", "deal", "number", "again"):
                assert said.get("type", "string") == "string", (name, field)


def test_requests_are_closed_and_answers_are_open(document, operations):
    schemas = document["components"]["schemas"]
    for _, _, operation in operations:
        for content in operation.get("requestBody", {}).get("content", {}).values():
            name = content["schema"]["$ref"].rpartition("/")[2]
            assert schemas[name]["additionalProperties"] is False, name
        for answer in operation["responses"].values():
            for content in answer.get("content", {}).values():
                name = content["schema"]["$ref"].rpartition("/")[2]
                assert "additionalProperties" not in schemas[name], name


@pytest.mark.parametrize(
    "taken",
    [
        "Array Attribute Class Date Error Exception List Map Object Set String Type",  # all over
        "Any Nothing Pair Result Throwable Unit",  # Kotlin
        "Character Data Optional Result Sequence Task URL",  # Swift
        "Export Function Future Iterable Null Stream Symbol",  # Dart
        "Action Event Func Nullable Option Task Tuple",  # C#, and what its generator adds
        "Event Link Node Option Promise Record Request Response Selection",  # browsers
    ],
)
def test_no_schema_bears_a_name_that_languages_have_taken(document, taken):
    assert not document["components"]["schemas"].keys() & set(taken.split())


def test_each_list_of_words_has_a_name_and_so_has_each_word(document):
    lists = {
        name: listed.get("x-enum-varnames", listed["enum"])
        for name, listed in document["components"]["schemas"].items()
        if "enum" in listed
    }
    assert json.dumps(document).count('"enum":') == len(lists) > 0
    for name, words in lists.items():
        assert all(word.isidentifier() for word in words), name


def test_a_body_says_more_than_nothing(document, operations):
    for path, method, operation in operations:
        for content in operation.get("requestBody", {}).get("content", {}).values():
            name = content["schema"]["$ref"].rpartition("/")[2]
            assert document["components"]["schemas"][name]["properties"], (method, path)


def test_milliseconds_may_be_more_than_32_bits_hold(document):
    found = [
        said["format"]
        for schema in document["components"]["schemas"].values()
        for field, said in schema.get("properties", {}).items()
        if field.endswith("_ms")
    ]
    assert found
    assert set(found) == {"int64"}


def test_changes_take_preconditions_and_keys(operations):
    for path, method, operation in operations:
        taken = (
            {each.get("$ref", "").rpartition("/")[2] for each in operation["parameters"]}
            if ("parameters" in operation)
            else set()
        )
        if path.endswith("/share"):  # changes no game, and is the same however often it is sent
            continue
        if path.startswith("/v1/games/{game_id}") and method == "post":
            assert {"If-Match", "Idempotency-Key"} <= taken, path


def test_every_call_has_an_example_of_its_answer(operations):
    for path, method, operation in operations:
        code = next(code for code in operation["responses"] if code.startswith("2"))
        for media_type, content in operation["responses"][code].get("content", {}).items():
            pictured = media_type == "image/svg+xml"  # the pages show pictures, not their text
            assert ("example" in content) != pictured, (method, path)
        body = operation.get("requestBody", {})
        if body.get("required"):
            assert "example" in body["content"]["application/json"], (method, path)


def test_the_bounds_of_lists_are_those_of_the_settings(document):
    moves = document["components"]["schemas"]["MovesRequest"]["properties"]["moves"]
    assert (moves["minItems"], moves["maxItems"]) == (1, Config().max_batch)
    for path in ("/v1/games", "/v1/games/{game_id}/history"):
        (limit,) = (
            each
            for each in document["paths"][path]["get"]["parameters"]
            if each.get("name") == "limit"
        )
        assert (limit["schema"]["minimum"], limit["schema"]["maximum"]) == (1, Config().max_page)


def test_the_examples_agree_with_their_schemas(operations):
    for _, _, operation in operations:
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for content in (body.get("content", {}) for body in bodies):
            for media in content.values():
                if "example" in media:
                    validator(media["schema"]["$ref"]).validate(media["example"])


def test_it_describes_every_address_but_its_own_and_the_pages(document):
    rules = {str(rule) for rule in create_app(Config()).url_map.iter_rules()}
    described = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule) for rule in rules}
    assert described - set(document["paths"]) == {
        *("/openapi.json", "/", "/docs", "/docs/", "/assets/{name}"),
        *("/problems", "/problems/{code}"),
    }


def test_what_needs_no_database_says_so(document):
    for path in ("/healthz", "/v1/variants", "/v1/variants/{variant}"):
        assert "503" not in document["paths"][path]["get"]["responses"]
    assert "503" in document["paths"]["/readyz"]["get"]["responses"]
