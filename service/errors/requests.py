"""Refusals of a request as it is written: who sends it, where to, in which form, how often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.details import Fault
from service.errors.refusal import ServiceError

if TYPE_CHECKING:
    from service.details import FaultCode


class Malformed(ServiceError):
    """The body is not JSON.

    The body must be one JSON value in UTF-8, without repeated names.
    """

    status = 400
    code = "malformed_json"


class MalformedRequest(ServiceError):
    """The request is not well formed.

    The request could not be read as HTTP.
    """

    status = 400
    code = "malformed_request"


class Unauthenticated(ServiceError):
    """A token is needed.

    Send `Authorization: Bearer <token>` with a token this service gave out.
    """

    status = 401
    code = "unauthenticated"


class Banned(ServiceError):
    """The operator of this service has banned you.

    You may read, export and delete what is yours, and change nothing.
    """

    status = 403
    code = "banned"


class NotFound(ServiceError):
    """There is nothing here.

    Nothing is at this address, or it is not yours.
    """

    status = 404
    code = "not_found"


class MethodNotAllowed(ServiceError):
    """This method is not offered here.

    The header Allow lists the methods this address takes.
    """

    status = 405
    code = "method_not_allowed"


class NotAcceptable(ServiceError):
    """None of the accepted types is offered.

    Answers are application/json, pictures image/svg+xml, problems application/problem+json.
    """

    status = 406
    code = "not_acceptable"


class BodyTooLarge(ServiceError):
    """The body is too large.

    Send less at once.
    """

    status = 413
    code = "body_too_large"


class UnsupportedMediaType(ServiceError):
    """Only JSON is understood.

    Send the body as application/json.
    """

    status = 415
    code = "unsupported_media_type"


class Unprocessable(ServiceError):
    """The request cannot be used."""

    status = 422
    code = "validation_failed"


class Invalid(Unprocessable):
    """The request is not valid.

    The member errors says what is wrong, and where.
    """

    code = "validation_failed"
    adds = ("errors",)

    def __init__(self, *faults: Fault) -> None:
        super().__init__()
        self.faults = faults

    @classmethod
    def field(
        cls, name: str, code: FaultCode, *, reason: str | None = None, **facts: object
    ) -> Invalid:
        """Blame one member of the body."""
        return cls(Fault(location="body", at=f"/{name}", code=code, reason=reason, facts=facts))

    @classmethod
    def query(cls, name: str, code: FaultCode, **facts: object) -> Invalid:
        """Blame one parameter of the query."""
        return cls(Fault(location="query", at=name, code=code, facts=facts))

    @classmethod
    def header(cls, name: str, code: FaultCode) -> Invalid:
        """Blame one header."""
        return cls(Fault(location="header", at=name, code=code))


class KeyReused(Unprocessable):
    """This Idempotency-Key was used for another request.

    Use a new key for a new request, and the same key only to repeat the same one.
    """

    code = "idempotency_key_reused"


class KeyNeedsToken(Unprocessable):
    """An Idempotency-Key needs a token.

    Answers that carry a new token are never kept: call POST /players first.
    """

    code = "key_needs_token"


class DealOutOfRange(Unprocessable):
    """There is no deal of that number.

    The variant's entry in the catalogue gives the range of its deal numbers.
    """

    code = "deal_out_of_range"


class RateLimited(ServiceError):
    """Too many requests came.

    Wait as long as the header Retry-After says.
    """

    status = 429
    code = "rate_limited"
