-- What was proved of public deals. Programs before this one leave the table alone.

CREATE TABLE deal_verdict (
    variant       text        NOT NULL,
    rules_version integer     NOT NULL,
    options       jsonb       NOT NULL,
    number        text        NOT NULL,
    verdict       text        NOT NULL CHECK (verdict IN ('winnable', 'lost')),
    line          bytea       NOT NULL,
    states        bigint      NOT NULL,
    judged_at     timestamptz NOT NULL,
    PRIMARY KEY (variant, number, rules_version, options)
);
