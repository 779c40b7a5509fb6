import CLibPQ

extension PostgreSQLConnection {
    /// The most bytes of a statement's name from which its name on the server is made; the server keeps 63.
    private static let nameLimit = 40

    /// Prepares statements that will be needed, in one exchange.
    ///
    /// Without it each is prepared when it is first used, at the price of an exchange of its own.
    package func prepare(_ statements: [PostgreSQLStatement]) throws(PostgreSQLFailure) {
        for statement in statements where self.known(statement) == nil && self.failure == nil {
            try self.sendPreparation(statement)
        }
        try self.drain()
    }

    /// What is known of a statement, which is prepared if need be; `nil` when an error waits to be thrown.
    ///
    /// It waits without a sync, which would commit what was sent outside of a block.
    func prepared(_ statement: PostgreSQLStatement) throws(PostgreSQLFailure) -> PreparedStatement? {
        if let known = self.known(statement) { return known }
        try self.sendPreparation(statement)
        guard unsafe PQsendFlushRequest(try self.live()) == 1 else { throw self.lost() }
        try self.readAll()
        return self.failure == nil ? self.known(statement) : nil
    }

    /// The types of a statement's parameters, or `nil` when an error waits to be thrown.
    func parameterTypes(of statement: PostgreSQLStatement) throws(PostgreSQLFailure) -> [Oid]? {
        try self.prepared(statement)?.types
    }

    /// Keeps what the server told of a statement.
    func remember(_ prepared: PreparedStatement, for statement: PostgreSQLStatement) {
        while self.statements.count <= statement.number { self.statements.append(nil) }
        self.statements[statement.number] = prepared
    }

    /// Lets a statement be prepared anew when it is next used.
    func forget(_ statement: PostgreSQLStatement) {
        guard self.known(statement) != nil else { return }
        self.statements[statement.number] = nil
    }

    private func known(_ statement: PostgreSQLStatement) -> PreparedStatement? {
        statement.number < self.statements.count ? self.statements[statement.number] : nil
    }

    private func sendPreparation(_ statement: PostgreSQLStatement) throws(PostgreSQLFailure) {
        let handle = unsafe try self.live()
        // Never the same name twice, because an attempt that failed may have left one.
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
