import PersistenceSQL

/// What a connection keeps as long as it lives: its statements, and what they have learned.
final class PostgreSQLSession {
    /// The statements.
    let statements: PostgreSQLStatements
    /// What runs them.
    let session: Session

    /// Lets the server take the way by an index, whatever it believes of the sizes of tables, and plan each statement
    /// once: each of ours has one good plan, which is the same for a table without rows and for one with a thousand
    /// million.
    private static let planning = PostgreSQLStatement(
        "planning",
        """
        SELECT set_config('enable_seqscan', 'off', false), set_config('enable_hashjoin', 'off', false),
        set_config('enable_mergejoin', 'off', false), set_config('jit', 'off', false),
        set_config('plan_cache_mode', 'force_generic_plan', false)
        """
    )

    private init(
        _ connection: PostgreSQLConnection,
        _ schemaVersion: Int64,
        checksBatches: Bool
    ) throws(PostgreSQLFailure) {
        try connection.query(Self.planning)
        self.statements = PostgreSQLStatements(
            connection,
            schemaVersion: schemaVersion,
            checksBatches: checksBatches
        )
        self.session = Session(self.statements, interningCache: InterningCache())
    }

    /// The session of a connection.
    static func on(
        _ connection: PostgreSQLConnection,
        schemaVersion: Int64 = PostgreSQLSchema.current.version,
        checksBatches: Bool = false
    ) throws(PostgreSQLFailure) -> PostgreSQLSession {
        if let known = connection.attachment as? PostgreSQLSession { return known }
        let session = try PostgreSQLSession(connection, schemaVersion, checksBatches: checksBatches)
        connection.attachment = session
        return session
    }
}
