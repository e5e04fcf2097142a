"""Compare two OpenAPI documents: what in the new one breaks a client that was made for the old one.

`python -m openapi.breaking` compares `openapi.json` with the newest document in `released/`, and
fails if anything does. Here are the calls; `schemas.py` compares what they send and are answered.
README.md beside this says what may change and what not.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from openapi.schemas import Break, Comparison, Json, compare, resolved

HERE: Final = Path(__file__).parent
METHODS: Final = ("get", "put", "post", "delete", "patch", "head", "options")
STYLES: Final = {"query": "form", "cookie": "form", "path": "simple", "header": "simple"}
"""How a parameter is written where nothing is said."""
_SAID_OF_A_SCHEME: Final = ("description", "bearerFormat")


def breaks(old: Json, new: Json) -> list[Break]:
    """List what in the new document breaks clients of the old one, each once, in order."""
    both = Comparison(old, new, set())
    return sorted({*_servers("", _urls(old), _urls(new)), *_paths(both)})


def _urls(*places: Json) -> list[str]:
    """Give the addresses of servers, as the innermost place that tells of any has them."""
    told = next((place["servers"] for place in places if place.get("servers")), [{"url": "/"}])
    return [each["url"] for each in told]


def _servers(where: str, before: Sequence[str], now: Sequence[str]) -> Iterator[Break]:
    for url in before:
        if url not in now:
            yield Break(f"{where}the server {url}", "removed")


def _paths(both: Comparison) -> Iterator[Break]:
    for path, before in both.old["paths"].items():
        now = both.new["paths"].get(path)
        if now is None:
            yield Break(path, "removed")
            continue
        for method in METHODS:
            if method not in before:
                continue
            where = f"{method.upper()} {path}"
            if method not in now:
                yield Break(where, "removed")
                continue
            old, new = (
                each[method] | {"parameters": _parameters_of(side, each, each[method])}
                for side, each in ((both.old, before), (both.new, now))
            )
            if any("servers" in each for each in (old, new, before, now)):
                urls = _urls(old, before, both.old), _urls(new, now, both.new)
                yield from _servers(f"{where}: ", *urls)
            yield from _operation(both, where, old, new)


def _parameters_of(document: Json, path: Json, operation: Json) -> dict[tuple[str, str], Json]:
    """Give the parameters of a call, by place and name; those of its path are its own too."""
    listed = [*path.get("parameters", []), *operation.get("parameters", [])]
    found = (resolved(document, each) for each in listed)
    return {(each["in"], each["name"]): each for each in found}


def _operation(both: Comparison, where: str, old: Json, new: Json) -> Iterator[Break]:
    before, now = old.get("operationId"), new.get("operationId")
    if before != now:
        yield Break(where, f"its operationId was {before} and is {now}")
    yield from _tags(where, old.get("tags", []), new.get("tags", []))
    yield from _security(both, where, old, new)
    yield from _parameters(both.sending(), where, old["parameters"], new["parameters"])
    yield from _body(both.sending(), f"{where}: body", old, new)
    yield from _responses(both.answering(), where, old["responses"], new["responses"])


def _tags(where: str, before: Sequence[str], now: Sequence[str]) -> Iterator[Break]:
    """Compare what clients name a call by: some by each of its tags, some by the first alone."""
    for tag in before:
        if tag not in now:
            yield Break(where, f"the tag {tag}, which clients name it by, is gone")
    if before and before[0] in now[1:]:
        yield Break(where, f"the tag {before[0]}, which clients name it by, is no longer the first")


def _security(both: Comparison, where: str, old: Json, new: Json) -> Iterator[Break]:
    """Find for each way in that there was one that asks for no more."""
    before, now = _ways_in(both.old, old), _ways_in(both.new, new)
    for way in before:
        if any(_asks_no_more(both, each, than=way) for each in now):
            continue
        what = f"{' with '.join(way)} no longer lets in" if way else "needs a token now"
        yield Break(where, what)


def _ways_in(document: Json, operation: Json) -> list[Json]:
    return operation.get("security", document.get("security")) or [{}]


def _asks_no_more(both: Comparison, way: Json, *, than: Json) -> bool:
    return all(
        name in than
        and set(scopes) <= set(than[name])
        and _scheme(both.old, name) == _scheme(both.new, name)
        for name, scopes in way.items()
    )


def _scheme(document: Json, name: str) -> Json:
    told = document.get("components", {}).get("securitySchemes", {}).get(name, {})
    return {key: value for key, value in told.items() if key not in _SAID_OF_A_SCHEME}


def _parameters(
    both: Comparison, where: str, before: Mapping[tuple[str, str], Json], now: Mapping[Any, Json]
) -> Iterator[Break]:
    for place, parameter in before.items():
        name = f"{where}: {place[0]} {place[1]}"
        if place not in now:
            yield Break(name, "removed")
            continue
        if now[place].get("required") and not parameter.get("required"):
            yield Break(name, "required now")
        ways = _written(parameter), _written(now[place])
        if ways[0] != ways[1]:
            yield Break(name, f"was written as {ways[0]}, is as {ways[1]}")
        yield from compare(both, name, parameter.get("schema", {}), now[place].get("schema", {}))
        yield from _content(both, name, parameter, now[place])
    for place in now.keys() - before.keys():
        if now[place].get("required"):
            yield Break(f"{where}: {place[0]} {place[1]}", "new and required")


def _written(parameter: Json) -> str:
    if "content" in parameter:
        return ", ".join(parameter["content"])
    style = parameter.get("style", STYLES[parameter["in"]])
    exploded = ", exploded" * parameter.get("explode", style == "form")
    return f"{style}{exploded}{', reserved' * parameter.get('allowReserved', False)}"


def _body(both: Comparison, where: str, before: Json, now: Json) -> Iterator[Break]:
    old, new = (
        resolved(side, operation["requestBody"]) if "requestBody" in operation else None
        for side, operation in ((both.old, before), (both.new, now))
    )
    if new and new.get("required") and not (old and old.get("required")):
        yield Break(where, "required now")
    if old is None:
        return
    if new is None:
        yield Break(where, "removed")
        return
    yield from _content(both, where, old, new)


def _responses(both: Comparison, where: str, old: Json, new: Json) -> Iterator[Break]:
    for status, answer in old.items():
        at = f"{where}: {status}"
        if status not in new:
            if status.startswith(("2", "3")):
                yield Break(at, "no longer answered")
            continue
        before = resolved(both.old, answer)
        now = resolved(both.new, new[status])
        yield from _headers(both, at, before.get("headers", {}), now.get("headers", {}))
        yield from _content(both, at, before, now)
    for status in new.keys() - old.keys():
        if status.startswith(("2", "3")) and status != "304":  # which only who asks for it gets
            yield Break(f"{where}: {status}", "answered now")


def _headers(both: Comparison, where: str, before: Json, now: Json) -> Iterator[Break]:
    for name, header in before.items():
        at = f"{where}: header {name}"
        if name not in now:
            yield Break(at, "removed")
            continue
        old, new = resolved(both.old, header), resolved(both.new, now[name])
        if old.get("required") and not new.get("required"):
            yield Break(at, "not always answered now")
        yield from compare(both, at, old.get("schema", {}), new.get("schema", {}))


def _content(both: Comparison, where: str, old: Json, new: Json) -> Iterator[Break]:
    for media, content in old.get("content", {}).items():
        if media not in new.get("content", {}):
            yield Break(where, f"{media} is gone")
            continue
        now = new["content"][media]
        yield from compare(both, where, content.get("schema", {}), now.get("schema", {}))


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
