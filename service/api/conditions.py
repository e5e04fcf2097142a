"""The headers of a call about a game: who asks, for which version, under which key, how late."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any, Final

import orjson
from flask import request
from werkzeug.http import parse_list_header

from service.access import Ask, Retry
from service.details import FaultCode
from service.errors import Invalid, Unauthenticated

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from uuid import UUID

_PACKED: Final = "(?:[-;](?:gzip|br|zstd|deflate))?"
_TAG: Final = rf'(?:W/)?"([\x21\x23-\x7e\x80-\xff]*?){_PACKED}"{_PACKED}'
_A_TAG: Final = re.compile(_TAG)
_TAGS: Final = re.compile(rf"\s*{_TAG}(?:\s*,\s*{_TAG})*\s*")
_VERSION: Final = re.compile(r"[1-9][0-9]{0,8}")
_KEY: Final = re.compile(r"[\x21-\x7e]{1,128}")
_SECONDS: Final = re.compile(r'("?)([0-9]+)\1')
_TOKEN: Final = re.compile(r"[A-Za-z0-9._~+/=-]{16,128}")


def ask(game_id: UUID) -> Ask:
    """Give a call that only reads."""
    return Ask(token=token(), game_id=game_id)


def ask_to_change(game_id: UUID, body: Mapping[str, Any], *, keyed: bool = True) -> Ask:
    """Give a call that changes a game, with its precondition and its key."""
    return Ask(
        token=token(),
        game_id=game_id,
        versions=_versions(body.get("version")),
        retry=retry(body) if keyed else None,
    )


def token() -> str:
    """Read the bearer token.

    Raises:
        Unauthenticated: there is none.
    """
    found = optional_token()
    if found is None:
        raise Unauthenticated
    return found


def optional_token() -> str | None:
    """Read the bearer token, if there is an Authorization header; a wrong one is refused."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, found = header.partition(" ")
    found = found.strip()
    if scheme.lower() != "bearer" or not _TOKEN.fullmatch(found):
        raise Unauthenticated
    return found


def retry(body: Mapping[str, Any]) -> Retry | None:
    """Read the Idempotency-Key, and fingerprint the request it stands for."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not _KEY.fullmatch(key.strip()):
        raise Invalid.header("Idempotency-Key", FaultCode.KEY_FORM)
    call = f"{request.method} {request.url_rule}".encode()
    canonical = orjson.dumps(body, option=orjson.OPT_SORT_KEYS)
    return Retry(key=key.strip(), fingerprint=hashlib.sha256(call + b"\n" + canonical).digest())


def known_tags() -> frozenset[str] | None:
    """Read If-None-Match: the tags a client has, as they were given; None for `*`, which is any.

    What a proxy that packs answers makes of a tag, W/ before it or -gzip behind it, is taken off.
    """
    header = ",".join(request.headers.getlist("If-None-Match"))
    return None if header.strip() == "*" else frozenset(_A_TAG.findall(header))


def known_versions() -> frozenset[int] | None:
    """Read If-None-Match of a game: the versions a client has; None for `*`."""
    tags = known_tags()
    return None if tags is None else _versions_of(tags)


def wait_preferred(*, most: int) -> int | None:
    """Read from Prefer (RFC 7240) how many seconds the client would wait for a change.

    What is not well formed is ignored; of a preference that is repeated the first counts.
    """
    for preference in parse_list_header(",".join(request.headers.getlist("Prefer"))):
        name, _, value = preference.partition(";")[0].partition("=")
        if name.strip().lower() == "wait":
            found = _SECONDS.fullmatch(value.strip())
            return _bounded(found[2], most) if found else None
    return None


def _bounded(digits: str, most: int) -> int:
    """Read a number of any length, which Python would not."""
    digits = digits.lstrip("0") or "0"
    return most if len(digits) > len(str(most)) else min(int(digits), most)


def _versions(in_body: int | None) -> frozenset[int] | None:
    """Read the precondition: from If-Match, or from the body where proxies rewrite headers."""
    header = ",".join(request.headers.getlist("If-Match")).strip()
    if not header or header == "*":
        return None if in_body is None else frozenset((in_body,))
    if not _TAGS.fullmatch(header):
        raise Invalid.header("If-Match", FaultCode.IF_MATCH_FORM)
    versions = _versions_of(_A_TAG.findall(header))
    if in_body is not None and versions != {in_body}:
        raise Invalid.header("If-Match", FaultCode.VERSIONS_DIFFER)
    return versions


def _versions_of(tags: Iterable[str]) -> frozenset[int]:
    return frozenset(int(tag) for tag in tags if _VERSION.fullmatch(tag))
