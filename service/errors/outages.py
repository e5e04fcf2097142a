"""Refusals by the state of the service: nothing is wrong with the request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.errors.refusal import ServiceError

if TYPE_CHECKING:
    from service.details import Detail


class Internal(ServiceError):
    """Something went wrong on our side.

    The request may be tried again; please report the instance of this problem.
    """


class Unavailable(ServiceError):
    """The service cannot answer now.

    Try again after the time given by Retry-After.
    """

    status = 503
    code = "unavailable"

    def __init__(self, detail: Detail | None = None, *, retry_after: int = 2) -> None:
        super().__init__(detail, retry_after=retry_after)


class TooManyWaiting(ServiceError):
    """Too many are waiting.

    Wait as long as the header Retry-After says, or ask without waiting.
    """

    status = 503
    code = "too_many_waiting"
