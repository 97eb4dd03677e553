-- {id}, {bytes}, {clustered} and {plain}, the order by bytes, stand for what the two databases spell differently. Times are milliseconds since 1970, yes and no
-- are 1 and 0, points are thousandths.

CREATE TABLE accounts (
    id {id},
    kind TEXT NOT NULL,
    -- Both are empty once the account is deleted.
    name TEXT,
    name_key TEXT {plain} UNIQUE,
    password_hash TEXT,
    role TEXT NOT NULL,
    banned_at BIGINT,
    ban_reason TEXT,
    muted_until BIGINT,
    -- Whose program a bot is.
    owner BIGINT REFERENCES accounts (id),
    about TEXT NOT NULL,
    -- The rule sets that a bot plays, with spaces between.
    rule_sets TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE INDEX accounts_owner ON accounts (owner);

-- Names of deleted accounts, as SHA-256 of their lower case, so that nobody passes for somebody who was here.
CREATE TABLE retired_names (
    digest {bytes} PRIMARY KEY
);

-- Sessions and API tokens. Of the token itself only the SHA-256 is kept.
CREATE TABLE accesses (
    id {id},
    account BIGINT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL,
    digest {bytes} NOT NULL UNIQUE,
    label TEXT NOT NULL,
    address TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    lifetime BIGINT,
    expires_at BIGINT
);
CREATE INDEX accesses_account ON accesses (account);
CREATE INDEX accesses_expiry ON accesses (expires_at);

-- Log-ins that have failed, by the name that was tried and the address that tried.
CREATE TABLE failures (
    name_key TEXT NOT NULL,
    address TEXT NOT NULL,
    count BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    PRIMARY KEY (name_key, address)
);
CREATE INDEX failures_address ON failures (address);

CREATE TABLE games (
    id TEXT {plain} PRIMARY KEY,
    -- With the deal of touch, which is secret until the end.
    variant TEXT NOT NULL,
    rule_set TEXT NOT NULL,
    start TEXT,
    white BIGINT REFERENCES accounts (id),
    black BIGINT REFERENCES accounts (id),
    white_computer TEXT,
    black_computer TEXT,
    control TEXT NOT NULL,
    speed TEXT NOT NULL,
    rated BIGINT NOT NULL,
    commitment {bytes} NOT NULL,
    seed {bytes} NOT NULL,
    white_nonce {bytes},
    black_nonce {bytes},
    -- How many plies there ever were, those taken back included: the number of the last one, and the counter of the draws.
    plies BIGINT NOT NULL,
    white_clock BIGINT,
    black_clock BIGINT,
    draw_offer TEXT,
    takeback_offer TEXT,
    -- The first ply that would be taken back.
    takeback_first BIGINT,
    rematch_offer TEXT,
    rematch_of TEXT REFERENCES games (id),
    created_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    ended_at BIGINT,
    result TEXT,
    reason TEXT,
    white_before BIGINT,
    white_after BIGINT,
    black_before BIGINT,
    black_after BIGINT
);
CREATE INDEX games_white ON games (white, created_at);
CREATE INDEX games_black ON games (black, created_at);
CREATE INDEX games_created ON games (created_at);
CREATE INDEX games_running ON games (created_at) WHERE ended_at IS NULL;

CREATE TABLE plies (
    game TEXT NOT NULL REFERENCES games (id),
    number BIGINT NOT NULL,
    text TEXT NOT NULL,
    white_clock BIGINT,
    black_clock BIGINT,
    made_at BIGINT NOT NULL,
    -- The number of the last ply at the moment when this one was taken back.
    taken_back_after BIGINT,
    PRIMARY KEY (game, number)
){clustered};

CREATE TABLE chat (
    id {id},
    game TEXT NOT NULL REFERENCES games (id),
    account BIGINT NOT NULL REFERENCES accounts (id),
    room TEXT NOT NULL,
    text TEXT NOT NULL,
    said_at BIGINT NOT NULL
);
CREATE INDEX chat_game ON chat (game, id);
CREATE INDEX chat_account ON chat (account);

CREATE TABLE ratings (
    account BIGINT NOT NULL REFERENCES accounts (id),
    rule_set TEXT NOT NULL,
    speed TEXT NOT NULL,
    points BIGINT NOT NULL,
    games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    -- Whether 2400 was ever reached.
    mastered BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (account, rule_set, speed)
);
CREATE INDEX ratings_points ON ratings (rule_set, speed, points);

CREATE TABLE rating_history (
    account BIGINT NOT NULL REFERENCES accounts (id),
    rule_set TEXT NOT NULL,
    speed TEXT NOT NULL,
    game TEXT NOT NULL REFERENCES games (id),
    points BIGINT NOT NULL,
    rated_at BIGINT NOT NULL,
    PRIMARY KEY (account, game)
);
CREATE INDEX rating_history_plot ON rating_history (account, rule_set, speed, rated_at);

CREATE TABLE challenges (
    id TEXT PRIMARY KEY,
    challenger BIGINT NOT NULL REFERENCES accounts (id),
    -- Nobody: the first who comes.
    opponent BIGINT REFERENCES accounts (id),
    variant TEXT NOT NULL,
    start TEXT,
    -- The challenger's; nothing: drawn.
    color TEXT,
    control TEXT NOT NULL,
    rated BIGINT NOT NULL,
    least BIGINT,
    most BIGINT,
    state TEXT NOT NULL,
    game TEXT REFERENCES games (id),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    answered_at BIGINT
);
CREATE INDEX challenges_challenger ON challenges (challenger);
CREATE INDEX challenges_opponent ON challenges (opponent);
CREATE INDEX challenges_open ON challenges (created_at) WHERE state = 'open';

CREATE TABLE relations (
    account BIGINT NOT NULL REFERENCES accounts (id),
    other BIGINT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (account, other, kind)
);
CREATE INDEX relations_other ON relations (other);

CREATE TABLE reports (
    id {id},
    reporter BIGINT NOT NULL REFERENCES accounts (id),
    about BIGINT NOT NULL REFERENCES accounts (id),
    game TEXT REFERENCES games (id),
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    closed_at BIGINT,
    closed_by BIGINT REFERENCES accounts (id),
    verdict TEXT
);
CREATE INDEX reports_about ON reports (about);
CREATE INDEX reports_reporter ON reports (reporter);
CREATE INDEX reports_open ON reports (id) WHERE closed_at IS NULL;

CREATE TABLE analyses (
    id {id},
    game TEXT NOT NULL REFERENCES games (id),
    requester BIGINT NOT NULL REFERENCES accounts (id),
    -- How it is to be studied, in the words of whoever does it.
    task TEXT NOT NULL,
    state TEXT NOT NULL,
    done BIGINT NOT NULL,
    total BIGINT NOT NULL,
    worker TEXT,
    -- How often somebody has begun it.
    attempts BIGINT NOT NULL,
    -- Until when the worker is believed to be at it.
    lease_until BIGINT,
    result TEXT,
    queued_at BIGINT NOT NULL,
    ended_at BIGINT
);
CREATE INDEX analyses_game ON analyses (game);
CREATE INDEX analyses_requester ON analyses (requester);
CREATE INDEX analyses_waiting ON analyses (id) WHERE ended_at IS NULL;
