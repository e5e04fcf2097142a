-- Of a player's games on a numbered deal the first counts. Programs before this one fail at starting
-- another on the same number, which would count too; all else they do goes on.

CREATE INDEX game_by_number ON game (player_id, variant, deal_number)
    WHERE deal_number IS NOT NULL;

UPDATE game SET practice = true
WHERE deal_number IS NOT NULL AND NOT practice AND EXISTS (
    SELECT FROM game earlier
    WHERE (earlier.player_id, earlier.variant, earlier.deal_number)
        = (game.player_id, game.variant, game.deal_number)
      AND (earlier.created_at, earlier.id) < (game.created_at, game.id)
);

CREATE UNIQUE INDEX game_counting ON game (player_id, variant, deal_number)
    WHERE deal_number IS NOT NULL AND NOT practice;
