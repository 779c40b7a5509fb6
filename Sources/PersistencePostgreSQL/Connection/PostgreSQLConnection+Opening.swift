import CLibPQ

extension PostgreSQLConnection {
    /// The oldest supported release of the server, as libpq writes it.
    package static let oldestServerVersion = 130_000

    /// Sets what the session relies on, and reads back the settings that are required.
    ///
    /// Setting a value that is already set protects the session from a later change of the server's configuration. A
    /// session that hangs within a transaction, in which it may hold the lock that all writers of all nodes wait for,
    /// is ended after ten seconds; no code here takes nearly as long between two statements.
    private static let checkSession = PostgreSQLStatement(
        "check_session",
        """
        SELECT set_config('standard_conforming_strings', 'on', false),
        set_config('synchronous_commit', current_setting('synchronous_commit'), false),
        current_setting('fsync'), current_setting('server_encoding'),
        set_config('idle_in_transaction_session_timeout', '10s', false)
        """
    )
    /// Lets the server notice, while a statement runs, that the client is gone.
    private static let watchClient = PostgreSQLStatement(
        "watch_client",
        "SELECT set_config('client_connection_check_interval', '10000', false)"
    )
    /// The first release with `client_connection_check_interval`.
    private static let watchingServerVersion = 140_000

    /// Tries the servers one after another.
    func open(_ plan: ConnectionPlan, _ onServerFailure: (PostgreSQLFailure) -> Void) throws(PostgreSQLFailure) {
        var worst: PostgreSQLFailure?
        for (index, attempt) in plan.attempts.enumerated() {
            do throws(PostgreSQLFailure) {
                try self.connect(attempt, limit: plan.limit)
                try self.checkServer()
                return
            } catch {
                self.finish()
                self.reset()
                if worst.map({ $0.code == .unreachable || $0.code == .unresponsive }) ?? true { worst = error }
                // libpq too stops at a refused password instead of trying the next server.
                if error.code == .closed || error.code == .authentication { throw error }
                if index + 1 < plan.attempts.count { onServerFailure(error) }
            }
        }
        throw worst ?? PostgreSQLFailure(.invalidSettings)
    }

    /// Connects to one server within the time limit.
    private func connect(
        _ attempt: [(keyword: String, value: String)],
        limit: Duration
    ) throws(PostgreSQLFailure) {
        let deadline = ContinuousClock.now + limit
        let pairs = CStringPairs(attempt)
        guard let handle = unsafe pairs.withLists({ unsafe PQconnectStartParams($0, $1, 1) }) else {
            throw PostgreSQLFailure(.outOfResources)
        }
        unsafe self.handle = unsafe handle
        unsafe self.notices.receive(from: handle)
        // libpq's text for a failed connection has the SQLSTATE only with this verbosity.
        unsafe PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        var progress = unsafe PQstatus(handle) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
        while progress != PGRES_POLLING_OK {
            guard progress == PGRES_POLLING_READING || progress == PGRES_POLLING_WRITING else {
                throw unsafe self.refusal(handle)
            }
            let readiness = Readiness.wait(
                socket: unsafe PQsocket(handle),
                reading: progress == PGRES_POLLING_READING,
                writing: progress == PGRES_POLLING_WRITING,
                closing: self.interruption.wake,
                limit: deadline - ContinuousClock.now
            )
            if readiness.isClosed { throw PostgreSQLFailure(.closed) }
            if readiness.isEmpty {
                throw PostgreSQLFailure(.unreachable, detail: "The server did not answer within the limit.")
            }
            progress = unsafe PQconnectPoll(handle)
        }
        unsafe PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        guard unsafe PQsetnonblocking(handle, 1) == 0, unsafe PQenterPipelineMode(handle) == 1 else {
            throw PostgreSQLFailure(.other, detail: "The connection cannot be used in a pipeline.")
        }
        unsafe self.interruption.attach(handle)
    }

    /// Returns why the server refused the connection.
    private func refusal(_ handle: OpaquePointer) -> PostgreSQLFailure {
        if unsafe PQconnectionNeedsPassword(handle) == 1 {
            return PostgreSQLFailure(.authentication, detail: "The server wants a password and none is given.")
        }
        return PostgreSQLFailure(connecting: unsafe String(cString: PQerrorMessage(handle)))
    }

    /// Checks that the server's settings lose no committed data.
    private func checkServer() throws(PostgreSQLFailure) {
        self.serverVersion = unsafe Int(PQserverVersion(try self.live()))
        guard self.serverVersion >= Self.oldestServerVersion else {
            throw PostgreSQLFailure(.tooOld, detail: "The server's version is \(self.serverVersion).")
        }
        let session = try self.query(Self.checkSession)
        let commit = try session.text(row: 0, column: 1)
        guard commit == "on" || commit == "remote_apply" else {
            throw PostgreSQLFailure(.unsafeSettings, detail: "synchronous_commit is \(commit).")
        }
        guard try session.text(row: 0, column: 2) == "on" else {
            throw PostgreSQLFailure(.unsafeSettings, detail: "fsync is off.")
        }
        let encoding = try session.text(row: 0, column: 3)
        guard encoding == "UTF8" else {
            throw PostgreSQLFailure(.wrongEncoding, detail: "The database's encoding is \(encoding).")
        }
        guard self.serverVersion >= Self.watchingServerVersion else { return }
        do {
            try self.query(Self.watchClient)
        } catch {
            // Not every operating system supports the check.
            if error.isConnectionLost { throw error }
        }
    }

    /// Resets everything that belonged to a lost connection.
    private func reset() {
        self.pending = PendingAnswers()
        self.failure = nil
        self.answers = []
        self.statements = []
        self.isInBlock = false
        self.hasUnsynced = false
        self.isSyncCommit = false
        self.unsyncedCommits = 0
        self.unsettledCommits = 0
        self.emptyAnswers = 0
        self.changed = 0
    }
}
