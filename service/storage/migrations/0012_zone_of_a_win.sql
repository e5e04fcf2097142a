-- A streak dates a win anew by its zone. Wins of before are of the zone the player is in, if their
-- date is, and else of no known one.

ALTER TABLE game ADD COLUMN won_zone text;

UPDATE game SET won_zone = player.time_zone
FROM player
WHERE player.id = game.player_id AND game.won_on IS NOT NULL
  AND (game.finished_at AT TIME ZONE player.time_zone)::date = game.won_on;

DROP INDEX game_statistics;
CREATE INDEX game_statistics ON game (player_id, variant)
    INCLUDE (practice, played, assisted, status, final_score, finished_at, won_zone, won_on, won_ms,
             won_moves);
