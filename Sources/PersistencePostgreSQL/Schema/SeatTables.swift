/// The tables of the seats of members whom the app invites.
enum SeatTables {
    /// The SQL statements that create the tables.
    static let sql = """
        CREATE TABLE seat (
            scope bigint NOT NULL REFERENCES scope (id),
            id text COLLATE "C" NOT NULL,
            original bigint NOT NULL REFERENCES original (id),
            invited_at bigint NOT NULL,
            invited_by text COLLATE "C" NOT NULL,
            member bigint REFERENCES customer (id),
            accepted_at bigint,
            account text COLLATE "C",
            asked_at bigint,
            claim text COLLATE "C",
            is_associated bigint NOT NULL CHECK (is_associated IN (0, 1)),
            ended_at bigint,
            ended_for bigint CHECK (ended_for BETWEEN 0 AND 3),
            ended_by text COLLATE "C",
            unclaimed_at bigint,
            due_at bigint,
            attempts bigint NOT NULL,
            PRIMARY KEY (scope, id),
            CHECK ((member IS NULL) = (accepted_at IS NULL) AND (ended_at IS NULL) = (ended_for IS NULL))
        );
        CREATE INDEX seat_original ON seat (original, id);
        CREATE INDEX seat_member ON seat (member, id) WHERE member IS NOT NULL;
        CREATE INDEX seat_claim ON seat (scope, claim, id) WHERE claim IS NOT NULL;
        CREATE INDEX seat_due ON seat (scope, due_at, id) WHERE due_at IS NOT NULL;

        CREATE TABLE unclaimed_seat (
            scope bigint NOT NULL REFERENCES scope (id),
            claim text COLLATE "C" NOT NULL,
            unclaimed_at bigint NOT NULL,
            PRIMARY KEY (scope, claim)
        );
        """
}
