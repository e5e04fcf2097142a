-- Programs before this one rotate no token, and know the newest of a player alone.

ALTER TABLE player
    ADD COLUMN old_token_hash bytea UNIQUE,
    ADD COLUMN old_token_until timestamptz,
    ADD CONSTRAINT player_old_token_check
        CHECK ((old_token_hash IS NULL) = (old_token_until IS NULL));
