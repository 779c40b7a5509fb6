import CLibPQ

extension PostgreSQLConnection {
    /// Waits until everything that was sent is answered.
    func readAll() throws(PostgreSQLFailure) {
        while true {
            try self.readAvailable()
            if self.pending.isEmpty { return }
            let rest = unsafe PQflush(try self.live())
            guard rest >= 0 else { throw self.lost() }
            try self.wait(writing: rest > 0)
        }
    }

    /// Waits until the socket can be read or, if `writing`, written, and reads what the server sent.
    func wait(writing: Bool) throws(PostgreSQLFailure) {
        let handle = unsafe try self.live()
        let socket = unsafe PQsocket(handle)
        guard socket >= 0 else { throw self.lost() }
        let readiness = Readiness.wait(
            socket: socket,
            reading: true,
            writing: writing,
            closing: self.interruption.wake,
            limit: self.waitLimit
        )
        if readiness.isClosed { throw self.lost(PostgreSQLFailure(.closed)) }
        if readiness.isEmpty { throw self.lost(PostgreSQLFailure(.unresponsive)) }
        guard readiness.isReadable else { return }
        guard unsafe PQconsumeInput(handle) == 1 else { throw self.lost() }
        if writing { try self.readAvailable() }
    }

    /// Processes the answers that have arrived.
    func readAvailable() throws(PostgreSQLFailure) {
        while !self.pending.isEmpty {
            let handle = unsafe try self.live()
            guard unsafe PQisBusy(handle) == 0 else { return }
            if let result = unsafe PQgetResult(handle) {
                self.emptyAnswers = 0
                unsafe try self.take(result)
            } else if !self.pending.endAnswer() {
                self.emptyAnswers += 1
                guard self.emptyAnswers < 3 else { throw self.lost() }
            }
        }
    }

    /// Ends the connection because the server violated the protocol.
    func broken(_ detail: String) -> PostgreSQLFailure {
        self.lost(PostgreSQLFailure(.other, detail: detail))
    }

    /// Ends the connection and returns the reason: the given failure, or else the server's last message.
    func lost(_ cause: PostgreSQLFailure? = nil) -> PostgreSQLFailure {
        var failure = cause ?? self.lastFailure()
        failure.isConnectionLost = true
        failure.isCommitUnknown = self.unsettledCommits > 0
        self.finish()
        return failure
    }

    /// Frees all memory of libpq.
    func finish() {
        guard let handle = unsafe self.handle else { return }
        self.interruption.detach()
        unsafe self.handle = nil
        unsafe PQfinish(handle)
    }

    private func take(_ result: OpaquePointer) throws(PostgreSQLFailure) {
        guard let entry = self.pending.first else {
            unsafe PQclear(result)
            throw self.broken("The server sent an answer without a statement.")
        }
        self.pending.answer()
        switch unsafe PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: unsafe self.take(result, of: entry)
        case PGRES_PIPELINE_SYNC:
            unsafe PQclear(result)
            guard case .sync(let commits) = entry else { throw self.broken("The server's answers are out of step.") }
            self.settle(commits)
        case PGRES_FATAL_ERROR:
            defer { unsafe PQclear(result) }
            try unsafe self.note(result, of: entry)
        case PGRES_PIPELINE_ABORTED, PGRES_EMPTY_QUERY: unsafe PQclear(result)
        default:
            // A COPY, which would wait for data for ever.
            unsafe PQclear(result)
            throw self.lost(.misuse("The statement is of a kind that is not supported."))
        }
    }

    private func take(_ result: OpaquePointer, of entry: PendingAnswers.Entry) {
        switch entry {
        case .run(let statement, let isAwaited):
            if statement.kind == .commit, self.failure == nil, unsafe Self.isRolledBack(result) {
                self.failure = PostgreSQLFailure(.rolledBack)
                self.failure?.statement = statement.name
            }
            // The result owns the memory from here on.
            let rows = unsafe PostgreSQLResult(result, of: statement)
            self.changed += rows.changedRows
            if isAwaited { self.answers.append(rows) }
        case .description(let statement, let name):
            let count = unsafe PQnparams(result)
            let types = (0..<count).map { unsafe PQparamtype(result, $0) }
            unsafe PQclear(result)
            self.remember(PreparedStatement(name: name, types: types), for: statement)
        case .preparation, .sync: unsafe PQclear(result)
        }
    }

    /// Returns whether the server answered a commit with a rollback, which it does without an error after an earlier
    /// one.
    private static func isRolledBack(_ result: OpaquePointer) -> Bool {
        unsafe PQcmdStatus(result).map { unsafe String(cString: $0) } == "ROLLBACK"
    }

    /// Returns the failure for a commit that the standby may not have, if there was one; otherwise the other failure.
    func takeDoubt(_ other: PostgreSQLFailure?) -> PostgreSQLFailure? {
        guard self.notices.hasUnconfirmedCommit else { return nil }
        self.notices.hasUnconfirmedCommit = false
        var failure = other ?? PostgreSQLFailure(.unconfirmed)
        failure.isCommitUnknown = true
        return failure
    }

    /// Resets the state at a sync.
    private func settle(_ commits: Int) {
        self.pending.removeFirst()
        if let doubt = self.takeDoubt(self.failure) { self.failure = doubt }
        self.unsettledCommits -= commits
        if commits > 0, self.unsettledCommits == 0 { self.interruption.setCommitting(false) }
        guard self.pending.isEmpty, let handle = unsafe self.handle else { return }
        let status = unsafe PQtransactionStatus(handle)
        self.isInBlock = status == PQTRANS_INTRANS || status == PQTRANS_INERROR
    }

    private func note(_ result: OpaquePointer, of entry: PendingAnswers.Entry) throws(PostgreSQLFailure) {
        let statement: PostgreSQLStatement? =
            switch entry {
            case .run(let statement, _), .preparation(let statement), .description(let statement, _): statement
            case .sync: nil
            }
        let failure = unsafe PostgreSQLFailure(result: result, statement: statement)
        if let statement, failure.code == .changedSchema { self.forget(statement) }
        // Without an SQLSTATE the error comes from libpq itself, which makes one when the connection is gone.
        if unsafe failure.state == nil || PostgreSQLFailure.isFatal(result) { throw self.lost(failure) }
        if self.failure == nil { self.failure = failure }
    }

    /// Returns the server's last message before the connection ended.
    private func lastFailure() -> PostgreSQLFailure {
        let plain = PostgreSQLFailure(.connectionLost)
        guard let handle = unsafe self.handle, unsafe PQstatus(handle) == CONNECTION_BAD else { return plain }
        var found: PostgreSQLFailure?
        var empty = 0
        while empty < 3 {
            guard let result = unsafe PQgetResult(handle) else {
                empty += 1
                continue
            }
            empty = 0
            if unsafe PQresultStatus(result) == PGRES_FATAL_ERROR, unsafe PostgreSQLFailure.isFatal(result) {
                found = unsafe PostgreSQLFailure(result: result, statement: nil)
            }
            unsafe PQclear(result)
        }
        return found ?? self.notices.lastFailure ?? plain
    }
}
