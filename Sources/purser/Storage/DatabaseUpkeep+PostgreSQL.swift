import PurserService

extension DatabaseUpkeep {
    /// Sends whoever wants a PostgreSQL database copied or looked through to its own means.
    static let postgreSQL = Self(
        backup: { _, _, _ throws(OperationFailure) in throw Self.elsewhere },
        check: { _, _ throws(OperationFailure) in throw Self.elsewhere }
    )

    private static let elsewhere = OperationFailure(
        code: "database_elsewhere",
        detail: "PostgreSQL copies and checks its databases itself: use pg_basebackup, pg_verifybackup and pg_amcheck."
    )
}
