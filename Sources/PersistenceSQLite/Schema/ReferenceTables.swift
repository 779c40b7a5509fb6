/// The tables of what every other table refers to: apps, their environments, strings that repeat, and counters.
enum ReferenceTables {
    /// The statements that make them.
    static let sql = """
        -- One row of counters. They advance also when known evidence is acknowledged again, and count the transfers of
        -- purchases, the leases and the entries of the audit log, so that a log whose end was cut off is detected.
        CREATE TABLE counter (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            openings INTEGER NOT NULL,
            probes INTEGER NOT NULL,
            repeats INTEGER NOT NULL,
            submissions INTEGER NOT NULL,
            transfers INTEGER NOT NULL DEFAULT 0,
            leases INTEGER NOT NULL DEFAULT 0,
            audits INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        INSERT INTO counter (id, openings, probes, repeats, submissions) VALUES (1, 0, 0, 0, 0);

        -- An app, with the number of its events, which is the position of the last one, and the latest instant of any
        -- of them. An event that fell due while no server ran is written late with an earlier instant, so instants are
        -- not in order.
        CREATE TABLE app (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            event_count INTEGER NOT NULL DEFAULT 0,
            latest_event_at INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        -- An app and an environment; Apple's ids are unique within it.
        CREATE TABLE scope (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            environment INTEGER NOT NULL CHECK (environment BETWEEN 1 AND 3),
            UNIQUE (app, environment)
        ) STRICT;

        -- Strings that repeat: product ids, currencies, storefronts, names of types.
        CREATE TABLE interned_string (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            text TEXT NOT NULL,
            UNIQUE (app, text)
        ) STRICT;
        """
}
