import GRDB

/// When the rights of customers are to be looked at again that time alone changes.
enum DueRightsTable {
    /// Adds the table.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    private static let schema = """
        -- The customers of whom a period that does not renew, or a grant, has still to begin or end: when their rights were
        -- told of last, and when the next of them changes. Subscriptions are in the due-list of the chains.
        CREATE TABLE due_rights (
            owner INTEGER NOT NULL REFERENCES customer (id),
            scope INTEGER NOT NULL REFERENCES scope (id),
            told_at INTEGER NOT NULL,
            due_at INTEGER NOT NULL CHECK (due_at > told_at),
            PRIMARY KEY (owner, scope)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX due_rights_due ON due_rights (due_at);
        """
}
