-- Races: two to eight players' games on one secret deal. Programs before this one know nothing of
-- races; they would count a race's games among its players' others.

CREATE TABLE race (
    id            uuid        PRIMARY KEY,
    code          text        NOT NULL UNIQUE,
    variant       text        NOT NULL,
    rules_version integer     NOT NULL,
    options       jsonb       NOT NULL,
    seats         integer     NOT NULL,
    minutes       integer     NOT NULL,
    deal_order    bytea       NOT NULL,
    salt          bytea       NOT NULL,
    commitment    bytea       NOT NULL,
    deal_verdict  text,
    line          bytea,
    deal_difficulty integer,
    rematch_of    uuid        REFERENCES race,
    version       integer     NOT NULL,
    status        text        NOT NULL
                  CHECK (status IN ('open', 'starting', 'running', 'over', 'cancelled')),
    created_at    timestamptz NOT NULL,
    starts_at     timestamptz,
    ends_at       timestamptz,
    due_at        timestamptz,
    ended_at      timestamptz,
    reason        text
);

CREATE INDEX race_by_due ON race (due_at) WHERE due_at IS NOT NULL;
CREATE UNIQUE INDEX race_by_rematch ON race (rematch_of) WHERE status <> 'cancelled';

CREATE TABLE race_entry (
    race_id       uuid        NOT NULL REFERENCES race ON DELETE CASCADE,
    seat          integer     NOT NULL,
    player_id     uuid        REFERENCES player ON DELETE SET NULL,
    name          text,
    joined_at     timestamptz NOT NULL,
    state         text        NOT NULL CHECK (state IN
                  ('waiting', 'ready', 'playing', 'finished', 'blocked', 'resigned', 'stopped')),
    game_id       uuid        UNIQUE,
    cards_placed  integer     NOT NULL,
    moves_made    integer     NOT NULL,
    leaves_at     timestamptz,
    result        text        CHECK (result IN ('won', 'lost', 'drawn')),
    PRIMARY KEY (race_id, seat)
);

CREATE INDEX race_entry_by_player ON race_entry (player_id, race_id);

CREATE TABLE race_event (
    race_id       uuid        NOT NULL REFERENCES race ON DELETE CASCADE,
    version       integer     NOT NULL,
    kind          text        NOT NULL,
    at            timestamptz NOT NULL,
    seat          integer,
    told          jsonb       NOT NULL,
    player_id     uuid,
    request_key   text,
    fingerprint   bytea,
    answer        bytea,
    PRIMARY KEY (race_id, version)
);

CREATE UNIQUE INDEX race_event_by_key ON race_event (race_id, player_id, request_key)
    WHERE request_key IS NOT NULL;

ALTER TABLE game
    ADD COLUMN race_id uuid,
    ADD COLUMN race_result text CHECK (race_result IN ('won', 'lost', 'drawn')),
    DROP CONSTRAINT game_status_check,
    ADD CONSTRAINT game_status_check
        CHECK (status IN ('playing', 'won', 'lost', 'resigned', 'stopped'));

DROP INDEX game_statistics;
CREATE INDEX game_statistics ON game (player_id, variant)
    INCLUDE (practice, played, assisted, status, final_score, finished_at, won_zone, won_on, won_ms,
             won_moves)
    WHERE race_id IS NULL;

CREATE OR REPLACE FUNCTION link_guest(guest uuid, account uuid, moment timestamptz, key text)
RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    both_of uuid[] := ARRAY[guest, account];
    moved integer;
BEGIN
    PERFORM 1 FROM player p WHERE p.id = ANY (both_of) ORDER BY p.id FOR NO KEY UPDATE;
    IF (SELECT count(*) FROM player p WHERE p.id = ANY (both_of) AND p.linked_to IS NULL
        AND (p.id = account OR p.name IS NULL)) < 2 THEN
        RETURN NULL;
    END IF;
    PERFORM 1 FROM race r WHERE r.ended_at IS NULL AND EXISTS (
        SELECT FROM race_entry e WHERE e.race_id = r.id AND e.player_id = guest
    ) ORDER BY r.id FOR UPDATE;
    IF EXISTS (SELECT FROM race r
        JOIN race_entry one ON one.race_id = r.id AND one.player_id = guest
        JOIN race_entry other ON other.race_id = r.id AND other.player_id = account
        WHERE r.ended_at IS NULL) THEN
        RETURN -1;
    END IF;
    UPDATE race_entry e SET player_id = account WHERE e.player_id = guest;
    UPDATE game later SET practice = true
    FROM game earlier
    WHERE later.player_id = ANY (both_of) AND NOT later.practice
      AND earlier.player_id = CASE later.player_id WHEN guest THEN account ELSE guest END
      AND NOT earlier.practice AND earlier.variant = later.variant
      AND (earlier.created_at, earlier.id) < (later.created_at, later.id)
      AND (earlier.deal_number = later.deal_number OR earlier.daily_on = later.daily_on);
    UPDATE game g SET player_id = account WHERE g.player_id = guest;
    GET DIAGNOSTICS moved = ROW_COUNT;
    UPDATE player p SET linked_to = account, linked_at = moment, linked_games = moved, link_key = key
    WHERE p.id = guest;
    RETURN moved;
END $$;
