"""Our Api and Blueprint: one decorator says all about a call, and the document is made of it.

`Blueprint.call` registers a function for one method of one address and notes its operationId,
schemas, headers and problems. The first paragraph of the function's docstring is the summary.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import wraps
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

import flask_smorest

from engine import problem_text
from service import errors
from service.api import conditions, examples, headers
from service.api.problems import MEDIA_TYPE, taken
from service.api.reading import Parser
from service.api.schemas import Media
from service.api.shapes import ProblemSchema
from service.errors import RaceNotStarted, RaceOver, ServiceError
from service.limiting import Budget
from service.refusals import every_error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from apispec import APISpec
    from marshmallow import Schema

    from service.api.deprecation import Deprecated
    from service.api.links import Links
    from service.api.schemas import Answer, Request


class Token(Enum):
    """Whether a call needs a bearer token."""

    NONE = "none"
    OPTIONAL = "optional"
    NEEDED = "needed"


_SECURITY: Final[dict[Token, list[dict[str, list[str]]]]] = {
    Token.NONE: [],
    Token.OPTIONAL: [{}, {"token": []}],
    Token.NEEDED: [{"token": []}],
}


_NAMED: Final = re.compile(r"<(?:uuid:)?([a-z_]+)>")
"""What a rule names in angle brackets."""


_LIMITS: Final = ("RateLimit-Policy", "RateLimit")


_TOLD: Final[dict[int, Sequence[str]]] = {
    HTTPStatus.UNAUTHORIZED: ("WWW-Authenticate",),
    HTTPStatus.PRECONDITION_FAILED: ("ETag",),
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: ("Accept-Encoding",),
    HTTPStatus.TOO_MANY_REQUESTS: ("Retry-After", *_LIMITS),
    HTTPStatus.SERVICE_UNAVAILABLE: ("Retry-After",),
}
"""The headers of refusals, beside the language of their texts."""


_TOLD_HOW_LONG: Final = {errors.TooSoon, RaceNotStarted}
"""The conflicts that pass with time."""


_CHANGES: Final = ("POST", "PATCH")
"""The methods a banned player may not use: they may read, and delete themselves."""


class Api(flask_smorest.Api):
    """The API and its document; errors are answered by `service.api.problems`."""

    ERROR_SCHEMA = ProblemSchema
    DEFAULT_ERROR_RESPONSE_NAME = None  # each call lists its own

    def _register_error_handlers(self) -> None:
        """Leave the errors to `service.api.problems`."""

    def _register_etag_headers(self) -> None:
        """Leave the headers to `service.api.headers`."""

    def _register_pagination_header(self) -> None:
        """Page by cursors in the body, not by headers."""


class Blueprint(flask_smorest.Blueprint):
    """The calls of one noun."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, name: str, import_name: str, *, description: str) -> None:
        super().__init__(name, import_name, description=description)
        self._prepare_doc_cbks.append(_write_call)

    def call(
        self,
        method: str,
        rule: str,
        *,
        name: str,
        answers: type[Answer] | Media | None,
        also: Media | None = None,
        or_nothing: str | None = None,
        status: int = 200,
        token: Token = Token.NEEDED,
        stored: bool = True,
        budget: Budget = Budget.CALLS,
        body: type[Request] | None = None,
        query: type[Request] | None = None,
        takes: Sequence[str] = (),
        gives: Sequence[str] = (),
        problems: Sequence[type[ServiceError]] = (),
        leads_to: Links | None = None,
        deprecated: Deprecated | None = None,
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Register a call.

        Args:
            method: the HTTP method.
            rule: the address, as Flask writes it.
            name: the operationId.
            answers: the schema or media type of the answer, None where it has no body; the function
                returns a Response that agrees.
            also: another media type of the answer, for who asks for it.
            or_nothing: what it means if there is no body, with the status 204.
            status: the answer's status.
            token: whether a bearer token is needed.
            stored: whether it needs the database, and so cannot be answered without it.
            budget: what it counts as for the limits of requests.
            body: the schema of the body, handed to the function as its first argument.
            query: the schema of the query, handed likewise, before the body.
            takes: the request headers it heeds, as named in `HEADERS_IN`.
            gives: the headers of its answer, as named in `HEADERS_OUT`.
            problems: the refusals beyond those that follow from the rest.
            leads_to: what can be done with what is answered.
            deprecated: since when clients are to leave it alone, if they are.
        """
        common = _common(token, stored=stored, body=body, query=query, takes=takes, rule=rule)
        banned = [errors.Banned] if token is not Token.NONE and method in _CHANGES else []
        counted = budget is not Budget.FREE
        limited = [errors.RateLimited] if counted else []
        raced = [RaceOver] if errors.GameOver in problems else []
        refusals = [*common, *banned, *limited, *problems, *raced]
        told = (*gives, *(_LIMITS if counted else ()), "X-Request-Id")

        def register(function: Callable[..., Any]) -> Callable[..., Any]:
            call = self.response(
                status,
                _reference(answers) if isinstance(answers, Media) else answers,
                content_type=answers.type if isinstance(answers, Media) else None,
                headers={header: header for header in told},
            )(function)
            for schema, location in ((body, "json"), (query, "query")):
                if schema is not None:
                    made = schema()  # once, not for every request
                    call = self.arguments(made, location=location, required=_has_required(made))(
                        call
                    )
            if token is Token.NEEDED:
                call = _asking_for_a_token(call)
            call._apidoc["call"] = {  # noqa: SLF001, RUF100 - where flask-smorest keeps such notes
                "name": name,
                "method": method,
                "status": status,
                "token": token,
                "stored": stored,
                "budget": budget,
                "takes": takes,
                "gives": gives,
                "problems": refusals,
                "leads_to": leads_to,
                "media": [each for each in (answers, also) if isinstance(each, Media)],
                "also": also,
                "or_nothing": or_nothing,
                "deprecated": deprecated,
            }
            named = [
                {"in": "path", "name": each, **headers.PATH[each]} for each in _NAMED.findall(rule)
            ]
            self.add_url_rule(rule, name, call, methods=[method], parameters=named)
            return function

        return register


def _asking_for_a_token(call: Callable[..., Any]) -> Callable[..., Any]:
    """Refuse a call without a token before anything else of it is looked at."""

    @wraps(call)
    def asking(*args: object, **kwargs: object) -> object:
        conditions.token()
        return call(*args, **kwargs)

    return asking


def _has_required(schema: Schema) -> bool:
    return any(field.required for field in schema.fields.values())


def _common(
    token: Token, *, stored: bool, body: object, query: object, takes: Sequence[str], rule: str
) -> Iterable[type[ServiceError]]:
    """List the refusals that follow from what a call takes."""
    yield errors.NotAcceptable
    if stored:
        yield errors.Unavailable
    if token is not Token.NONE:
        yield errors.Unauthenticated
    if "<" in rule:
        yield errors.NotFound
    if "<uuid:game_id>" in rule:
        yield RaceNotStarted
    if body is not None:
        yield from (errors.Malformed, errors.BodyTooLarge, errors.UnsupportedMediaType)
    if body is not None or query is not None or "Idempotency-Key" in takes:
        yield errors.Invalid


def _reference(media: Media) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{media.name}"}


def _write_call(doc: Any, doc_info: Any, *, spec: APISpec, **_about: Any) -> Any:
    """Write into an operation what `call` noted."""
    noted = doc_info.get("call")
    if noted is None:
        return doc
    _write_media(spec, noted["media"])
    doc["operationId"] = noted["name"]
    doc["security"] = _SECURITY[noted["token"]]
    doc.setdefault("parameters", []).extend((*noted["takes"], "Accept-Language"))
    responses = doc.setdefault("responses", {})
    responses.pop(HTTPStatus.UNPROCESSABLE_ENTITY, None)  # webargs' own, without its problem
    _write_success(responses, noted)
    by_status: dict[int, list[type[ServiceError]]] = {}
    for kind in noted["problems"]:
        by_status.setdefault(kind.status, []).append(kind)
    for status, kinds in sorted(by_status.items()):
        responses[str(status)] = _problem_response(doc_info["call"]["method"], status, kinds)
    examples.write(doc, noted["name"], status=noted["status"])
    if noted["deprecated"] is not None:
        noted["deprecated"].write(doc)
    return doc


def _write_media(spec: APISpec, media: Iterable[Media]) -> None:
    """Give the answers that are not JSON their names."""
    for each in media:
        if each.name not in spec.components.schemas:
            about = {"type": "string", "description": each.about, "contentMediaType": each.type}
            spec.components.schema(each.name, about)


def _write_success(responses: dict[Any, Any], noted: dict[str, Any]) -> None:
    """Write what follows on the answer, in which other form it comes, and that it need not."""
    answer = responses[noted["status"]]
    if noted["also"]:
        also = noted["also"]
        content = {"schema": _reference(also), "example": also.example}
        answer["content"][also.type] = content
    if noted["or_nothing"]:
        responses["204"] = {"description": noted["or_nothing"], "headers": answer["headers"]}
    if noted["leads_to"]:
        answer["links"] = noted["leads_to"]
    if "If-None-Match" in noted["takes"]:
        told = ["ETag", "Cache-Control"]
        varies = noted["token"] is not Token.NONE or "Content-Language" in noted["gives"]
        told += ["Vary"] if varies else []
        told += ["Content-Location"] if "Content-Location" in noted["gives"] else []
        told += ["Preference-Applied"] if "Prefer" in noted["takes"] else []
        responses["304"] = {
            "description": "The client has this version.",
            "headers": {header: header for header in told},
        }


def _problem_response(
    method: str, status: int, kinds: Sequence[type[ServiceError]]
) -> dict[str, Any]:
    said = [f"`{kind.code}`: {_title(kind)}." for kind in kinds]
    response: dict[str, Any] = {
        "description": " ".join(said),
        "content": {
            MEDIA_TYPE: {
                "schema": ProblemSchema,
                "examples": {
                    kind.code: {"$ref": f"#/components/examples/{kind.code}"} for kind in kinds
                },
            }
        },
    }
    told = ["Content-Language", *_TOLD.get(status, ())]
    if _TOLD_HOW_LONG & {*kinds}:
        told.append("Retry-After")
    if status == HTTPStatus.UNSUPPORTED_MEDIA_TYPE:
        told += taken([method])
    response["headers"] = {header: header for header in told}
    return response


def _title(kind: type[ServiceError]) -> str:
    return problem_text(kind.code, "en")[0]


def describe_codes() -> str:
    """List every problem code for the document."""
    lines = [
        f"- [`{kind.code}`](problems/{kind.code}) ({kind.status}): {_title(kind)}."
        for kind in sorted(every_error(), key=lambda kind: (kind.status, kind.code))
    ]
    return "\n".join(lines)
