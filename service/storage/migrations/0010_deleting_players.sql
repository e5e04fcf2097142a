-- With a player go their games. A start that waited for the deletion adds nothing. Programs before
-- this one delete no player.

ALTER TABLE game
    DROP CONSTRAINT game_player_id_fkey,
    ADD CONSTRAINT game_player_id_fkey FOREIGN KEY (player_id) REFERENCES player ON DELETE CASCADE;

CREATE OR REPLACE FUNCTION unfinished_games(player uuid) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM 1 FROM player p WHERE p.id = unfinished_games.player FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    RETURN (SELECT count(*) FROM game g
            WHERE g.player_id = unfinished_games.player AND g.status = 'playing');
END $$;
