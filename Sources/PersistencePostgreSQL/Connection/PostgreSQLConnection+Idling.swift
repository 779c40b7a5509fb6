import CLibPQ

extension PostgreSQLConnection {
    /// Blocks the thread until the descriptor is signaled; throws as soon as the connection is lost.
    ///
    /// So the pool notices a lost server at once, and not only with the next job.
    func idle(until call: WakeDescriptor) throws(PostgreSQLFailure) {
        while true {
            let readiness = Readiness.wait(
                socket: unsafe PQsocket(try self.live()),
                reading: true,
                closing: self.interruption.wake,
                calling: call,
                limit: nil
            )
            if readiness.isClosed { throw self.lost(PostgreSQLFailure(.closed)) }
            if readiness.isReadable { try self.readUnasked() }
            if readiness.isCalled { return }
        }
    }

    /// Checks without waiting whether the connection was lost; throws if so.
    func check() throws(PostgreSQLFailure) {
        let readiness = Readiness.wait(
            socket: unsafe PQsocket(try self.live()),
            reading: true,
            closing: self.interruption.wake,
            limit: .zero
        )
        if readiness.isReadable { try self.readUnasked() }
    }

    /// Settles what a job left: reads every answer, and rolls back a transaction that is still open.
    ///
    /// It throws when a statement without a reader has failed, and when a transaction was left open.
    func settle() throws(PostgreSQLFailure) {
        guard self.isOpen else { return }
        do {
            try self.drain()
        } catch {
            try self.rollBack()
            throw error
        }
        guard self.isInBlock else { return }
        try self.rollBack()
        throw .misuse("The work left a transaction open, which was rolled back.")
    }

    /// Rolls back a transaction that is still open, and discards every answer without a reader.
    func rollBack() throws(PostgreSQLFailure) {
        guard self.isOpen else { return }
        do {
            try self.drain()
        } catch {
            if error.isConnectionLost { throw error }
        }
        if self.isInBlock { try self.query(.rollback) }
        _ = self.takeChangedRows()
    }

    /// Reads what the server sends unasked.
    private func readUnasked() throws(PostgreSQLFailure) {
        let handle = unsafe try self.live()
        let isAlive = unsafe PQconsumeInput(handle) == 1
        // `PQisBusy` parses the messages, although no answer is among them.
        _ = unsafe PQisBusy(handle)
        guard isAlive, self.notices.lastFailure == nil, unsafe PQstatus(handle) == CONNECTION_OK else {
            throw self.lost()
        }
    }
}
