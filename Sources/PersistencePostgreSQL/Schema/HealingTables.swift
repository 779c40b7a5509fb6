/// The tables of requests to Apple: how far its history was read, with which requests, and how often they may be sent.
enum HealingTables {
    /// The SQL statements that create the tables.
    static let sql = """
        CREATE TABLE revision (
            original bigint PRIMARY KEY REFERENCES original (id),
            text text COLLATE "C" NOT NULL
        );

        CREATE TABLE history (
            scope bigint PRIMARY KEY REFERENCES scope (id),
            planned_through bigint NOT NULL,
            deep_at bigint,
            listed bigint NOT NULL DEFAULT 0,
            missing bigint NOT NULL DEFAULT 0,
            lost bigint NOT NULL DEFAULT 0,
            refused bigint NOT NULL DEFAULT 0
        );

        CREATE TABLE history_window (
            scope bigint NOT NULL REFERENCES history (scope),
            rank bigint NOT NULL,
            type text COLLATE "C",
            from_at bigint NOT NULL,
            through_at bigint NOT NULL CHECK (through_at >= from_at),
            page text COLLATE "C",
            PRIMARY KEY (scope, rank, from_at, through_at)
        );

        CREATE TABLE budget (
            scope bigint NOT NULL REFERENCES scope (id),
            operation text COLLATE "C" NOT NULL,
            spent_until bigint NOT NULL,
            PRIMARY KEY (scope, operation)
        );

        CREATE TABLE stored_receipt (
            original bigint PRIMARY KEY REFERENCES original (id),
            sealed bytea NOT NULL,
            made_at bigint NOT NULL,
            due_at bigint NOT NULL,
            failures bigint NOT NULL DEFAULT 0 CHECK (failures >= 0),
            lease bigint
        );
        CREATE INDEX stored_receipt_due ON stored_receipt (due_at);
        """
}
