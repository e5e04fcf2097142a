-- The deals of the day, and what their boards need of the games on them. Programs before this one
-- make no games on dailies.

CREATE TABLE daily (
    variant       text        NOT NULL,
    day           date        NOT NULL,       -- in UTC
    rules_version integer     NOT NULL,
    options       jsonb       NOT NULL,
    deal_order    bytea       NOT NULL,
    salt          bytea       NOT NULL,
    commitment    bytea       NOT NULL,
    line          bytea,
    difficulty    integer,
    made_at       timestamptz NOT NULL,
    withdrawn_at  timestamptz,
    PRIMARY KEY (variant, day)
);

ALTER TABLE game ADD COLUMN daily_on date;
ALTER TABLE game ADD COLUMN off_board boolean NOT NULL DEFAULT false;
ALTER TABLE game ADD COLUMN final_ms bigint;
ALTER TABLE game ADD COLUMN final_moves integer;

UPDATE game SET final_ms = elapsed_ms, final_moves = octet_length(line) / 2
WHERE final_score IS NOT NULL;

CREATE UNIQUE INDEX game_counting_daily ON game (player_id, variant, daily_on)
    WHERE NOT practice AND daily_on IS NOT NULL;

CREATE INDEX game_board ON game (variant, daily_on, final_score DESC, final_moves, final_ms, id)
    WHERE NOT practice AND daily_on IS NOT NULL AND final_score IS NOT NULL;
