-- The tables as they are. The migrations lead to exactly this (a test compares); a change is
-- made in both. Game tables have the game id first in every key, so that a shard holds a game
-- whole; there are no triggers, sequences or keys from one game to another. `game_counting` is the
-- exception: to shard, shard by player.

CREATE TABLE player (
    id         uuid        PRIMARY KEY,
    token_hash bytea       NOT NULL UNIQUE,   -- SHA-256 of the bearer token, which is kept nowhere
    name       text,
    language   text        NOT NULL,
    time_zone  text        NOT NULL,
    zone_at    timestamptz,                   -- when the zone was last changed
    created_at timestamptz NOT NULL,
    old_token_hash  bytea UNIQUE,             -- the token before this one, which was rotated,
    old_token_until timestamptz,              -- and until when it is still good
    linked_to    uuid REFERENCES player ON DELETE CASCADE,  -- whose account this guest was linked to,
    linked_at    timestamptz,                 -- when,
    linked_games integer,                     -- how many games came with them,
    link_key     text,                        -- and the Idempotency-Key of that request
    emptied_at   timestamptz,                 -- when games of a guest were last removed for age
    banned_at    timestamptz,                 -- since when an operator lets them change nothing
    CONSTRAINT player_old_token_check CHECK ((old_token_hash IS NULL) = (old_token_until IS NULL))
);

CREATE UNIQUE INDEX player_by_link ON player (linked_to, link_key) WHERE linked_to IS NOT NULL;

-- One player's attempt on a deal: all that the next request needs.
CREATE TABLE game (
    id            uuid        PRIMARY KEY,
    player_id     uuid        NOT NULL REFERENCES player ON DELETE CASCADE,
    variant       text        NOT NULL,
    rules_version integer     NOT NULL,
    options       jsonb       NOT NULL,
    practice      boolean     NOT NULL,
    deal_number   text,                       -- a public deal has a number,
    deal_order    bytea,                      -- one byte a card, as they came off the pack; or
    salt          bytea,                      -- a secret deal has a salt and a commitment
    commitment    bytea,
    deal_verdict  text,
    autoplay      text        NOT NULL,
    line          bytea       NOT NULL,       -- surviving moves and automatic steps, packed
    redo          bytea       NOT NULL,       -- units taken back, the next to redo first
    version       integer     NOT NULL,
    moved_version integer     NOT NULL,       -- the version that last changed the position
    status        text        NOT NULL CHECK (status IN ('playing', 'won', 'lost', 'resigned', 'stopped')),
    stuck         boolean     NOT NULL,
    circling      boolean     NOT NULL,
    played        boolean     NOT NULL,       -- a move was made, even if it was taken back
    assisted      boolean     NOT NULL,
    undos         integer     NOT NULL,
    hints         integer     NOT NULL,
    moves_made    integer     NOT NULL,
    score         integer     NOT NULL,
    elapsed_ms    bigint      NOT NULL,
    hint_line     bytea,                      -- the rest of a winning line from this position
    created_at    timestamptz NOT NULL,
    last_move_at  timestamptz NOT NULL,
    finished_at   timestamptz,
    final_score   integer,                    -- these five are written once, at the end, so that
    won_on        date,                       -- the statistics' index is left alone by each move
    won_ms        bigint,
    won_moves     integer,
    deal_layout   jsonb,                      -- card texts by pile, which the player laid out
    deal_difficulty integer,                  -- of a deal proved winnable: docs/difficulty.md
    daily_on      date,                       -- the day whose daily it is played on
    off_board     boolean     NOT NULL DEFAULT false,  -- an operator took it off the board
    final_ms      bigint,                     -- with final_score, at any end: time played, and
    final_moves   integer,                    -- moves with automatic steps
    won_zone      text,                       -- the player's at the win; it gave won_on
    race_id       uuid,                       -- the race it is played in, and once that is over,
    race_result   text CHECK (race_result IN ('won', 'lost', 'drawn')),  -- how for its player
    CONSTRAINT game_deal_check CHECK (num_nonnulls(deal_order, deal_layout) = 1)
) WITH (fillfactor = 80);

CREATE INDEX game_by_player ON game (player_id, created_at DESC, id DESC);
CREATE INDEX game_statistics ON game (player_id, variant)
    INCLUDE (practice, played, assisted, status, final_score, finished_at, won_zone, won_on, won_ms,
             won_moves)
    WHERE race_id IS NULL;

-- Of a player's games on a numbered deal, by whatever options, the first counts; others are practice.
CREATE INDEX game_by_number ON game (player_id, variant, deal_number)
    WHERE deal_number IS NOT NULL;
CREATE UNIQUE INDEX game_counting ON game (player_id, variant, deal_number)
    WHERE deal_number IS NOT NULL AND NOT practice;

-- A player's first game on a daily counts, any other is practice.
CREATE UNIQUE INDEX game_counting_daily ON game (player_id, variant, daily_on)
    WHERE NOT practice AND daily_on IS NOT NULL;

-- A day's board, in its order.
CREATE INDEX game_board ON game (variant, daily_on, final_score DESC, final_moves, final_ms, id)
    WHERE NOT practice AND daily_on IS NOT NULL AND final_score IS NOT NULL;

-- Everything that happened in a game, appended and never changed.
CREATE TABLE game_event (
    game_id     uuid        NOT NULL REFERENCES game ON DELETE CASCADE,
    version     integer     NOT NULL,
    kind        text        NOT NULL,
    moves       bytea       NOT NULL,         -- packed as game.line is
    level       text,                         -- started, level: automatic play from now on
    answer      bytea,                        -- hint: what was answered; started: the certificate
    at          timestamptz NOT NULL,
    request_key text,
    fingerprint bytea,
    PRIMARY KEY (game_id, version)
);

CREATE UNIQUE INDEX game_event_by_key ON game_event (game_id, request_key)
    WHERE request_key IS NOT NULL;

-- What was proved of public deals, whose numbers tell all their cards.
CREATE TABLE deal_verdict (
    variant       text        NOT NULL,
    rules_version integer     NOT NULL,
    options       jsonb       NOT NULL,       -- all of them
    number        text        NOT NULL,
    verdict       text        NOT NULL CHECK (verdict IN ('winnable', 'lost')),
    line          bytea       NOT NULL,       -- winnable: moves that win, packed
    states        bigint      NOT NULL,       -- positions looked at
    judged_at     timestamptz NOT NULL,
    difficulty    integer,                    -- winnable: as game.deal_difficulty
    PRIMARY KEY (variant, number, rules_version, options)
);

CREATE INDEX deal_verdict_by_age ON deal_verdict (judged_at);

-- Ended games that their players show to everybody who has the id, which is random.
CREATE TABLE replay (
    id        text        PRIMARY KEY,
    game_id   uuid        NOT NULL UNIQUE REFERENCES game ON DELETE CASCADE,
    shared_at timestamptz NOT NULL
);

-- Secret deals proved winnable ahead, each until a game takes it. As secret as a running game's.
CREATE TABLE verified_deal (
    id            uuid        PRIMARY KEY,    -- random: a deal is found near a random one
    variant       text        NOT NULL,
    rules_version integer     NOT NULL,
    options       jsonb       NOT NULL,       -- all of them
    deal_order    bytea       NOT NULL,       -- one byte a card, as they came off the pack
    line          bytea       NOT NULL,       -- wins from the cards as dealt, packed
    difficulty    integer     NOT NULL,       -- as game.deal_difficulty
    made_at       timestamptz NOT NULL
);

CREATE INDEX verified_deal_by_rules ON verified_deal (variant, rules_version, options, id);

-- The deal of a day for all who play the variant; as secret as a running game's until it closes.
CREATE TABLE daily (
    variant       text        NOT NULL,
    day           date        NOT NULL,       -- in UTC
    rules_version integer     NOT NULL,
    options       jsonb       NOT NULL,       -- all of them
    deal_order    bytea       NOT NULL,       -- one byte a card, as they came off the pack
    salt          bytea       NOT NULL,
    commitment    bytea       NOT NULL,
    line          bytea,                      -- wins from the cards as dealt, packed; if proved
    difficulty    integer,                    -- as game.deal_difficulty
    made_at       timestamptz NOT NULL,
    withdrawn_at  timestamptz,
    PRIMARY KEY (variant, day)
);

-- Two to eight players' games on one secret deal. Whoever changes a race or one of its games locks this
-- row first, so that the versions of its events are the order of what happened.
CREATE TABLE race (
    id            uuid        PRIMARY KEY,
    code          text        NOT NULL UNIQUE,  -- eight letters, by which others enter
    variant       text        NOT NULL,
    rules_version integer     NOT NULL,
    options       jsonb       NOT NULL,       -- all of them
    seats         integer     NOT NULL,
    minutes       integer     NOT NULL,       -- the limit, from the start
    deal_order    bytea       NOT NULL,       -- as secret as a running game's, until ended_at
    salt          bytea       NOT NULL,
    commitment    bytea       NOT NULL,
    deal_verdict  text,
    line          bytea,                      -- if proved: wins after the first automatic steps
    deal_difficulty integer,                  -- as game.deal_difficulty
    rematch_of    uuid        REFERENCES race,
    version       integer     NOT NULL,       -- of its newest event
    status        text        NOT NULL
                  CHECK (status IN ('open', 'starting', 'running', 'over', 'cancelled')),
    created_at    timestamptz NOT NULL,
    starts_at     timestamptz,                -- announced; the games exist from then on
    ends_at       timestamptz,
    due_at        timestamptz,                -- when something happens without a request, if it will
    ended_at      timestamptz,
    reason        text                        -- what ended it
);

CREATE INDEX race_by_due ON race (due_at) WHERE due_at IS NOT NULL;
CREATE UNIQUE INDEX race_by_rematch ON race (rematch_of) WHERE status <> 'cancelled';
CREATE INDEX race_by_former ON race (rematch_of) WHERE rematch_of IS NOT NULL;

-- A player's place in a race, which stays when the player is deleted.
CREATE TABLE race_entry (
    race_id       uuid        NOT NULL REFERENCES race ON DELETE CASCADE,
    seat          integer     NOT NULL,
    player_id     uuid        REFERENCES player ON DELETE SET NULL,
    name          text,                       -- the player's when they entered
    joined_at     timestamptz NOT NULL,
    state         text        NOT NULL CHECK (state IN
                  ('waiting', 'ready', 'playing', 'finished', 'blocked', 'resigned', 'stopped')),
    game_id       uuid        UNIQUE,
    cards_placed  integer     NOT NULL,       -- the rivals see these two, and no card
    moves_made    integer     NOT NULL,
    leaves_at     timestamptz,                -- left: resigned from then on, unless they are back
    result        text        CHECK (result IN ('won', 'lost', 'drawn')),
    PRIMARY KEY (race_id, seat)
);

CREATE INDEX race_entry_by_player ON race_entry (player_id, race_id);

-- Everything that happened in a race, appended; of deleted players the names are taken out.
CREATE TABLE race_event (
    race_id       uuid        NOT NULL REFERENCES race ON DELETE CASCADE,
    version       integer     NOT NULL,
    kind          text        NOT NULL,
    at            timestamptz NOT NULL,
    seat          integer,                    -- whose, if one's
    told          jsonb       NOT NULL,       -- what else entrants are told of it
    player_id     uuid,                       -- whose request it was, if one was,
    request_key   text,                       -- under which key,
    fingerprint   bytea,
    answer        bytea,                      -- and what was answered
    PRIMARY KEY (race_id, version)
);

CREATE UNIQUE INDEX race_event_by_key ON race_event (player_id, request_key, race_id)
    WHERE request_key IS NOT NULL;

-- The races in which a player's name may stand, also those they have left.
CREATE INDEX race_event_joined ON race_event (player_id) WHERE kind = 'joined';

-- Who does a job that acts without a request, until when, and when it is due again.
CREATE TABLE lease (
    job        text        PRIMARY KEY,
    holder     uuid        NOT NULL,
    held_until timestamptz NOT NULL,
    due_at     timestamptz NOT NULL
);

-- Buckets of the rates of requests, where machines share them. Empty after a crash of Postgres.
CREATE UNLOGGED TABLE rate_bucket (
    bucket  bytea       PRIMARY KEY,          -- the policy, and whose: a token's hash or an address
    full_at timestamptz NOT NULL              -- when it is full again; full buckets have no row
) WITH (fillfactor = 70);

-- In a sandbox, how far its clock was put forward.
CREATE TABLE sandbox_clock (
    one   boolean  PRIMARY KEY DEFAULT true CHECK (one),
    ahead interval NOT NULL
);

-- In a sandbox, which of a player's next requests are to fail, and how.
CREATE TABLE sandbox_failure (
    token_hash bytea   PRIMARY KEY,
    kind       text    NOT NULL,
    remaining  integer NOT NULL
);

-- Counts a player's unfinished games for one who is about to add one: the player's other starts wait
-- for that, and moves do not. Each statement within looks anew, and so after the wait. NULL where
-- the player was deleted meanwhile, or linked to another.
CREATE FUNCTION unfinished_games(player uuid) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM 1 FROM player p
    WHERE p.id = unfinished_games.player AND p.linked_to IS NULL FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    RETURN (SELECT count(*) FROM game g
            WHERE g.player_id = unfinished_games.player AND g.status = 'playing');
END $$;

-- Moves a guest's games and races to an account, and gives how many games; NULL where they cannot be
-- linked any more, -1 while both are in one race. Of two games that count on one deal the later one
-- becomes practice. Both players' starts wait, so that none is left behind; moves wait too while they
-- are at one of the games, and the guest's races.
CREATE FUNCTION link_guest(guest uuid, account uuid, moment timestamptz, key text)
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
