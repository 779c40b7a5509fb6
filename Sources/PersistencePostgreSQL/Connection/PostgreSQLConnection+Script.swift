import CLibPQ

extension PostgreSQLConnection {
    /// Runs several statements at once, without parameters and results, for migrations.
    ///
    /// Outside of a block they are one transaction, unless they contain `BEGIN` and `COMMIT` themselves. What was sent
    /// before is answered first. The first error is thrown, and nothing after it has run.
    package func execute(script: String) throws(PostgreSQLFailure) {
        try self.drain()
        let handle = unsafe try self.live()
        guard unsafe PQexitPipelineMode(handle) == 1 else { throw self.broken("The pipeline does not end.") }
        // The connection does not parse a script, so it assumes that the script commits.
        self.unsettledCommits += 1
        self.interruption.setCommitting(true)
        guard unsafe PQsendQuery(handle, script) == 1 else { throw self.lost() }
        try self.flush()
        let failure = try self.readScript()
        let doubt = self.takeDoubt(failure)
        self.settleScript()
        guard unsafe PQenterPipelineMode(handle) == 1 else { throw self.broken("The pipeline does not begin.") }
        if let failure = doubt ?? failure { throw failure }
    }

    /// Reads all answers and returns the first error among them.
    private func readScript() throws(PostgreSQLFailure) -> PostgreSQLFailure? {
        var failure: PostgreSQLFailure?
        while true {
            let handle = unsafe try self.live()
            guard unsafe PQisBusy(handle) == 0 else {
                try self.wait(writing: unsafe PQflush(handle) > 0)
                continue
            }
            guard let result = unsafe PQgetResult(handle) else { return failure }
            defer { unsafe PQclear(result) }
            switch unsafe PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: break
            case PGRES_FATAL_ERROR:
                let found = unsafe PostgreSQLFailure(result: result, statement: nil)
                if unsafe found.state == nil || PostgreSQLFailure.isFatal(result) { throw self.lost(found) }
                failure = failure ?? found
            default: throw self.lost(.misuse("A script must not copy."))
            }
        }
    }

    private func settleScript() {
        self.unsettledCommits -= 1
        if self.unsettledCommits == 0 { self.interruption.setCommitting(false) }
        guard let handle = unsafe self.handle else { return }
        let status = unsafe PQtransactionStatus(handle)
        self.isInBlock = status == PQTRANS_INTRANS || status == PQTRANS_INERROR
    }
}
