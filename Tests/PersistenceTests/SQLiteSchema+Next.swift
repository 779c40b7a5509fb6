import PersistenceSQLite

extension SQLiteSchema {
    /// The schema of the next version, as tests imagine it: with a further table and its index, and with a further
    /// column of transactions that is filled from all of them.
    static let next = Self.current.followed(
        by: Step(
            number: Self.nextNumber,
            summary: "Adds things, and how long the digests of snapshots are.",
            wholeTables: ["snapshot"],
            script: """
                CREATE TABLE next_thing (id INTEGER PRIMARY KEY, what TEXT NOT NULL) STRICT;
                CREATE INDEX next_thing_what ON next_thing (what);
                ALTER TABLE snapshot ADD COLUMN next_length INTEGER NOT NULL DEFAULT 0;
                UPDATE snapshot SET next_length = length(digest);
                """
        )
    )

    private static var nextNumber: String {
        let digits = String((Int(Self.current.version) ?? 0) + 1)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
