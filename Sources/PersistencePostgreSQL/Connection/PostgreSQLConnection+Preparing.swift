import CLibPQ

extension PostgreSQLConnection {
    /// The maximum length in bytes of a statement's name within its name on the server, which allows 63.
    private static let nameLimit = 40

    /// Prepares statements that will be needed, in one round trip.
    ///
    /// A statement that is not prepared here costs a round trip of its own when it is first used.
    package func prepare(_ statements: [PostgreSQLStatement]) throws(PostgreSQLFailure) {
        for statement in statements where self.known(statement) == nil && self.failure == nil {
            try self.sendPreparation(statement)
        }
        try self.drain()
    }

    /// Returns a prepared statement, preparing it if necessary; `nil` when an error is pending.
    ///
    /// It waits without a sync, because a sync would commit what was sent outside of a block.
    func prepared(_ statement: PostgreSQLStatement) throws(PostgreSQLFailure) -> PreparedStatement? {
        if let known = self.known(statement) { return known }
        try self.sendPreparation(statement)
        guard unsafe PQsendFlushRequest(try self.live()) == 1 else { throw self.lost() }
        try self.readAll()
        return self.failure == nil ? self.known(statement) : nil
    }

    /// Returns the types of a statement's parameters; `nil` when an error is pending.
    func parameterTypes(of statement: PostgreSQLStatement) throws(PostgreSQLFailure) -> [Oid]? {
        try self.prepared(statement)?.types
    }

    /// Stores what the server returned about a statement.
    func remember(_ prepared: PreparedStatement, for statement: PostgreSQLStatement) {
        while self.statements.count <= statement.number { self.statements.append(nil) }
        self.statements[statement.number] = prepared
    }

    /// Discards a prepared statement, so that it is prepared again when it is next used.
    func forget(_ statement: PostgreSQLStatement) {
        guard self.known(statement) != nil else { return }
        self.statements[statement.number] = nil
    }

    private func known(_ statement: PostgreSQLStatement) -> PreparedStatement? {
        statement.number < self.statements.count ? self.statements[statement.number] : nil
    }

    private func sendPreparation(_ statement: PostgreSQLStatement) throws(PostgreSQLFailure) {
        let handle = unsafe try self.live()
        // A name is never used twice, because a failed attempt may have left it on the server.
        self.statementNames += 1
        let stem = statement.name.utf8.count <= Self.nameLimit ? statement.name : "statement"
        let name = "\(stem)_\(self.statementNames)"
        guard unsafe PQsendPrepare(handle, name, statement.text, 0, nil) == 1 else { throw self.lost() }
        self.pending.append(.preparation(statement))
        self.hasUnsynced = true
        guard unsafe PQsendDescribePrepared(handle, name) == 1 else { throw self.lost() }
        self.pending.append(.description(statement, name: name))
    }
}
