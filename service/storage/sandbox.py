"""What a sandbox is told: how far its clock is ahead, and whose next requests are to fail."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from service.storage.statements import rows

if TYPE_CHECKING:
    from service.storage.pool import Database, Lent


def ahead(database: Database | Lent) -> timedelta:
    """Give how far the clock is ahead."""
    found = rows(database, _AHEAD, {})
    return found[0][0] if found else timedelta()


def put_forward(database: Database, by: timedelta, *, most: timedelta) -> bool:
    """Put the clock forward; False if it would be ahead by too much."""
    return bool(rows(database, _PUT_FORWARD, {"by": by, "most": most}))


def fail(database: Database, token_hash: bytes, *, kind: str, count: int) -> None:
    """Let so many of the next requests with a token fail."""
    rows(database, _FAIL, {"token_hash": token_hash, "kind": kind, "count": count})


def next_failure(database: Database, token_hash: bytes) -> str | None:
    """Take one of the failures that were ordered, if there is one left."""
    found = rows(database, _NEXT, {"token_hash": token_hash})
    return str(found[0][0]) if found else None


_AHEAD: Final = b"SELECT ahead FROM sandbox_clock"

_PUT_FORWARD: Final = b"""
    INSERT INTO sandbox_clock (ahead) VALUES (%(by)s)
    ON CONFLICT (one) DO UPDATE SET ahead = sandbox_clock.ahead + excluded.ahead
    WHERE sandbox_clock.ahead + excluded.ahead <= %(most)s
    RETURNING ahead
    """

_FAIL: Final = b"""
    INSERT INTO sandbox_failure (token_hash, kind, remaining)
    VALUES (%(token_hash)s, %(kind)s, %(count)s)
    ON CONFLICT (token_hash) DO UPDATE SET kind = excluded.kind, remaining = excluded.remaining
    RETURNING remaining
    """

_NEXT: Final = b"""
    UPDATE sandbox_failure SET remaining = remaining - 1
    WHERE token_hash = %(token_hash)s AND remaining > 0
    RETURNING kind
    """
