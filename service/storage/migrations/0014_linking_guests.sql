-- Guests are linked to accounts: their games go there, and they stay as a row that says so. Programs
-- before this one link nobody; they would still answer the token of a linked guest, who has no games.

ALTER TABLE player
    ADD COLUMN linked_to uuid REFERENCES player ON DELETE CASCADE,
    ADD COLUMN linked_at timestamptz,
    ADD COLUMN linked_games integer,
    ADD COLUMN link_key text;

CREATE UNIQUE INDEX player_by_link ON player (linked_to, link_key) WHERE linked_to IS NOT NULL;

CREATE OR REPLACE FUNCTION unfinished_games(player uuid) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM 1 FROM player p
    WHERE p.id = unfinished_games.player AND p.linked_to IS NULL FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    RETURN (SELECT count(*) FROM game g
            WHERE g.player_id = unfinished_games.player AND g.status = 'playing');
END $$;

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
