import GRDB

/// What the processes that share a database agree on.
enum Sharing {
    /// Adds the tables.
    static func migrate(_ database: Database) throws {
        try database.execute(
            sql: """
                -- Who does what only one may do at a time, and until when.
                CREATE TABLE duty (
                    name TEXT PRIMARY KEY NOT NULL,
                    node TEXT NOT NULL,
                    until INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;

                -- The newest outage of any node, and which key signs for all of them: eight bytes in hexadecimal that name it
                -- and say nothing of it.
                CREATE TABLE sharing (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    outage_at INTEGER,
                    signing_key TEXT
                ) STRICT;
                INSERT INTO sharing (id) VALUES (1);
                """
        )
    }
}
