import PersistenceSQL

/// What a connection keeps for its whole life: its statements and the caches of its session.
final class PostgreSQLSession {
    /// The statements.
    let statements: PostgreSQLStatements
    /// The session that runs the statements.
    let session: Session

    /// Makes the server prefer indexes, whatever its statistics say about the sizes of tables, and plan each statement
    /// once: each statement here has one good plan, which is the same for an empty table and for a thousand million
    /// rows.
    private static let planning = PostgreSQLStatement(
        "planning",
        """
        SELECT set_config('enable_seqscan', 'off', false), set_config('enable_hashjoin', 'off', false),
        set_config('enable_mergejoin', 'off', false), set_config('jit', 'off', false),
        set_config('plan_cache_mode', 'force_generic_plan', false)
        """
    )

    /// Makes the server end statements that run for longer.
    private static let limiting = PostgreSQLStatement(
        "limiting",
        "SELECT set_config('statement_timeout', $1, false)"
    )

    private init(
        _ connection: PostgreSQLConnection,
        _ schemaVersion: Int64,
        statementLimit: Duration?,
        checksGroups: Bool
    ) throws(PostgreSQLFailure) {
        try connection.query(Self.planning)
        if let statementLimit {
            // A limit of 0 would be none.
            let milliseconds = max(1, Int64(statementLimit / .milliseconds(1)))
            try connection.query(Self.limiting, [.text("\(milliseconds)ms")])
        }
        self.statements = PostgreSQLStatements(connection, schemaVersion: schemaVersion)
        self.session = Session(self.statements, interningCache: InterningCache(), checksGroups: checksGroups)
    }

    /// Returns the session of a connection, on which no statement may run for longer than the limit, if there is one.
    static func on(
        _ connection: PostgreSQLConnection,
        schemaVersion: Int64 = PostgreSQLSchema.current.version,
        statementLimit: Duration? = nil,
        checksGroups: Bool = false
    ) throws(PostgreSQLFailure) -> PostgreSQLSession {
        if let known = connection.attachment as? PostgreSQLSession { return known }
        let session = try PostgreSQLSession(
            connection,
            schemaVersion,
            statementLimit: statementLimit,
            checksGroups: checksGroups
        )
        connection.attachment = session
        return session
    }
}
