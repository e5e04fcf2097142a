"""The table of leases: of all processes that could do a job without a request, one does it.

Time is the database's, so that no machine's clock matters. A lease that is not renewed ends by
itself, as when its holder was killed; when a job is due again outlives every process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.storage.statements import rows

if TYPE_CHECKING:
    from uuid import UUID

    from service.storage.pool import Database


def take(database: Database, job: str, *, holder: UUID, seconds: float) -> bool:
    """Take the lease on a job that is due and that nobody holds; tell whether it was taken."""
    return bool(rows(database, _TAKE, {"job": job, "holder": holder, "seconds": seconds}))


def renew(database: Database, job: str, *, holder: UUID, seconds: float) -> bool:
    """Hold a lease so long from now on; False if it has ended."""
    return bool(rows(database, _RENEW, {"job": job, "holder": holder, "seconds": seconds}))


def give_back(database: Database, job: str, *, holder: UUID, due_in: float) -> None:
    """End a lease that is held, and say in how many seconds the job is due again."""
    rows(database, _GIVE_BACK, {"job": job, "holder": holder, "due_in": due_in})


_TAKE: Final = b"""
    INSERT INTO lease (job, holder, held_until, due_at)
    VALUES (%(job)s, %(holder)s, now() + make_interval(secs => %(seconds)s), now())
    ON CONFLICT (job) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
    WHERE lease.held_until <= now() AND lease.due_at <= now()
    RETURNING job
    """

_RENEW: Final = b"""
    UPDATE lease SET held_until = now() + make_interval(secs => %(seconds)s)
    WHERE job = %(job)s AND holder = %(holder)s AND held_until > now()
    RETURNING job
    """

_GIVE_BACK: Final = b"""
    UPDATE lease SET held_until = now(), due_at = now() + make_interval(secs => %(due_in)s)
    WHERE job = %(job)s AND holder = %(holder)s AND held_until > now()
    RETURNING job
    """
