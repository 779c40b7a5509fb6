/// The tables of who receives events: sinks, their event streams, and the addresses of shops.
enum WebhookTables {
    /// The statements that make them.
    static let sql = """
        CREATE TABLE sink (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            name TEXT NOT NULL,
            UNIQUE (app, name)
        ) STRICT;

        -- An endpoint; its event streams are those of its sink. Content: 0 events, 1 Apple's notifications. Patterns
        -- and environments: a JSON array, and a sum of 1 Production, 2 Sandbox, 4 Xcode; null for all. Signature: 0
        -- HMAC, 1 Ed25519. State: 0 active, 1 paused, 2 gone. Secrets are not stored: they are derived from a key,
        -- which the fingerprint names, eight bytes in hexadecimal that reveal nothing of it.
        CREATE TABLE webhook (
            sink INTEGER PRIMARY KEY REFERENCES sink (id),
            app INTEGER NOT NULL REFERENCES app (id),
            name TEXT NOT NULL,
            content INTEGER NOT NULL CHECK (content IN (0, 1)),
            address TEXT NOT NULL,
            title TEXT NOT NULL,
            patterns TEXT CHECK (patterns IS NULL OR json_valid(patterns)),
            environments INTEGER NOT NULL CHECK (environments BETWEEN 0 AND 7),
            percent INTEGER NOT NULL CHECK (percent BETWEEN 1 AND 100),
            fulfiller INTEGER NOT NULL CHECK (fulfiller IN (0, 1)),
            signature INTEGER NOT NULL CHECK (signature IN (0, 1)),
            generation INTEGER NOT NULL CHECK (generation > 0),
            former_until INTEGER,
            key_fingerprint TEXT,
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2),
            replay_first INTEGER,
            replay_last INTEGER,
            replay_next INTEGER,
            created_at INTEGER NOT NULL,
            created_by TEXT NOT NULL,
            delivered_at INTEGER,
            failing_since INTEGER,
            failure TEXT,
            failure_status INTEGER,
            failed_at INTEGER,
            UNIQUE (app, name),
            CHECK ((failure IS NULL) = (failed_at IS NULL)),
            CHECK ((replay_first IS NULL) = (replay_next IS NULL) AND (replay_last IS NULL) = (replay_next IS NULL))
        ) STRICT;
        CREATE INDEX webhook_app ON webhook (app, sink);
        CREATE UNIQUE INDEX webhook_fulfiller ON webhook (app) WHERE fulfiller = 1;

        -- The event streams with events that a sink has not received. Due: when a worker may take it; a lease moves it
        -- to the lease's end, and a suspended stream is never due. A negative stream is a notification, by the position
        -- of its evidence. A replay goes as far as replay_through, and continues at resume_number.
        CREATE TABLE pending_stream (
            sink INTEGER NOT NULL REFERENCES sink (id),
            stream INTEGER NOT NULL CHECK (stream > 1 OR stream < 0),
            next_number INTEGER NOT NULL CHECK (next_number > 0),
            due_at INTEGER,
            lease INTEGER,
            replay_through INTEGER,
            resume_number INTEGER,
            attempts INTEGER NOT NULL DEFAULT 0,
            failing_since INTEGER,
            failure TEXT,
            failure_status INTEGER,
            failed_at INTEGER,
            suspended_at INTEGER,
            PRIMARY KEY (sink, stream),
            CHECK ((due_at IS NULL) = (suspended_at IS NOT NULL)),
            CHECK ((replay_through IS NULL) = (resume_number IS NULL)),
            CHECK ((attempts = 0) = (failing_since IS NULL)),
            CHECK ((attempts = 0) = (failure IS NULL)),
            CHECK ((attempts = 0) = (failed_at IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pending_stream_due ON pending_stream (sink, due_at) WHERE due_at IS NOT NULL;
        CREATE INDEX pending_stream_failing ON pending_stream (sink, stream) WHERE attempts > 0;
        CREATE INDEX pending_stream_suspended ON pending_stream (sink, stream) WHERE suspended_at IS NOT NULL;
        """
}
