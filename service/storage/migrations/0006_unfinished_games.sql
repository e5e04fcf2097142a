-- Of starts at once each counts what the one before it wrote. Programs before this one count without
-- waiting, and can overshoot as they did.

CREATE FUNCTION unfinished_games(player uuid) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM 1 FROM player p WHERE p.id = unfinished_games.player FOR NO KEY UPDATE;
    RETURN (SELECT count(*) FROM game g
            WHERE g.player_id = unfinished_games.player AND g.status = 'playing');
END $$;
