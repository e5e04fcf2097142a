"""Faults out of marshmallow's messages: each with its place and a stable code.

Marshmallow carries nothing but texts. So a validator of ours writes its code and the facts of it
as a query, `range?least=1&most=40`; the library's own sentences are known by heart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl

from marshmallow import fields, validate

from service.details import Fault, FaultCode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PLACES: Final = {"json": "body", "query": "query", "headers": "header", "view_args": "path"}
_SCHEMA: Final = "_schema"
_FIELD: Final = fields.Field.default_error_messages
_OF_THE_LIBRARY: Final = {
    _FIELD["required"]: FaultCode.REQUIRED,
    _FIELD["null"]: FaultCode.NULL,
    _FIELD["validator_failed"]: FaultCode.VALUE,
    fields.String.default_error_messages["invalid"]: FaultCode.NOT_TEXT,
    fields.Number.default_error_messages["too_large"]: FaultCode.NOT_WHOLE,
    fields.Integer.default_error_messages["invalid"]: FaultCode.NOT_WHOLE,
    fields.Boolean.default_error_messages["invalid"]: FaultCode.NOT_BOOLEAN,
    fields.UUID.default_error_messages["invalid_uuid"]: FaultCode.NOT_ID,
    fields.List.default_error_messages["invalid"]: FaultCode.NOT_LIST,
    fields.Mapping.default_error_messages["invalid"]: FaultCode.NOT_OBJECT,
    "Invalid input type.": FaultCode.BODY_NOT_OBJECT,
    "Unknown field.": FaultCode.UNKNOWN,
}


def text_length(least: int, most: int) -> validate.Length:
    """Bound the length of a text."""
    return validate.Length(least, most, error=f"{FaultCode.TEXT_LENGTH}?least={least}&most={most}")


def list_length(least: int, most: int) -> validate.Length:
    """Bound the length of a list."""
    return validate.Length(least, most, error=f"{FaultCode.LIST_LENGTH}?least={least}&most={most}")


def within(least: int, most: int) -> validate.Range:
    """Bound a number."""
    return validate.Range(least, most, error=f"{FaultCode.RANGE}?least={least}&most={most}")


def one_of(choices: Iterable[str]) -> validate.OneOf:
    """Take one of a few words."""
    return validate.OneOf(tuple(choices), error=f"{FaultCode.ONE_OF}?choices={{choices}}")


def written_as(pattern: str, code: FaultCode) -> validate.Regexp:
    """Take a text of a pattern, to its very end; the code says what such a text is."""
    return validate.Regexp(pattern + r"\Z", error=code.value)


def faults(messages: Any) -> Iterator[Fault]:
    """Give marshmallow's messages as faults."""
    for place, inner in messages.items():
        for path, message in _flat(inner, ()):
            pointer = "".join(
                f"/{str(part).replace('~', '~0').replace('/', '~1')}"
                for part in path
                if part != _SCHEMA
            )
            location = _PLACES.get(place, "body")
            at = pointer if location == "body" else pointer.lstrip("/").split("/")[0]
            code, facts = _read(message)
            yield Fault(location=location, at=at[:200], code=code, facts=facts)


def is_known(message: str) -> bool:
    """Tell whether a message has a code of its own."""
    return message in _OF_THE_LIBRARY or message.partition("?")[0] in set(FaultCode)


def _read(message: str) -> tuple[FaultCode, dict[str, str]]:
    if message in _OF_THE_LIBRARY:
        return _OF_THE_LIBRARY[message], {}
    if not is_known(message):
        return FaultCode.VALUE, {}
    code, _, facts = message.partition("?")
    return FaultCode(code), dict(parse_qsl(facts))


def _flat(messages: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    if isinstance(messages, dict):
        for key, inner in messages.items():
            # marshmallow tells the faults of a mapping's keys and values apart; a place is a place
            yield from _flat(inner, path if key in ("key", "value") else (*path, key))
    elif isinstance(messages, list):
        for inner in messages:
            yield from _flat(inner, path)
    else:
        yield path, str(messages)
