-- Found by index: in which other race a player has used a key. Programs before this one go on as they did.

CREATE UNIQUE INDEX race_event_of_key ON race_event (player_id, request_key, race_id)
    WHERE request_key IS NOT NULL;
DROP INDEX race_event_by_key;
ALTER INDEX race_event_of_key RENAME TO race_event_by_key;
