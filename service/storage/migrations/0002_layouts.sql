-- A game may start from a layout of the player's own instead of from a shuffled order. Programs
-- before this one can go on starting and playing games of orders.

ALTER TABLE game
    ALTER COLUMN deal_order DROP NOT NULL,
    ADD COLUMN deal_layout jsonb,
    ADD CONSTRAINT game_deal_check CHECK (num_nonnulls(deal_order, deal_layout) = 1);
