"""Every refusal as a problem document (RFC 9457) with a stable code, in the client's language."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

import orjson
from flask import Response, current_app, g, request
from werkzeug.exceptions import HTTPException

from engine import detail_text, layout_text, problem_text, reason_text
from service import errors
from service.api.language import preferred, spoken
from service.details import Detail
from service.errors import (
    Invalid,
    NotFound,
    Refused,
    ServiceError,
    Unauthenticated,
    UnsupportedMediaType,
    VersionConflict,
)
from service.refusals import type_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask import Flask

    from service.details import Fault

MEDIA_TYPE: Final = "application/problem+json"
_LOG: Final = logging.getLogger(__name__)
_OF_STATUS: Final[dict[int, type[ServiceError]]] = {
    404: errors.NotFound,
    405: errors.MethodNotAllowed,
    406: errors.NotAcceptable,
    413: errors.BodyTooLarge,
    415: errors.UnsupportedMediaType,
}
_WITH_BODY: Final = ("POST", "PATCH")
# Who asks is not known, or is not to be looked up.
_TO_NOBODY: Final = (Unauthenticated, errors.RateLimited, errors.Unavailable, errors.Internal)


def install(app: Flask) -> None:
    """Answer every error of the application with its problem document."""
    app.register_error_handler(ServiceError, answer)
    app.register_error_handler(HTTPException, answer_http)
    app.register_error_handler(Exception, answer_defect)


def answer(error: ServiceError) -> Response:
    """Write the document of an error."""
    language = preferred() if isinstance(error, _TO_NOBODY) else spoken()
    title, detail = _texts(error, language)
    document: dict[str, Any] = {
        "type": type_of(error.code),
        "title": title,
        "status": error.status,
        "detail": detail,
        "code": error.code,
        "instance": f"urn:longcase:request:{g.request_id}",
        **error.members(),
    }
    if isinstance(error, Invalid):
        document["errors"] = [_fault(fault, language) for fault in error.faults]
    response = Response(orjson.dumps(document), status=error.status, content_type=MEDIA_TYPE)
    response.headers["Content-Language"] = language
    response.vary.add("Accept-Language")
    if error.retry_after is not None:
        response.headers["Retry-After"] = str(error.retry_after)
    if isinstance(error, VersionConflict):
        response.headers["ETag"] = f'"{error.version}"'
    if isinstance(error, Unauthenticated):
        response.headers["WWW-Authenticate"] = 'Bearer realm="longcase"'
    if isinstance(error, UnsupportedMediaType):
        response.headers.extend(taken([request.method]))
        response.headers["Accept-Encoding"] = "identity"
    return response


def answer_http(error: HTTPException) -> Response:
    """Write the document of an error that Flask raised: no route, a wrong method, a huge body."""
    status = error.code or 500
    if status < 400:  # noqa: PLR2004 - a redirect is no error
        return Response(status=status, headers=error.get_headers())
    kind = _OF_STATUS.get(status, errors.MalformedRequest if status < 500 else errors.Internal)  # noqa: PLR2004 - client or server
    response = answer(_slashed() if kind is errors.NotFound else kind())
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = ", ".join(sorted(value.split(", ")))
    return response


def answer_defect(error: Exception) -> Response:
    """Write the document of a defect of ours; the log has its trace, under the request's id."""
    _LOG.error("defect", exc_info=error)
    return answer(errors.Internal())


def taken(methods: Iterable[str]) -> dict[str, str]:
    """Say in headers which bodies an address takes by these methods (RFC 5789, and W3C's LDP)."""
    return {f"Accept-{each.title()}": "application/json" for each in methods if each in _WITH_BODY}


def _slashed() -> NotFound:
    """Name the address that was meant where slashes too many were sent.

    Nobody is led there: a client that was would send a change as a GET, or without its body.
    """
    meant = re.sub("/{2,}", "/", request.path).rstrip("/") or "/"
    sent = request.environ["PATH_INFO"]
    is_other = meant != request.path or sent.startswith("//")  # of which the path has but one
    if is_other and current_app.url_map.bind("").allowed_methods(meant):
        address = quote(request.script_root + meant)
        return NotFound(Detail.NEEDLESS_SLASHES, address=address)
    return NotFound()


def _texts(error: ServiceError, language: str) -> tuple[str, str]:
    title, detail = problem_text(error.code, language)
    if isinstance(error, Refused):
        return title, reason_text(error.reason, error.told, language)
    if error.detail is not None:
        return title, detail_text(error.detail, error.facts, language)
    return title, detail


def _fault(fault: Fault, language: str) -> dict[str, str]:
    told = {"location": fault.location, "at": fault.at, "code": str(fault.code)}
    facts = fault.facts
    if fault.reason is not None:
        told["reason"] = fault.reason
        facts = {"said": layout_text(fault.reason, facts, language)}
    return told | {"detail": detail_text(fault.code, facts, language)}
