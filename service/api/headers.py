"""What calls and answers share, once for the document: headers, queries, examples of refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine import problem_text
from service.catalogue import options_listed
from service.errors import Internal, MalformedRequest, MethodNotAllowed
from service.refusals import every_error, type_of

if TYPE_CHECKING:
    from apispec import APISpec


def _text(example: str, **kwargs: Any) -> dict[str, Any]:
    return {"schema": {"type": "string", **kwargs}, "example": example}


HEADERS_IN: Final[dict[str, dict[str, Any]]] = {
    "If-Match": {
        "description": "The version a change is meant for. It is made only if the cards have not "
        "moved since; else the answer is 412 with the current game. Of a list one version has to "
        'hold; `*` holds for any. `W/"17"`, `"17-gzip"` and `"17;gzip"`, which proxies that pack '
        'answers make of an ETag, count as `"17"`. Where a proxy takes the header away send '
        "`version` in the body, which says the same; send both only where they agree.",
        **_text('"17"'),
    },
    "If-None-Match": {
        "description": "The ETag the client has, or several with commas between; if one is "
        "current, or for `*`, the answer is 304. Tags are compared weakly, and as a proxy that "
        'packs answers writes them: `W/"17"`, `"17-gzip"` and `"17;gzip"` count as `"17"`.',
        **_text('"17"'),
    },
    "Prefer": {
        "description": "`wait=25` with If-None-Match, or on a race's events with `after`: while "
        "the ETag is current, or nothing has happened after `after`, so many seconds are waited "
        "for a change before the answer (RFC 7240). More than the service allows counts as what it "
        "allows, and what is not well formed is ignored.",
        **_text("wait=25"),
    },
    "Idempotency-Key": {
        "description": "Chosen by the client for one request and sent again with each retry: the "
        "change is made once, and its answer given again for as long as the game or the race is "
        "kept. That answer may be old: read what it is about anew before going on. Of a refusal, "
        "and of a call that changed nothing, nothing is kept: the key is free again.",
        **_text("0b6c2f5e-8f0c-4a52-9c58-6a6ea2b7d2de", pattern="^[!-~]{1,128}$"),
    },
    "Last-Event-ID": {
        "description": "Streams only: the id of the last event that the client has; the stream "
        "goes on after it, whatever `after` says.",
        **_text("17"),
    },
    "Accept-Language": {
        "description": "The language of texts for people, as those of refusals: en, fr or de. "
        "Where it names none of these, refusals and pictures of a player's own games are in the "
        "player's language, and all else is in English.",
        **_text("de, en;q=0.5"),
    },
}

PATH: Final[dict[str, dict[str, str]]] = {
    "variant": {"description": "The variant's id, or an alias", "example": "freecell"},
    "number": {"description": "The number of a public deal", "example": "11982"},
    "date": {"description": "A date in UTC", "example": "2025-03-01"},
    "game_id": {
        "description": "The game's id",
        "example": "7f0c2f4a-54a7-4c09-9d6f-0f6a1f1b2c3d",
    },
    "race_id": {
        "description": "The race's id",
        "example": "1c9e6f30-2b1d-4b52-8a3e-5d2f7c6b9a10",
    },
    "replay_id": {
        "description": "The replay's id, as its player was given it",
        "example": "Zm9yIGV4YW1wbGUgb25seSEh",
    },
}
"""What addresses name."""

OPTIONS: Final[dict[str, Any]] = {
    "name": "options",
    "description": "House rules of the variant, each a parameter of its own, `?wrap=off`; those "
    f"left out have their defaults, which stand first. More may come.\n\n{options_listed()}",
    "schema": {"type": "object", "additionalProperties": {"type": "string"}},
    "style": "form",
    "explode": True,
}

_OF_NO_CALL: Final = (Internal, MalformedRequest, MethodNotAllowed)
"""Refusals of what is no call, or of our own making: no operation lists them."""

HEADERS_OUT: Final[dict[str, dict[str, Any]]] = {
    "ETag": {
        "description": "Of a game or a race: its version, in quotes; after a race's stands more, "
        "where what is told changed without an event. Of others opaque.",
        **_text('"17"'),
    },
    "Location": {"description": "Where the new thing is.", **_text("/v1/games/…")},
    "Content-Location": {
        "description": "The address of what is answered, which stays.",
        **_text("/v1/variants/freecell/daily/2025-03-01"),
    },
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}},
    "RateLimit-Policy": {
        "description": "The limits that this request counted for: how many (`q`) in how many "
        "seconds (`w`). Both fields are lists of structured fields (RFC 9651), as "
        "draft-ietf-httpapi-ratelimit-headers says.",
        **_text('"addresses";q=200;w=2, "moves";q=60;w=3'),
    },
    "RateLimit": {
        "description": "How many requests are left (`r`), and in how many seconds there is one "
        "more (`t`).",
        **_text('"addresses";r=198;t=1, "moves";r=59;t=1'),
    },
    "Preference-Applied": {
        "description": "How many seconds at most would have been waited, where the request's "
        "Prefer was heeded.",
        **_text("wait=25"),
    },
    "Cache-Control": {
        "description": "How long the answer may be kept, and by whom.",
        **_text("private, no-cache"),
    },
    "Vary": {
        "description": "The request headers that the answer depends on.",
        **_text("Authorization"),
    },
    "Content-Disposition": {
        "description": "Under which name to keep the file.",
        **_text('attachment; filename="longcase-2025-03-01.json"'),
    },
    "Content-Language": {"description": "The language of the texts.", **_text("de")},
    "Accept-Post": {"description": "What a body has to be.", **_text("application/json")},
    "Accept-Patch": {"description": "What a body has to be.", **_text("application/json")},
    "Accept-Encoding": {"description": "How a body may be packed.", **_text("identity")},
    "WWW-Authenticate": {
        "description": "How to say who asks.",
        **_text('Bearer realm="longcase"'),
    },
    "X-Request-Id": {"description": "Names this request in the logs.", **_text("5f0c…")},
}


def install(spec: APISpec) -> None:
    """Register the headers and the security scheme as components."""
    for name, header in HEADERS_IN.items():
        spec.components.parameter(name, "header", header)
    spec.components.parameter("Options", "query", OPTIONS)
    for name, header in HEADERS_OUT.items():
        spec.components.header(name, header)
    for kind in every_error():
        if kind in _OF_NO_CALL:
            continue
        title, detail = problem_text(kind.code, "en")
        spec.components.example(
            kind.code,
            {
                "summary": title,
                "value": {
                    "type": type_of(kind.code),
                    "title": title,
                    "status": kind.status,
                    "detail": detail,
                    "code": kind.code,
                    "instance": "urn:longcase:request:5f0c9a4e-7d2b-4c1a-9b1e-2f4d7c6a8e10",
                },
            },
        )
    spec.components.security_scheme(
        "token",
        {
            "type": "http",
            "scheme": "bearer",
            "description": "A player's token, given once by POST /v1/players or, to a guest, by "
            "POST /v1/games.",
        },
    )
