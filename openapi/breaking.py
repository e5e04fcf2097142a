"""Compare two OpenAPI documents: what in the new one breaks a client that was made for the old one.

`python -m openapi.breaking` compares `openapi.json` with the newest document in `released/`, and
fails if anything does. What a client sends may be asked for less and never for more; what it is
answered may hold more and never less. README.md beside this says what may change and what not.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).parent
METHODS: Final = ("get", "put", "post", "delete", "patch", "head", "options")
LOWER_BOUNDS: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
UPPER_BOUNDS: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
EXACT: Final = ("pattern", "format", "const", "uniqueItems", "multipleOf")

ANY: Final = frozenset(("null", "boolean", "object", "array", "number", "integer", "string"))

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True, order=True)
class Break:
    """Something that breaks clients: where, and what."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclass(frozen=True, slots=True)
class _Side:
    """What is sent to the service, or what it answers: a schema means something else in each."""

    sent: bool


SENT: Final = _Side(sent=True)
ANSWERED: Final = _Side(sent=False)


@dataclass(slots=True)
class _Comparison:
    old: Json
    new: Json
    seen: set[tuple[str, str, _Side]] = field(default_factory=set)


def breaks(old: Json, new: Json) -> list[Break]:
    """List what in the new document breaks clients of the old one, each once, in order."""
    comparison = _Comparison(old, new)
    return sorted(set(_paths(comparison)))


def _paths(both: _Comparison) -> Iterator[Break]:
    for path, calls in both.old["paths"].items():
        if path not in both.new["paths"]:
            yield Break(path, "removed")
            continue
        for method in METHODS:
            if method not in calls:
                continue
            where = f"{method.upper()} {path}"
            if method not in both.new["paths"][path]:
                yield Break(where, "removed")
                continue
            yield from _operation(both, where, calls[method], both.new["paths"][path][method])


def _operation(both: _Comparison, where: str, old: Json, new: Json) -> Iterator[Break]:
    before, now = old.get("operationId"), new.get("operationId")
    if before != now:
        yield Break(where, f"its operationId was {before} and is {now}")
    if _open_to_all(both.old, old) and not _open_to_all(both.new, new):
        yield Break(where, "needs a token now")
    yield from _parameters(both, where, old, new)
    yield from _body(both, where, old.get("requestBody"), new.get("requestBody"))
    yield from _responses(both, where, old["responses"], new["responses"])


def _open_to_all(document: Json, operation: Json) -> bool:
    needed = operation.get("security", document.get("security", []))
    return not needed or {} in needed


def _parameters(both: _Comparison, where: str, old: Json, new: Json) -> Iterator[Break]:
    before = _by_place(both.old, old)
    now = _by_place(both.new, new)
    for place, parameter in before.items():
        name = f"{where}: {place[0]} {place[1]}"
        if place not in now:
            yield Break(name, "removed")
            continue
        if now[place].get("required") and not parameter.get("required"):
            yield Break(name, "required now")
        yield from _schema(both, name, parameter["schema"], now[place]["schema"], SENT)
    for place in now.keys() - before.keys():
        if now[place].get("required"):
            yield Break(f"{where}: {place[0]} {place[1]}", "new and required")


def _by_place(document: Json, operation: Json) -> dict[tuple[str, str], Json]:
    found = (_resolved(document, each) for each in operation.get("parameters", []))
    return {(each["in"], each["name"]): each for each in found}


def _body(both: _Comparison, where: str, old: Json | None, new: Json | None) -> Iterator[Break]:
    where = f"{where}: body"
    if new and new.get("required") and not (old and old.get("required")):
        yield Break(where, "required now")
    if old is None:
        return
    if new is None:
        yield Break(where, "removed")
        return
    yield from _content(both, where, old, new, SENT)


def _responses(both: _Comparison, where: str, old: Json, new: Json) -> Iterator[Break]:
    for status, answer in old.items():
        at = f"{where}: {status}"
        if status not in new:
            if status.startswith(("2", "3")):
                yield Break(at, "no longer answered")
            continue
        before = _resolved(both.old, answer)
        now = _resolved(both.new, new[status])
        for name in before.get("headers", {}).keys() - now.get("headers", {}).keys():
            yield Break(f"{at}: header {name}", "removed")
        yield from _content(both, at, before, now, ANSWERED)


def _content(both: _Comparison, where: str, old: Json, new: Json, side: _Side) -> Iterator[Break]:
    for media, content in old.get("content", {}).items():
        if media not in new.get("content", {}):
            yield Break(where, f"{media} is gone")
            continue
        now = new["content"][media]
        yield from _schema(both, where, content.get("schema", {}), now.get("schema", {}), side)


def _schema(both: _Comparison, where: str, old: Json, new: Json, side: _Side) -> Iterator[Break]:
    pair = old.get("$ref"), new.get("$ref")
    if pair[0] and pair[1]:
        if (pair[0], pair[1], side) in both.seen:
            return
        both.seen.add((pair[0], pair[1], side))
        where = f"{pair[0].rpartition('/')[2]} ({'sent' if side.sent else 'answered'})"
    old, new = _resolved(both.old, old), _resolved(both.new, new)
    yield from _types(where, old, new, side)
    yield from _values(where, old, new, side)
    if side.sent:
        yield from _bounds(where, old, new)
    yield from _properties(both, where, old, new, side)
    if "items" in old:
        yield from _schema(both, f"{where}[]", old["items"], new.get("items", {}), side)


def _types(where: str, old: Json, new: Json, side: _Side) -> Iterator[Break]:
    """Compare types: what is sent may be of more of them, what is answered of fewer."""
    before, now = _type_set(old), _type_set(new)
    of_client, of_service = (before, now) if side.sent else (now, before)
    if not (of_client or ANY) <= (of_service or ANY):
        yield Break(where, f"was {_listed(before)}, is {_listed(now)}")


def _type_set(schema: Json) -> frozenset[str]:
    found = schema.get("type", [])
    types = frozenset([found] if isinstance(found, str) else found)
    return types | {"integer"} if "number" in types else types


def _listed(types: frozenset[str]) -> str:
    return " or ".join(sorted(types)) or "anything"


def _values(where: str, old: Json, new: Json, side: _Side) -> Iterator[Break]:
    """Compare lists of values: of those that are sent none may go, to those answered none come."""
    before, now = old.get("enum"), new.get("enum")
    if side.sent:
        yield from _missing(where, before, now, one="no longer taken", all_="only some are taken")
    else:
        yield from _missing(where, now, before, one="answered now", all_="any may be answered now")


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
    for names, tighter in ((LOWER_BOUNDS, 1), (UPPER_BOUNDS, -1)):
        for name in names:
            before, now = old.get(name), new.get(name)
            if now is not None and (before is None or (now - before) * tighter > 0):
                yield Break(where, f"{name} was {before}, is {now}")
    for name in EXACT:
        if new.get(name) is not None and new.get(name) != old.get(name):
            yield Break(where, f"{name} was {old.get(name)}, is {new.get(name)}")
    closed = [each.get("additionalProperties", True) is False for each in (old, new)]
    if closed == [False, True]:
        yield Break(where, "takes no other members now")


def _properties(
    both: _Comparison, where: str, old: Json, new: Json, side: _Side
) -> Iterator[Break]:
    before, now = old.get("properties", {}), new.get("properties", {})
    for name, schema in before.items():
        at = f"{where}.{name}"
        if name not in now:
            yield Break(at, "removed")
        else:
            yield from _schema(both, at, schema, now[name], side)
    old_required, new_required = set(old.get("required", [])), set(new.get("required", []))
    if side.sent:
        for name in new_required - old_required:
            yield Break(f"{where}.{name}", "required now")
    else:
        for name in old_required - new_required:
            yield Break(f"{where}.{name}", "not always answered now")
    of_old, of_new = old.get("additionalProperties"), new.get("additionalProperties")
    if isinstance(of_old, Mapping) and isinstance(of_new, Mapping):
        yield from _schema(both, f"{where}.*", of_old, of_new, side)


def _resolved(document: Json, part: Json) -> Json:
    while "$ref" in part:
        found: Any = document
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step.replace("~1", "/").replace("~0", "~")]
        part = found
    return part


def newest_released(folder: Path = HERE / "released") -> Path | None:
    """Find the newest released document, by the numbers in its name: `0.1.0.json`."""
    found = sorted(folder.glob("*.json"), key=lambda path: [*map(int, path.stem.split("."))])
    return found[-1] if found else None


def main() -> int:
    """Compare the present document with the newest released one; give the exit status."""
    released = newest_released()
    if released is None:
        print("no document has been released yet")
        return 0
    old, new = (json.loads(path.read_text()) for path in (released, HERE / "openapi.json"))
    found = breaks(old, new)
    for each in found:
        print(each)
    if found:
        print(f"{len(found)} changes break clients of {released.stem}: see openapi/README.md")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
