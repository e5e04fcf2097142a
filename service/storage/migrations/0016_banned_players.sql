-- Programs before this one know of no bans, and let a banned player go on.

ALTER TABLE player ADD COLUMN banned_at timestamptz;
