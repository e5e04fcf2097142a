-- What a sandbox is told to do; other services leave these tables empty.

CREATE TABLE sandbox_clock (
    one   boolean  PRIMARY KEY DEFAULT true CHECK (one),
    ahead interval NOT NULL
);

CREATE TABLE sandbox_failure (
    token_hash bytea   PRIMARY KEY,
    kind       text    NOT NULL,
    remaining  integer NOT NULL
);
