"""The table of buckets of rates: one count for all machines that serve from this database.

Time is the database's. A row tells when a bucket is full again; the table is not logged, so that
counting writes nothing to the journal, and is empty after a crash of Postgres.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.rates import Standing
from service.storage.statements import rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.rates import Charge
    from service.storage.pool import Database


def spend(database: Database, charges: Sequence[Charge]) -> tuple[Standing, ...]:
    """Take a token from each bucket that has one."""
    found = rows(
        database,
        _SPEND,
        {
            "buckets": [charge.bucket for charge in charges],
            "intervals": [charge.rate.interval_s for charge in charges],
            "windows": [charge.rate.window_s for charge in charges],
        },
    )
    return tuple(
        Standing(policy=charge.policy, rate=charge.rate, taken=taken, full_in_s=float(full_in))
        for charge, (taken, full_in) in zip(charges, found, strict=True)
    )


def forget_full(database: Database, *, most: int) -> int:
    """Remove buckets that are full, so many at most; give how many."""
    return len(rows(database, _FORGET_FULL, {"most": most}))


# A bucket without a token is left as it is, and comes back as it was when the statement began.
# Policies come in one order, and a request has one bucket of each: nobody waits in a circle.
_SPEND: Final = b"""
    WITH asked AS (
        SELECT bucket, make_interval(secs => step) AS step, make_interval(secs => room) AS room,
               place
        FROM unnest(%(buckets)s::bytea[], %(intervals)s::float8[], %(windows)s::float8[])
             WITH ORDINALITY AS a (bucket, step, room, place)
    ), taken AS (
        INSERT INTO rate_bucket AS b (bucket, full_at)
        SELECT bucket, now() + step FROM asked ORDER BY place
        ON CONFLICT (bucket) DO UPDATE
        SET full_at = greatest(b.full_at, now()) + (excluded.full_at - now())
        WHERE greatest(b.full_at, now()) + (excluded.full_at - now())
              <= now() + (SELECT a.room FROM asked a WHERE a.bucket = excluded.bucket)
        RETURNING bucket, full_at
    )
    SELECT t.bucket IS NOT NULL,
           extract(epoch FROM greatest(coalesce(t.full_at, b.full_at, now() + a.room) - now(),
                                       interval '0'))
    FROM asked a LEFT JOIN taken t USING (bucket) LEFT JOIN rate_bucket b USING (bucket)
    ORDER BY a.place
    """

_FORGET_FULL: Final = b"""
    DELETE FROM rate_bucket WHERE bucket IN (
        SELECT bucket FROM rate_bucket WHERE full_at <= now()
        LIMIT %(most)s FOR UPDATE SKIP LOCKED
    ) AND full_at <= now()
    RETURNING 1
    """
