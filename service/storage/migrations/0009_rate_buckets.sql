-- Where requests are counted for all machines (LONGCASE_RATES_SHARED): when a bucket is full again.
CREATE UNLOGGED TABLE rate_bucket (
    bucket  bytea       PRIMARY KEY,
    full_at timestamptz NOT NULL
) WITH (fillfactor = 70);
