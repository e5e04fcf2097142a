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
│   ├── RaceNotStarted        race_not_started
│   ├── RaceStarted           race_started
│   ├── RaceFull              race_full
│   ├── RaceOver              race_over
│   ├── TooManyRaces          too_many_races
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
├── Unavailable           503 unavailable
└── TooManyWaiting        503 too_many_waiting

A class's docstring is its English title and detail; the other languages stand with the engine's
texts. Codes are stable: clients branch on them.
"""

from service.errors.conflicts import (
    AlreadyLinked,
    Busy,
    Conflict,
    GameOver,
    GameTooLong,
    NotAllowedHere,
    NothingToRedo,
    NothingToUndo,
    Refused,
    TooManyGames,
    TooSoon,
    VersionConflict,
)
from service.errors.outages import Internal, TooManyWaiting, Unavailable
from service.errors.races import (
    RaceFull,
    RaceNotStarted,
    RaceOver,
    RaceStarted,
    TooManyRaces,
)
from service.errors.refusal import ServiceError
from service.errors.requests import (
    Banned,
    BodyTooLarge,
    DealOutOfRange,
    Invalid,
    KeyNeedsToken,
    KeyReused,
    Malformed,
    MalformedRequest,
    MethodNotAllowed,
    NotAcceptable,
    NotFound,
    RateLimited,
    Unauthenticated,
    Unprocessable,
    UnsupportedMediaType,
)

__all__ = [
    "AlreadyLinked",
    "Banned",
    "BodyTooLarge",
    "Busy",
    "Conflict",
    "DealOutOfRange",
    "GameOver",
    "GameTooLong",
    "Internal",
    "Invalid",
    "KeyNeedsToken",
    "KeyReused",
    "Malformed",
    "MalformedRequest",
    "MethodNotAllowed",
    "NotAcceptable",
    "NotAllowedHere",
    "NotFound",
    "NothingToRedo",
    "NothingToUndo",
    "RaceFull",
    "RaceNotStarted",
    "RaceOver",
    "RaceStarted",
    "RateLimited",
    "Refused",
    "ServiceError",
    "TooManyGames",
    "TooManyRaces",
    "TooManyWaiting",
    "TooSoon",
    "Unauthenticated",
    "Unavailable",
    "Unprocessable",
    "UnsupportedMediaType",
    "VersionConflict",
]
