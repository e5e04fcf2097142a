-- From when a guest whose games were removed for their age counts as one without games.

ALTER TABLE player ADD COLUMN emptied_at timestamptz;
