import PersistenceSQL

/// What a connection keeps as long as it lives: its statements, and what they have learnt.
final class PostgreSQLSession {
    /// The statements.
    let statements: PostgreSQLStatements
    /// What runs them.
    let session: Session

    private init(_ connection: PostgreSQLConnection) {
        self.statements = PostgreSQLStatements(connection)
        self.session = Session(self.statements, vocabulary: Vocabulary())
    }

    /// The session of a connection.
    static func on(_ connection: PostgreSQLConnection) -> PostgreSQLSession {
        if let known = connection.attachment as? PostgreSQLSession { return known }
        let session = PostgreSQLSession(connection)
        connection.attachment = session
        return session
    }
}
