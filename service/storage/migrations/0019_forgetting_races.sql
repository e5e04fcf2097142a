-- Found by index: the races a player was ever in, when they are deleted or renamed; and the rematches
-- of a race, when it is removed. Programs before this one go on as they did.

CREATE INDEX race_by_former ON race (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX race_event_joined ON race_event (player_id) WHERE kind = 'joined';
