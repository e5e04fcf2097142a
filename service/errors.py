"""Everything the service refuses, and how each refusal is answered.

ServiceError
├── Malformed             400 malformed_json
├── MalformedRequest      400 malformed_request; 408, 414, 417, 431, 501 as HTTP names what is wrong
├── Unauthenticated       401 unauthenticated
├── Banned                403 banned
├── NotFound              404 not_found
├── MethodNotAllowed      405 method_not_allowed
├── NotAcceptable         406 not_acceptable
├── Conflict              409, one of
│   ├── Refused               illegal_move: reason, facts and the index in a batch
│   ├── GameOver              game_over
│   ├── NothingToUndo         nothing_to_undo
│   ├── NothingToRedo         nothing_to_redo
│   ├── NotAllowedHere        not_allowed_here
│   ├── TooSoon               too_soon
│   ├── GameTooLong           game_too_long
│   ├── TooManyGames          too_many_games
│   ├── AlreadyLinked         already_linked
│   └── Busy                  busy
├── VersionConflict       412 version_conflict: the current game and the newest events
├── BodyTooLarge          413 body_too_large
├── UnsupportedMediaType  415 unsupported_media_type
├── Unprocessable         422, one of
│   ├── Invalid               validation_failed: what is wrong, and where
│   ├── KeyReused             idempotency_key_reused
│   ├── KeyNeedsToken         key_needs_token
│   └── DealOutOfRange        deal_out_of_range
├── RateLimited           429 rate_limited
├── Internal              500 internal_error: a defect of ours, never a client's doing
└── Unavailable           503 unavailable

A class's docstring is its English title and detail; the other languages stand with the engine's
texts. Codes are stable: clients branch on them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from service.details import Fault

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine import IllegalMove
    from service.details import Detail, FaultCode


class ServiceError(Exception):
    """The request was refused; `facts` fill the sentence of `detail`."""

    status: ClassVar[int] = 500
    code: ClassVar[str] = "internal_error"

    def __init__(
        self, detail: Detail | None = None, *, retry_after: int | None = None, **facts: object
    ) -> None:
        super().__init__(detail or self.code)
        self.detail = detail
        self.facts: Mapping[str, object] = facts
        self.retry_after = retry_after

    def members(self) -> Mapping[str, object]:
        """Give what the problem document says beside its standard members."""
        return {}


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


class Conflict(ServiceError):
    """The game does not allow that now."""

    status = 409
    code = "not_allowed_here"


class Refused(Conflict):
    """This move is not legal now.

    The member reason says which rule forbids it; the game is unchanged.
    """

    code = "illegal_move"

    def __init__(self, cause: IllegalMove, *, index: int) -> None:
        super().__init__()
        self.move = str(cause.move)
        self.reason = str(cause.reason)
        self.told = dict(cause.facts)
        self.index = index

    def members(self) -> Mapping[str, object]:
        """Name the move, its place in the batch, and the reason."""
        return {"move": self.move, "index": self.index, "reason": self.reason}


class GameOver(Conflict):
    """The game has ended.

    An ended game is final; nothing in it can be changed.
    """

    code = "game_over"

    def __init__(self, *, index: int | None = None) -> None:
        super().__init__()
        self.index = index

    def members(self) -> Mapping[str, object]:
        """Give the place in the batch of the first move after the end, if that was it."""
        return {} if self.index is None else {"index": self.index}


class NothingToUndo(Conflict):
    """There is nothing to undo.

    The game has fewer moves than were to be taken back.
    """

    code = "nothing_to_undo"


class NothingToRedo(Conflict):
    """There is nothing to redo.

    Fewer moves have been taken back than were to be played again.
    """

    code = "nothing_to_redo"


class NotAllowedHere(Conflict):
    """This is not allowed here.

    The variant or the state of this game rules it out.
    """

    code = "not_allowed_here"


class TooSoon(Conflict):
    """It is too soon to change this again.

    The header Retry-After says how long to wait.
    """

    code = "too_soon"


class GameTooLong(Conflict):
    """The game is too long.

    A game holds a bounded number of moves and events; it can still be resigned.
    """

    code = "game_too_long"


class TooManyGames(Conflict):
    """You have too many unfinished games.

    Finish or resign one before starting another.
    """

    code = "too_many_games"


class AlreadyLinked(Conflict):
    """This guest is already linked.

    A guest is linked to one account, once; their token is no longer good.
    """

    code = "already_linked"


class Busy(Conflict):
    """The game is being changed by other requests.

    The change was tried several times and each time another came first; try again.
    """

    code = "busy"


class VersionConflict(ServiceError):
    """The game has moved on.

    The version sent is no longer good for a change; the current game is in this answer.
    """

    status = 412
    code = "version_conflict"

    def __init__(
        self,
        detail: Detail | None = None,
        *,
        game: Mapping[str, object],
        version: int,
        events: Sequence[Mapping[str, object]],
        events_left_out: int,
    ) -> None:
        super().__init__(detail, version=version)
        self.game = game
        self.version = version
        self.events = events
        self.events_left_out = events_left_out

    def members(self) -> Mapping[str, object]:
        """Give the current game and what happened since the version sent."""
        return {
            "game": self.game,
            "events": list(self.events),
            "events_left_out": self.events_left_out,
        }


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
