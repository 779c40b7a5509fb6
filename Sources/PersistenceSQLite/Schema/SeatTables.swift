/// The tables of the seats of members whom the app invites.
enum SeatTables {
    /// The statements that make them.
    static let sql = """
        -- The seats of members, and invitations: rows are only added, accepted once and ended once. Id: also the
        -- identifier of the request with which Apple is asked for a claim. Asked at: when Apple was first asked.
        -- Unclaimed at: when it was known that Apple has no claim any more. Due at: when a worker calls Apple about it.
        -- Attempts: how many such calls failed since its last change.
        CREATE TABLE seat (
            scope INTEGER NOT NULL REFERENCES scope (id),
            id TEXT NOT NULL,
            original INTEGER NOT NULL REFERENCES original (id),
            invited_at INTEGER NOT NULL,
            invited_by TEXT NOT NULL,
            member INTEGER REFERENCES customer (id),
            accepted_at INTEGER,
            account ANY CHECK (typeof(account) IN ('integer', 'text', 'null')),
            asked_at INTEGER,
            claim TEXT,
            is_associated INTEGER NOT NULL CHECK (is_associated IN (0, 1)),
            ended_at INTEGER,
            ended_for INTEGER CHECK (ended_for BETWEEN 0 AND 3),
            ended_by TEXT,
            unclaimed_at INTEGER,
            due_at INTEGER,
            attempts INTEGER NOT NULL,
            PRIMARY KEY (scope, id),
            CHECK ((member IS NULL) = (accepted_at IS NULL) AND (ended_at IS NULL) = (ended_for IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX seat_original ON seat (original, id);
        CREATE INDEX seat_member ON seat (member, id) WHERE member IS NOT NULL;
        CREATE INDEX seat_claim ON seat (claim) WHERE claim IS NOT NULL;
        CREATE INDEX seat_due ON seat (scope, due_at, id) WHERE due_at IS NOT NULL;

        -- The claims on seats that Apple ended, whether or not a seat with the claim is recorded yet.
        CREATE TABLE unclaimed_seat (
            scope INTEGER NOT NULL REFERENCES scope (id),
            claim TEXT NOT NULL,
            unclaimed_at INTEGER NOT NULL,
            PRIMARY KEY (scope, claim)
        ) STRICT, WITHOUT ROWID;
        """
}
