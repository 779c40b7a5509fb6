import CLibPQ

/// A connection to the server, used by one thread at a time, which blocks while it waits.
///
/// Statements are sent in a pipeline: `enqueue` does not wait, `query` and `drain` do, and everything sent before has
/// been answered when they return. Each of these two ends with a sync. Within a block (`BEGIN` … `COMMIT`, which are
/// ordinary statements) a sync has no further effect; outside of one it commits what was sent since the last one.
///
/// After an error the server skips what follows until the next sync. The next `query` or `drain` throws the first error
/// and has then reset the pipeline, so that `ROLLBACK` or `ROLLBACK TO SAVEPOINT` can follow. An error of code `misuse`
/// that is thrown before anything was sent changes nothing; any failure with `isConnectionLost` ends the connection,
/// and every later call fails.
@safe package final class PostgreSQLConnection {
    /// The number of buffered bytes at which they are written to the socket.
    private static let flushThreshold = 32768

    /// The part of the connection that other threads may use.
    package let interruption: PostgreSQLInterruption
    /// How long the server may stay silent while the connection waits for it.
    package var waitLimit: Duration
    /// An object of the owner that lives as long as the connection.
    package var attachment: AnyObject?
    /// The server's release, such as 150004 for 15.4.
    package internal(set) var serverVersion = 0
    /// Whether a server that accepts writes was requested.
    let needsWritable: Bool

    /// libpq's connection, until it is lost or closed.
    var handle: OpaquePointer?
    /// The messages that the server sends unasked.
    let notices = NoticeLog()
    /// What was sent and is not answered yet.
    var pending = PendingAnswers()
    /// The first error since the last one was thrown.
    var failure: PostgreSQLFailure?
    /// The answers that `query` returns, in the order of the statements.
    var answers: [PostgreSQLResult] = []
    /// The prepared statements, by their numbers.
    var statements: [PreparedStatement?] = []
    /// The number of names that prepared statements were given.
    var statementNames = 0
    /// The number of rows changed since the last call of `takeChangedRows`.
    var changed = 0
    /// Whether the next statement is inside a block.
    package internal(set) var isInBlock = false
    /// Whether a message was sent since the last sync.
    var hasUnsynced = false
    /// The number of commits sent since the last sync.
    var unsyncedCommits = 0
    /// The number of commits sent whose outcome is not known yet.
    var unsettledCommits = 0
    /// Whether a statement was sent since the last sync that the sync commits.
    var isSyncCommit = false
    /// The number of successive answers that ended without having begun.
    var emptyAnswers = 0
    private var parameters = ParameterBuffer()
    private var unflushedBytes = 0

    /// Connects to the first suitable server, and checks that it loses no committed data.
    ///
    /// It fails with the failure that says most about the servers. The closure is called with the failure of each
    /// server while there are others to try.
    package init(
        _ settings: PostgreSQLSettings,
        interruption: PostgreSQLInterruption,
        onServerFailure: (PostgreSQLFailure) -> Void = { _ in }
    ) throws(PostgreSQLFailure) {
        let plan = try ConnectionPlan(settings)
        self.interruption = interruption
        self.waitLimit = settings.waitLimit
        self.needsWritable = plan.needsWritable
        unsafe self.handle = nil
        try self.open(plan, onServerFailure)
    }

    deinit { self.finish() }

    /// Whether the connection is neither lost nor closed, as far as it has noticed.
    package var isOpen: Bool { unsafe self.handle != nil }

    /// Sends a statement without waiting; the next `query` or `drain` throws its error.
    package func enqueue(
        _ statement: PostgreSQLStatement,
        _ values: [PostgreSQLValue] = []
    ) throws(PostgreSQLFailure) {
        try self.send(statement, values, isAwaited: false)
    }

    /// Sends a statement, waits until it and all statements before it are answered, and returns its rows.
    @discardableResult
    package func query(
        _ statement: PostgreSQLStatement,
        _ values: [PostgreSQLValue] = []
    ) throws(PostgreSQLFailure) -> PostgreSQLResult {
        try self.send(statement, values, isAwaited: true)
        try self.drain()
        guard let answer = self.answers.popLast() else { throw self.broken("The server gave no answer.") }
        return answer
    }

    /// Sends statements together, waits until all are answered, and returns the rows of each.
    package func queries(
        _ statements: [(statement: PostgreSQLStatement, values: [PostgreSQLValue])]
    ) throws(PostgreSQLFailure) -> [PostgreSQLResult] {
        for (statement, values) in statements { try self.send(statement, values, isAwaited: true) }
        try self.drain()
        defer { self.answers = [] }
        guard self.answers.count == statements.count else { throw self.broken("The server gave no answer.") }
        return self.answers
    }

    /// Waits until everything that was sent is answered, and throws the first error.
    package func drain() throws(PostgreSQLFailure) {
        if self.hasUnsynced { try self.sync() }
        try self.readAll()
        guard let failure = self.failure else { return }
        self.failure = nil
        self.answers = []
        throw failure
    }

    /// Returns the number of rows changed since the last call; call `drain` first to count all of them.
    package func takeChangedRows() -> Int {
        defer { self.changed = 0 }
        return self.changed
    }

    /// Closes the connection; what was not committed is lost.
    package func close() { self.finish() }

    /// Returns libpq's connection; throws when it is gone.
    func live() throws(PostgreSQLFailure) -> OpaquePointer {
        guard !self.interruption.isClosed else { throw self.lost(PostgreSQLFailure(.closed)) }
        guard let handle = unsafe self.handle else {
            var failure = PostgreSQLFailure(.connectionLost)
            failure.isConnectionLost = true
            throw failure
        }
        return unsafe handle
    }

    /// Sends a sync, at which the server continues after an error, and everything that is buffered.
    func sync() throws(PostgreSQLFailure) {
        let handle = unsafe try self.live()
        if self.isSyncCommit { self.addCommit() }
        guard unsafe PQpipelineSync(handle) == 1 else { throw self.lost() }
        self.pending.append(.sync(commits: self.unsyncedCommits))
        self.hasUnsynced = false
        self.isSyncCommit = false
        self.unsyncedCommits = 0
        try self.flush()
    }

    /// Writes everything that is buffered, reading meanwhile, so that both sides cannot wait for each other.
    func flush() throws(PostgreSQLFailure) {
        self.unflushedBytes = 0
        while true {
            let rest = unsafe PQflush(try self.live())
            guard rest >= 0 else { throw self.lost() }
            guard rest > 0 else { return }
            try self.wait(writing: true)
        }
    }

    private func send(
        _ statement: PostgreSQLStatement,
        _ values: [PostgreSQLValue],
        isAwaited: Bool
    ) throws(PostgreSQLFailure) {
        // After an error the server would skip the statement.
        guard self.failure == nil, let prepared = try self.prepared(statement) else { return }
        let handle = unsafe try self.live()
        try self.parameters.fill(values, as: prepared.types, of: statement)
        self.note(statement.kind)
        let isSent = unsafe self.parameters.withPointers { count, places, counts, formats in
            unsafe PQsendQueryPrepared(handle, prepared.name, count, places, counts, formats, 1)
        }
        guard isSent == 1 else { throw self.lost() }
        self.pending.append(.run(statement, isAwaited: isAwaited))
        self.hasUnsynced = true
        self.unflushedBytes += self.parameters.byteCount + 64
        if self.unflushedBytes > Self.flushThreshold { try self.flush() }
    }

    /// Tracks the effect of a statement on the transaction.
    private func note(_ kind: PostgreSQLStatement.Kind) {
        switch kind {
        case .begin: self.isInBlock = true
        case .rollback: self.isInBlock = false
        case .commit:
            self.isInBlock = false
            self.addCommit()
        case .writing: if !self.isInBlock { self.isSyncCommit = true }
        case .reading: break
        }
    }

    private func addCommit() {
        self.unsyncedCommits += 1
        self.unsettledCommits += 1
        self.interruption.setCommitting(true)
    }
}

/// What the server sent on a connection unasked.
///
/// It is used by the thread of its connection: libpq calls back on the thread that calls it.
final class NoticeLog {
    /// Whether a commit's wait for its standby was ended before the standby had it, since this was last set to `false`.
    ///
    /// The server only sends a warning then, and answers as for any other commit.
    var hasUnconfirmedCommit = false
    /// The message with which the server ended the connection while no statement was running.
    private(set) var lastFailure: PostgreSQLFailure?

    /// Starts receiving the messages of a connection, which must be closed before this object is freed.
    func receive(from connection: OpaquePointer) {
        unsafe PQsetNoticeReceiver(
            connection,
            { context, result in
                guard let context = unsafe context, let result = unsafe result else { return }
                unsafe Unmanaged<NoticeLog>.fromOpaque(context).takeUnretainedValue().take(result)
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    private func take(_ result: OpaquePointer) {
        if unsafe PostgreSQLFailure.isFatal(result) {
            self.lastFailure = unsafe PostgreSQLFailure(result: result, statement: nil)
        } else if unsafe PostgreSQLFailure.field(DIAGNOSTIC_FUNCTION, of: result) == "SyncRepWaitForLSN" {
            // The warning has no SQLSTATE of its own and is in the server's language, but names its place in the
            // source.
            self.hasUnconfirmedCommit = true
        }
    }
}
