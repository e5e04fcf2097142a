"""Compare two schemas: what in the new one breaks a client that was made for the old one.

What is sent may have to meet less and never more; what is answered may promise more and never less.
References are followed, `allOf` is read as one schema, and of `oneOf` and `anyOf` each alternative
has to have its like. A keyword that is not known here counts as a break where it changes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

LOWER_BOUNDS: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
UPPER_BOUNDS: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
EXACT: Final = ("pattern", "format", "uniqueItems", "multipleOf")
ALTERNATIVES: Final = ("oneOf", "anyOf")
COMPARED: Final = frozenset(
    {
        *LOWER_BOUNDS,
        *UPPER_BOUNDS,
        *EXACT,
        *ALTERNATIVES,
        *("allOf", "$ref", "type", "enum", "const", "default", "x-enum-varnames"),
        *("properties", "required", "additionalProperties", "items"),
        *("readOnly", "writeOnly"),
    }
)
SAID: Final = frozenset(
    {
        *("title", "description", "example", "examples", "externalDocs", "$comment", "xml"),
        "deprecated",
    }
)
"""What is said about values and asks nothing of them."""
ONE_WAY: Final = frozenset(("not", "propertyNames", "dependentRequired", "dependentSchemas"))
"""What asks for more by being there, so that nobody misses it where it goes."""
TYPES: Final = frozenset(("null", "boolean", "object", "array", "number", "integer", "string"))

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True, order=True)
class Break:
    """Something that breaks clients: where, and what."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two documents, the way that values go, and which schemas were compared already."""

    old: Json
    new: Json
    seen: set[tuple[str, str, bool]]
    sent: bool = True

    def sending(self) -> Comparison:
        """Compare what is sent to the service."""
        return replace(self, sent=True)

    def answering(self) -> Comparison:
        """Compare what the service answers."""
        return replace(self, sent=False)

    def trying(self) -> Comparison:
        """Compare without noting it, for what is tried and may fail."""
        return replace(self, seen=set(self.seen))


def resolved(document: Json, part: Json) -> Json:
    """Follow references."""
    while "$ref" in part:
        found: Any = document
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step.replace("~1", "/").replace("~0", "~")]
        beside = {key: value for key, value in part.items() if key != "$ref"}
        part = {**found, **beside} if beside.keys() <= SAID else {"allOf": [found, beside]}
    return part


def compare(both: Comparison, where: str, old: Any, new: Any) -> Iterator[Break]:
    """Compare two schemas that stand at one place."""
    old, new = _schema(old), _schema(new)
    names = _name(old), _name(new)
    if names[0] and names[0] != names[1]:
        yield Break(where, f"its schema was {names[0]}, is {names[1] or 'without a name'}")
    if names[0] and names[1]:
        whole = (json.dumps(old, sort_keys=True), json.dumps(new, sort_keys=True), both.sent)
        if whole in both.seen:
            return
        both.seen.add(whole)
        if {*old, *new} <= SAID | {"$ref"}:  # what is asked beside a reference belongs to the place
            where = f"{names[0]} ({'sent' if both.sent else 'answered'})"
    before, now = _ways(both.old, old), _ways(both.new, new)
    if len(before) == len(now) == 1:
        yield from _one(both, where, before[0], now[0])
    else:
        yield from _alternatives(both, where, before, now)


def _schema(schema: Any) -> Json:
    """Read the schemas that are written `true` and `false`."""
    if schema is True:
        return {}
    found: Json = {"not": {}} if schema is False else schema
    return found


def _name(schema: Json) -> str:
    name: str = schema.get("$ref", "").rpartition("/")[2]
    return name


def _ways(document: Json, schema: Json) -> list[Json]:
    """Give the alternatives that a schema comes down to, each with all that is asked of it."""
    whole = _merged(document, schema)
    for word in ALTERNATIVES:
        if word in whole:
            rest = {key: value for key, value in whole.items() if key != word}
            return [
                way
                for each in whole[word]
                for way in _ways(document, {"allOf": [rest, each]} if rest else each)
            ]
    return [whole]


def _merged(document: Json, schema: Any) -> dict[str, Any]:
    """Follow references, and read `allOf` as one schema."""
    whole = dict(resolved(document, _schema(schema)))
    for part in whole.pop("allOf", ()):
        for key, value in _merged(document, part).items():
            whole[key] = _both(key, whole[key], value) if key in whole else value
    return whole


def _both(key: str, one: Any, other: Any) -> Any:
    """Ask for what two schemas ask by the same keyword."""
    if one == other or key in SAID or key == "default":
        return other
    if key == "properties":
        shared = {name: {"allOf": [one[name], other[name]]} for name in one.keys() & other.keys()}
        return {**one, **other, **shared}
    ways: dict[str, Callable[[], Any]] = {
        "required": lambda: [*one, *(name for name in other if name not in one)],
        "enum": lambda: [value for value in one if value in other],
        "type": lambda: sorted(_type_set({"type": one}) & _type_set({"type": other})),
        "items": lambda: {"allOf": [one, other]},
        "additionalProperties": lambda: one and other and {"allOf": [one, other]},
        **dict.fromkeys(
            ALTERNATIVES, lambda: [{"allOf": [way, also]} for way in one for also in other]
        ),
        **dict.fromkeys(LOWER_BOUNDS, lambda: max(one, other)),
        **dict.fromkeys(UPPER_BOUNDS, lambda: min(one, other)),
    }
    return ways[key]() if key in ways else [one, other]


def _alternatives(
    both: Comparison, where: str, before: list[Json], now: list[Json]
) -> Iterator[Break]:
    """Find for each way that clients know, or may meet, one that is at least as wide."""
    narrow, wide = (before, now) if both.sent else (now, before)
    for each in narrow:
        pairs = ((each, other) if both.sent else (other, each) for other in wide)
        if not any(not [*_one(both.trying(), where, *pair)] for pair in pairs):
            said = _listed(_type_set(each))
            name = each.get("title") or ", ".join(each.get("properties", ())) or said
            yield Break(where, f"{name}: {'no longer taken' if both.sent else 'answered now'}")


def _one(both: Comparison, where: str, old: Json, new: Json) -> Iterator[Break]:
    yield from _types(both, where, old, new)
    yield from _values(both, where, old, new)
    yield from (_bounds if both.sent else _form)(where, old, new)
    yield from _others(both, where, old, new)
    yield from _members(both, where, old, new)
    yield from _further_members(both, where, old, new)
    if "items" in (new if both.sent else old):
        yield from compare(both, f"{where}[]", old.get("items", {}), new.get("items", {}))


def _types(both: Comparison, where: str, old: Json, new: Json) -> Iterator[Break]:
    """Compare types: what is sent may be of more of them, what is answered of fewer."""
    before, now = _type_set(old), _type_set(new)
    if not (before <= now if both.sent else now <= before):
        yield Break(where, f"was {_listed(before)}, is {_listed(now)}")


def _type_set(schema: Json) -> frozenset[str]:
    found = schema.get("type", TYPES)
    types = frozenset([found] if isinstance(found, str) else found)
    return types | {"integer"} if "number" in types else types


def _listed(types: frozenset[str]) -> str:
    return "anything" if types == TYPES else " or ".join(sorted(types))


def _values(both: Comparison, where: str, old: Json, new: Json) -> Iterator[Break]:
    """Compare lists of values: of those that are sent none may go, to those answered none come."""
    before, now = _listed_values(old), _listed_values(new)
    if both.sent:
        yield from _missing(where, before, now, one="no longer taken", all_="only some are taken")
    else:
        yield from _missing(where, now, before, one="answered now", all_="any may be answered now")
    names, later = (
        dict(zip(each.get("enum", ()), each.get("x-enum-varnames", ()), strict=False))
        for each in (old, new)
    )
    for value, name in names.items():
        if value in new.get("enum", ()) and later.get(value) != name:
            is_now = later.get(value, "left to generators")
            yield Break(where, f"the value {value}: its name was {name}, is {is_now}")


def _listed_values(schema: Json) -> list[Any] | None:
    return [schema["const"]] if "const" in schema else schema.get("enum")


def _missing(
    where: str, values: list[Any] | None, among: list[Any] | None, *, one: str, all_: str
) -> Iterator[Break]:
    if among is None:
        return
    if values is None:
        yield Break(where, f"its values: {all_}")
        return
    for value in values:
        if value not in among:
            yield Break(where, f"the value {value}: {one}")


def _bounds(where: str, old: Json, new: Json) -> Iterator[Break]:
    """Compare what is asked of values that are sent."""
    for names, tighter in ((LOWER_BOUNDS, 1), (UPPER_BOUNDS, -1)):
        for name in names:
            before, now = old.get(name), new.get(name)
            if now is not None and (before is None or (now - before) * tighter > 0):
                yield _changed(where, name, old, new)
    for name in EXACT:
        if new.get(name) and new[name] != old.get(name):
            yield _changed(where, name, old, new)
    if "default" in old and ("default" not in new or old["default"] != new["default"]):
        yield _changed(where, "default", old, new)
    if new.get("readOnly") and not old.get("readOnly"):
        yield Break(where, "not to be sent now")


def _form(where: str, old: Json, new: Json) -> Iterator[Break]:
    """Compare the form of what is answered, which clients read it by; its bounds may be wider."""
    if "format" in old and old["format"] != new.get("format"):
        yield _changed(where, "format", old, new)
    if new.get("writeOnly") and not old.get("writeOnly"):
        yield Break(where, "no longer answered")


def _others(both: Comparison, where: str, old: Json, new: Json) -> Iterator[Break]:
    """Refuse a change of what is not understood here."""
    narrow = new if both.sent else old
    for name in (old.keys() | new.keys()) - COMPARED - SAID:
        if name.startswith("x-") or (name in ONE_WAY and name not in narrow):
            continue
        if old.get(name) != new.get(name):
            yield _changed(where, name, old, new)


def _changed(where: str, name: str, old: Json, new: Json) -> Break:
    return Break(where, f"{name} was {old.get(name)}, is {new.get(name)}")


def _members(both: Comparison, where: str, old: Json, new: Json) -> Iterator[Break]:
    before, now = old.get("properties", {}), new.get("properties", {})
    for name, schema in before.items():
        at = f"{where}.{name}"
        if name not in now:
            yield Break(at, "removed")
        else:
            yield from compare(both, at, schema, now[name])
    old_required, new_required = set(old.get("required", [])), set(new.get("required", []))
    if both.sent:
        for name in new_required - old_required:
            yield Break(f"{where}.{name}", "required now")
    else:
        for name in old_required - new_required:
            yield Break(f"{where}.{name}", "not always answered now")


def _further_members(both: Comparison, where: str, old: Json, new: Json) -> Iterator[Break]:
    """Compare what may stand there beside the members that are named."""
    before, now = (each.get("additionalProperties", True) for each in (old, new))
    if before is False or (not both.sent and before in (True, {})):
        return
    if now is False:
        yield Break(where, f"{'takes' if both.sent else 'answers'} no other members now")
    elif not both.sent or now not in (True, {}):
        yield from compare(both, f"{where}.*", before, now)
    for name in new.get("properties", {}).keys() - old.get("properties", {}).keys():
        yield from compare(both, f"{where}.{name}", before, new["properties"][name])
