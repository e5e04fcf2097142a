"""The two kinds of schemas: a request refuses what it does not know, an answer may grow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from marshmallow import EXCLUDE, RAISE, Schema, fields


class Request(Schema):
    """What a client sends: unknown fields are refused, so that a typing error is not ignored."""

    class Meta:
        """Settings of marshmallow."""

        unknown = RAISE


class Answer(Schema):
    """What the service answers: clients must bear fields they do not know."""

    class Meta:
        """Settings of marshmallow."""

        unknown = EXCLUDE


@dataclass(frozen=True, slots=True, kw_only=True)
class Media:
    """An answer that is not JSON: its media type, and what the document calls and says of it."""

    type: str
    name: str
    about: str
    example: str | None = None


SVG: Final = Media(
    type="image/svg+xml",
    name="Picture",
    about="SVG without scripts, styles or links, with title and desc for those who do not see it",
)


EVENT_STREAM: Final = Media(
    type="text/event-stream",
    name="EventStream",
    about="Server-Sent Events: id is the version, event the kind, data the event as JSON, a "
    "RaceEvent; of the event `resync`, which says to begin anew from how the race stands, a Race",
    example='retry: 2000\n\nid: 2\nevent: ready\ndata: {"version":2,"kind":"ready",'
    '"at":"2025-03-01T12:00:00.000Z","seat":1}\n\n:\n\n',
)


def text(about: str, **kwargs: Any) -> fields.String:
    """Give a text that is always in the answer, or with `required=False` only sometimes."""
    kwargs.setdefault("required", True)
    return fields.String(metadata={"description": about, **kwargs.pop("metadata", {})}, **kwargs)


def number(about: str, **kwargs: Any) -> fields.Integer:
    """Give a whole number."""
    kwargs.setdefault("required", True)
    return fields.Integer(strict=True, metadata={"description": about}, **kwargs)


def milliseconds(about: str, **kwargs: Any) -> fields.Integer:
    """Give a time in milliseconds: where int is 32 bits wide, it must be told that this is more."""
    kwargs.setdefault("required", True)
    return fields.Integer(strict=True, metadata={"description": about, "format": "int64"}, **kwargs)


def fraction(about: str, **kwargs: Any) -> fields.Float:
    """Give a number that need not be whole."""
    kwargs.setdefault("required", True)
    return fields.Float(metadata={"description": about}, **kwargs)


def flag(about: str) -> fields.Boolean:
    """Give a truth value."""
    return fields.Boolean(required=True, metadata={"description": about})


def time(about: str, **kwargs: Any) -> fields.String:
    """Give a time, which the service writes itself."""
    return text(f"{about}, RFC 3339 in UTC", metadata={"format": "date-time"}, **kwargs)


def texts(about: str, **kwargs: Any) -> fields.List[Any]:
    """Give a list of texts."""
    kwargs.setdefault("required", True)
    return fields.List(fields.String(), metadata={"description": about}, **kwargs)


def many(schema: type[Schema] | str, about: str, **kwargs: Any) -> fields.List[Any]:
    """Give a list of objects; the schema of another noun is given by its name."""
    kwargs.setdefault("required", True)
    return fields.List(fields.Nested(schema), metadata={"description": about}, **kwargs)


def house_rules() -> fields.Dict:
    """Give the options that a deal or a game is under."""
    return fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "The house rules, all of them"},
    )


def one(schema: type[Schema] | str, **kwargs: Any) -> fields.Nested:
    """Give an object; the schema of another noun is given by its name."""
    kwargs.setdefault("required", True)
    return fields.Nested(schema, **kwargs)
