import CLibPQ

extension PostgreSQLConnection {
    /// Blocks the thread until it is called for something else; throws as soon as the connection is lost.
    ///
    /// So a server that went is noticed at once, not by the next one who needs it.
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

    /// Looks whether the connection was lost, without waiting; throws if so.
    func check() throws(PostgreSQLFailure) {
        let readiness = Readiness.wait(
            socket: unsafe PQsocket(try self.live()),
            reading: true,
            closing: self.interruption.wake,
            limit: .zero
        )
        if readiness.isReadable { try self.readUnasked() }
    }

    /// Takes up what a job left: reads every answer, and gives up a transaction that is still open.
    ///
    /// It throws when a statement had failed that nobody waited for, and when a transaction was left open.
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

    /// Gives up a transaction that is still open, and every answer that nobody waits for.
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

    /// Takes in what the server says without being asked.
    private func readUnasked() throws(PostgreSQLFailure) {
        let handle = unsafe try self.live()
        let isAlive = unsafe PQconsumeInput(handle) == 1
        // This reads messages, though there is no answer among them.
        _ = unsafe PQisBusy(handle)
        guard isAlive, self.notices.lastFailure == nil, unsafe PQstatus(handle) == CONNECTION_OK else {
            throw self.lost()
        }
    }
}
