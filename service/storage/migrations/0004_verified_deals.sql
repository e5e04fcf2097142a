-- Deals proved winnable ahead of the games they are for, how hard a proved deal is, and leases on
-- what acts without a request. Programs before this one leave the tables and columns alone.

CREATE TABLE verified_deal (
    id            uuid        PRIMARY KEY,
    variant       text        NOT NULL,
    rules_version integer     NOT NULL,
    options       jsonb       NOT NULL,
    deal_order    bytea       NOT NULL,
    line          bytea       NOT NULL,
    difficulty    integer     NOT NULL,
    made_at       timestamptz NOT NULL
);

CREATE INDEX verified_deal_by_rules ON verified_deal (variant, rules_version, options, id);

CREATE TABLE lease (
    job        text        PRIMARY KEY,
    holder     uuid        NOT NULL,
    held_until timestamptz NOT NULL,
    due_at     timestamptz NOT NULL
);

ALTER TABLE game ADD COLUMN deal_difficulty integer;

ALTER TABLE deal_verdict ADD COLUMN difficulty integer;
