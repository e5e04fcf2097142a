"""Reading what a client sends: strict JSON, and faults told by place.

A body is one JSON object in UTF-8. What JSON leaves open is closed here: names may not repeat,
numbers must be finite, nesting is bounded, and neither NUL nor half a surrogate pair may stand in
a text, since neither can be kept.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NoReturn

import orjson
from webargs.flaskparser import FlaskParser

from service.api.faults import faults
from service.details import Detail, FaultCode
from service.errors import BodyTooLarge, Invalid, Malformed, UnsupportedMediaType

if TYPE_CHECKING:
    from flask import Request
    from marshmallow import Schema, ValidationError

DEEPEST: Final = 20


class Parser(FlaskParser):
    """Hand bodies and queries to their schemas; an absent body is an empty object."""

    def __init__(self) -> None:
        super().__init__()
        self.DEFAULT_UNKNOWN_BY_LOCATION = {}  # the schemas say what becomes of unknown fields

    def load_json(self, req: Request, schema: Schema) -> Any:  # noqa: ARG002 - webargs'
        """Read the body."""
        raw = req.get_data()
        if req.content_length not in (None, len(raw)):  # the connection ended: half a request
            raise Malformed(Detail.CUT_SHORT)
        if _is_longer(req, len(raw)):
            raise BodyTooLarge
        if not raw:
            return {}
        if not _is_plain_json(req):
            raise UnsupportedMediaType
        return read_json(raw)

    def load_querystring(self, req: Request, schema: Schema) -> Any:
        """Read the query."""
        read_query(req)
        return super().load_querystring(req, schema)

    def handle_error(  # noqa: PLR6301, RUF100 - webargs calls it on the parser
        self,
        error: ValidationError,
        req: Request,  # noqa: ARG002 - webargs'
        schema: Schema,  # noqa: ARG002 - webargs'
        *,
        error_status_code: int | None,  # noqa: ARG002 - webargs'
        error_headers: Any,  # noqa: ARG002 - webargs'
    ) -> NoReturn:
        """Refuse with every fault that was found."""
        raise Invalid(*faults(error.messages)) from None


def _is_longer(req: Request, length: int) -> bool:
    """Tell whether a body whose length was not told goes on where reading it was ended."""
    if req.content_length is not None or length != req.max_content_length:
        return False
    return bool(req.environ["wsgi.input"].read(1))


def _is_plain_json(req: Request) -> bool:
    """Tell whether a body is JSON in UTF-8, packed neither by its sender nor on its way."""
    return (
        req.mimetype == "application/json"
        and req.mimetype_params.get("charset", "utf-8").lower() in ("utf-8", "utf8")
        and (req.content_encoding or "identity").lower() == "identity"
        and req.headers.get("Transfer-Encoding", "chunked").lower() == "chunked"
    )


def read_query(request: Request) -> dict[str, str]:
    """Read a query, in which each name stands once; the database keeps no NUL.

    Raises:
        Invalid: a name is repeated, so that one of its values would be overlooked, or holds a NUL.
    """
    found: dict[str, str] = {}
    for name, value in request.args.items(multi=True):
        if "\0" in name or "\0" in value:
            raise Invalid.query(name.replace("\0", "")[:200], FaultCode.NUL)
        if name in found:
            raise Invalid.query(name[:200], FaultCode.REPEATED)
        found[name] = value
    return found


def read_json(raw: bytes) -> Any:
    """Read one JSON value.

    >>> read_json(b'{"moves": ["t3-f1"]}')
    {'moves': ['t3-f1']}

    Raises:
        Malformed: it is not strict JSON; the detail says why.
    """
    try:
        orjson.loads(raw)  # stricter than the standard library on UTF-8, surrogates and numbers
        value = json.loads(raw, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError):
        raise _malformed(raw) from None
    _check(value, DEEPEST)
    return value


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Malformed(Detail.REPEATED_NAME)
    return found


def _malformed(raw: bytes) -> Malformed:
    """Tell why a text was refused: the standard library says where, or reads it."""
    try:
        _check(json.loads(raw), DEEPEST)
    except json.JSONDecodeError as found:
        return Malformed(Detail.SYNTAX, line=found.lineno, column=found.colno)
    except RecursionError:
        return Malformed(Detail.NESTED)
    except Malformed as found:
        return found
    except ValueError:  # bytes that are no text, or a number of more digits than Python reads
        pass
    return Malformed(Detail.NOT_STRICT)


def _check(value: object, depth: int) -> None:
    if depth == 0:
        raise Malformed(Detail.NESTED)
    if isinstance(value, str):
        if "\0" in value:
            raise Malformed(Detail.NUL)
    elif isinstance(value, dict):
        for name, inner in value.items():
            _check(name, depth)
            _check(inner, depth - 1)
    elif isinstance(value, list):
        for inner in value:
            _check(inner, depth - 1)
