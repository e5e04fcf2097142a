"""What of a schema breaks clients, by the way that values go: to the service, or from it."""

import json
from copy import deepcopy
from typing import Any

import pytest

from openapi.breaking import HERE, breaks
from openapi.schemas import Comparison, compare

PRESENT: Any = json.loads((HERE / "openapi.json").read_text(encoding="utf-8"))
TEXT = {"type": "string"}
WHOLE = {"type": "integer"}
SHORT = {"type": "string", "maxLength": 4}
ANY: dict[str, Any] = {}


def thing(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def found(old, new, *, sent):
    both = Comparison({}, {}, set(), sent=sent)
    return sorted(str(each) for each in compare(both, "it", old, new))


NARROWER: list[Any] = [
    (ANY, TEXT, "it: was anything, is string"),
    (TEXT, SHORT, "it: maxLength was None, is 4"),
    (TEXT, {**TEXT, "const": "a"}, "it: its values: only some are taken"),
    (TEXT, {**TEXT, "format": "uuid"}, "it: format was None, is uuid"),
    ({**TEXT, "format": "date-time"}, {**TEXT, "format": "date"}, "it: format was date-time, is"),
    ({"type": ["string", "null"]}, TEXT, "it: was null or string, is string"),
    (WHOLE, {**WHOLE, "exclusiveMinimum": 0}, "it: exclusiveMinimum was None, is 0"),
    (WHOLE, {**WHOLE, "multipleOf": 2}, "it: multipleOf was None, is 2"),
    ({"type": "array"}, {"type": "array", "items": TEXT}, "it[]: was anything, is string"),
    ({"type": "array"}, {"type": "array", "uniqueItems": True}, "it: uniqueItems was None"),
    ({"type": "object"}, thing(a=TEXT), "it.a: was anything, is string"),
    ({"type": "object"}, {"type": "object", "additionalProperties": TEXT}, "it.*: was anything"),
    ({"type": "object"}, {"type": "object", "additionalProperties": False}, "it: takes no other"),
    (TEXT, {"not": {"const": "a"}, **TEXT}, "it: not was None"),
    (thing(a=TEXT), {**thing(a=TEXT), "dependentRequired": {"a": ["b"]}}, "it: dependentRequired"),
    ({"oneOf": [TEXT, WHOLE]}, TEXT, "it: integer: no longer taken"),
    ({"anyOf": [TEXT, WHOLE]}, {"anyOf": [SHORT, WHOLE]}, "it: string: no longer taken"),
    ({"oneOf": [thing(a=TEXT), WHOLE]}, {"oneOf": [WHOLE]}, "it: a: no longer taken"),
    (TEXT, {"allOf": [TEXT, SHORT]}, "it: maxLength was None, is 4"),
    ({"allOf": [thing(a=TEXT)]}, {"allOf": [thing(a=SHORT)]}, "it.a: maxLength was None, is 4"),
    (thing(a=TEXT), {"allOf": [thing(a=TEXT), {"required": ["a"]}]}, "it.a: required now"),
    (thing(a=TEXT), {"allOf": [thing(a=TEXT), thing(a=SHORT)]}, "it.a: maxLength was None, is 4"),
    (True, False, "it: not was None, is {}"),
    (TEXT, {**TEXT, "readOnly": True}, "it: not to be sent now"),
    (
        {"patternProperties": {"^t": TEXT}, "additionalProperties": False},
        {"additionalProperties": False},
        "it: patternProperties was",
    ),
]
"""What takes less than before. As an answer it promises no less, and breaks nobody."""

WIDER: list[Any] = [
    (TEXT, ANY, "it: was string, is anything"),
    (TEXT, {"type": ["string", "null"]}, "it: was string, is null or string"),
    ({**TEXT, "const": "a"}, TEXT, "it: its values: any may be answered now"),
    ({**TEXT, "format": "uuid"}, TEXT, "it: format was uuid, is None"),
    ({"type": "array", "items": TEXT}, {"type": "array"}, "it[]: was string, is anything"),
    ({"additionalProperties": TEXT}, ANY, "it.*: was string, is anything"),
    ({"additionalProperties": TEXT}, {"additionalProperties": WHOLE}, "it.*: was string, is"),
    (TEXT, {"oneOf": [TEXT, WHOLE]}, "it: integer: answered now"),
    ({"anyOf": [TEXT, WHOLE]}, {"anyOf": [WHOLE, TEXT, {"type": "boolean"}]}, "it: boolean: ans"),
    ({"allOf": [thing(a=TEXT), thing(b=TEXT)]}, thing(a=TEXT), "it.b: removed"),
    ({"allOf": [thing(a=TEXT), {"required": ["a"]}]}, thing(a=TEXT), "it.a: not always answered"),
    ({"type": "array", "prefixItems": [TEXT]}, {"type": "array"}, "it: prefixItems was"),
    ({"additionalProperties": TEXT}, {"additionalProperties": False}, "it: answers no other"),
    (
        {"additionalProperties": TEXT},
        {"properties": {"a": WHOLE}, "additionalProperties": TEXT},
        "it.a: was string, is integer",
    ),
    (TEXT, {**TEXT, "writeOnly": True}, "it: no longer answered"),
    (TEXT, {**TEXT, "contentEncoding": "base64"}, "it: contentEncoding was None"),
]
"""What promises less than before. As a request it takes no less, and breaks nobody."""

HARMLESS: list[Any] = [
    (TEXT, {**TEXT, "description": "other words", "examples": ["a"]}),
    ({"allOf": [TEXT, {"maxLength": 4}]}, SHORT),
    ({"oneOf": [TEXT, WHOLE]}, {"anyOf": [WHOLE, TEXT]}),
    ({"type": ["integer", "string"]}, {"type": ["string", "integer"]}),
    ({"enum": ["a", "b"]}, {"enum": ["b", "a"]}),
    ({"const": "a"}, {"enum": ["a"]}),
    (TEXT, {**TEXT, "x-since": "0.2.0"}),
    ({"oneOf": [TEXT, {"oneOf": [WHOLE, SHORT]}]}, {"oneOf": [WHOLE, TEXT]}),
    ({"oneOf": [TEXT, WHOLE], "maxLength": 4}, {"oneOf": [SHORT, {**WHOLE, "maxLength": 4}]}),
    (True, ANY),
    ({**TEXT, "writeOnly": True, "readOnly": True}, TEXT),
]


@pytest.mark.parametrize(("old", "new", "said"), NARROWER)
def test_what_is_sent_may_not_be_taken_less_widely(old, new, said):
    (only,) = found(old, new, sent=True)
    assert only.startswith(said)


@pytest.mark.parametrize(("old", "new", "said"), WIDER)
def test_what_is_answered_may_not_be_promised_less_narrowly(old, new, said):
    assert any(each.startswith(said) for each in found(old, new, sent=False))


@pytest.mark.parametrize(("old", "new"), HARMLESS)
@pytest.mark.parametrize("sent", [True, False])
def test_the_same_in_other_words_is_the_same(old, new, sent):
    assert found(old, new, sent=sent) == []


@pytest.mark.parametrize(
    ("old", "new"), [(WHOLE, TEXT), ({**TEXT, "discriminator": "a"}, {**TEXT, "discriminator": 1})]
)
@pytest.mark.parametrize("sent", [True, False])
def test_what_is_something_else_breaks_both_ways(old, new, sent):
    assert found(old, new, sent=sent)


def test_a_default_is_a_promise_of_what_happens_to_what_is_left_out():
    of_one, of_two = ({**WHOLE, "default": number} for number in (1, 2))
    assert found(of_one, of_two, sent=True) == ["it: default was 1, is 2"]
    assert found(of_one, WHOLE, sent=True) == ["it: default was 1, is None"]
    assert found(WHOLE, of_one, sent=True) == []
    assert found(of_one, of_two, sent=False) == []


def test_the_names_of_values_are_names_in_clients():
    old, new = ({"enum": ["-a"], "x-enum-varnames": [name]} for name in ("newest", "latest"))
    assert found(old, new, sent=True) == ["it: the value -a: its name was newest, is latest"]
    assert found(old, {"enum": ["-a"]}, sent=True) == [
        "it: the value -a: its name was newest, is left to generators"
    ]


@pytest.mark.parametrize("sent", [True, False])
def test_the_names_of_schemas_are_names_in_clients(sent):
    game, other = ({"$ref": f"#/{name}"} for name in ("Game", "Other"))
    both = Comparison(document := {"Game": TEXT, "Other": TEXT}, document, set(), sent=sent)
    assert [str(each) for each in compare(both, "it", game, other)] == [
        "it: its schema was Game, is Other"
    ]
    assert list(compare(both, "it", TEXT, other)) == []


def test_what_is_asked_beside_a_reference_is_looked_at_wherever_it_stands():
    document = {"Level": TEXT}
    plain = {"$ref": "#/Level"}
    old = thing(a=plain, b={**plain, "default": "safe", "description": "words"})
    both = Comparison(document, document, set())
    assert list(compare(both, "it", old, thing(a=plain, b=old["properties"]["b"]))) == []
    both = Comparison(document, document, set())
    assert [str(each) for each in compare(both, "it", old, thing(a=plain, b=plain))] == [
        "it.b: default was safe, is None"
    ]


def test_a_schema_that_holds_itself_is_compared_to_its_end():
    old = {"Tree": {"oneOf": [TEXT, thing(left={"$ref": "#/Tree"}, right={"$ref": "#/Tree"})]}}
    new = deepcopy(old)
    tree = {"$ref": "#/Tree"}
    assert list(compare(Comparison(old, new, set()), "it", tree, tree)) == []
    new["Tree"]["oneOf"][1]["properties"]["right"] = WHOLE
    assert list(compare(Comparison(old, new, set()), "it", tree, tree))


@pytest.mark.parametrize("name", PRESENT["components"]["schemas"])
def test_each_schema_of_the_present_document_is_looked_at(name):
    schemas = PRESENT["components"]["schemas"]
    other = {**PRESENT, "components": {**PRESENT["components"], "schemas": {**schemas, name: ANY}}}
    sent, answered = (breaks(*pair) for pair in ((other, PRESENT), (PRESENT, other)))
    assert sent or answered
