import GRDB

/// What to ask Apple, how far its history was read, and how often it may be asked.
enum Healing {
    /// Adds the columns and tables.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    private static let schema = """
        -- When Apple is to be asked about the chain, and when it was; on the original that stands for it.
        ALTER TABLE original ADD COLUMN ask_at INTEGER;
        ALTER TABLE original ADD COLUMN asked_at INTEGER;
        -- Set where anything may be missing, not only what the chain itself leaves open.
        ALTER TABLE original ADD COLUMN ask_everything INTEGER CHECK (ask_everything = 1);
        CREATE INDEX original_ask ON original (ask_at) WHERE ask_at IS NOT NULL;

        -- Where Apple's history of a chain's customer was read to.
        CREATE TABLE revision (
            original INTEGER PRIMARY KEY REFERENCES original (id),
            text TEXT NOT NULL
        ) STRICT;

        -- How far the history of notifications was planned to be read, and what reading has shown.
        CREATE TABLE history (
            scope INTEGER PRIMARY KEY REFERENCES scope (id),
            planned_through INTEGER NOT NULL,
            deep_at INTEGER,
            listed INTEGER NOT NULL DEFAULT 0,
            missing INTEGER NOT NULL DEFAULT 0,
            lost INTEGER NOT NULL DEFAULT 0,
            refused INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        -- What of it is still to be read, and the page to go on from.
        CREATE TABLE history_window (
            scope INTEGER NOT NULL REFERENCES history (scope),
            rank INTEGER NOT NULL,
            type TEXT,
            from_at INTEGER NOT NULL,
            through_at INTEGER NOT NULL CHECK (through_at >= from_at),
            page TEXT,
            PRIMARY KEY (scope, rank, from_at, through_at)
        ) STRICT, WITHOUT ROWID;

        -- One number for each operation of Apple's interface: until when its requests are spent.
        CREATE TABLE budget (
            scope INTEGER NOT NULL REFERENCES scope (id),
            operation TEXT NOT NULL,
            spent_until INTEGER NOT NULL,
            PRIMARY KEY (scope, operation)
        ) STRICT, WITHOUT ROWID;
        """
}
