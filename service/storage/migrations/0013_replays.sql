-- Ended games that their players show to everybody who has the id.

CREATE TABLE replay (
    id        text        PRIMARY KEY,
    game_id   uuid        NOT NULL UNIQUE REFERENCES game ON DELETE CASCADE,
    shared_at timestamptz NOT NULL
);
