/// Why the database did not do what it was asked, in the words of whoever has to do something about it.
///
/// It holds no value, password or connection string.
package struct PostgreSQLFailure: Error, Equatable, Sendable {
    /// What kind of failure it is; an operator treats each differently.
    package enum Code: String, CaseIterable, Sendable {
        /// No server could be reached.
        case unreachable = "postgresql_unreachable"
        /// The server was reached, but no connection with the encryption that is asked for could be made.
        case encryption = "postgresql_encryption"
        /// The words that say where the database is cannot be understood.
        case invalidSettings = "postgresql_invalid_settings"
        /// The connection ended in the middle.
        case connectionLost = "postgresql_connection_lost"
        /// The server was silent for longer than anybody waits.
        case unresponsive = "postgresql_unresponsive"
        /// The server shuts down, starts, or ended the connection by an administrator's order.
        case shutdown = "postgresql_shutdown"
        /// The password is wrong, the role does not exist, or it may not come from here.
        case authentication = "postgresql_authentication"
        /// The database does not exist.
        case noDatabase = "postgresql_no_database"
        /// The server or the role has no connection left.
        case tooManyConnections = "postgresql_too_many_connections"
        /// The server takes no writes.
        case readOnly = "postgresql_read_only"
        /// The server's disk is full.
        case diskFull = "postgresql_disk_full"
        /// The server cannot read or write its disk, or finds its files damaged.
        case diskFailure = "postgresql_disk_failure"
        /// The server, or this process, has too little of something else.
        case outOfResources = "postgresql_out_of_resources"
        /// The server is of an older release than is supported.
        case tooOld = "postgresql_too_old"
        /// The server may lose what it has acknowledged.
        case unsafeSettings = "postgresql_unsafe_settings"
        /// The database keeps text in something else than UTF-8.
        case wrongEncoding = "postgresql_wrong_encoding"
        /// The statement was canceled, here or by a limit of the server.
        case canceled = "postgresql_canceled"
        /// Something else held a lock for too long.
        case lockTimeout = "postgresql_lock_timeout"
        /// Another transaction was in the way; the whole transaction may be run again.
        case conflict = "postgresql_conflict"
        /// A row broke a rule of the schema.
        case constraint = "postgresql_constraint"
        /// A table, a schema, a column or a function is not there.
        case missingObject = "postgresql_missing_object"
        /// The role may not do it.
        case permission = "postgresql_permission"
        /// The schema changed under a prepared statement; the transaction may be run again.
        case changedSchema = "postgresql_changed_schema"
        /// The transaction had failed before, so nothing of it is kept.
        case rolledBack = "postgresql_rolled_back"
        /// The server committed, but somebody ended its wait for the standby that must have the transaction too.
        case unconfirmed = "postgresql_unconfirmed"
        /// The program used the connection wrongly.
        case misuse = "postgresql_misuse"
        /// The connection, or what serves it, was closed.
        case closed = "postgresql_closed"
        /// Too much work is waiting.
        case overloaded = "postgresql_overloaded"
        /// Anything else.
        case other = "postgresql_other"
    }

    /// What kind of failure it is.
    package var code: Code
    /// The five characters of SQLSTATE, where the server said so itself.
    package var state: String?
    /// The name of the statement that failed.
    package var statement: String?
    /// The name of the rule that a row broke.
    package var constraint: String?
    /// What the server or the program says about it, for the log.
    package var detail: String?
    /// Whether the connection is gone, and with it whatever was not committed.
    package var isConnectionLost = false
    /// Whether a commit was under way whose outcome nobody knows: it may have happened or not.
    package var isCommitUnknown = false

    /// A failure that is found on this side.
    package init(_ code: Code, detail: String? = nil) {
        self.code = code
        self.detail = detail
    }

    /// Whether the whole transaction may simply be run again.
    package var isRetryable: Bool { self.code == .conflict || self.code == .changedSchema }

    /// A mistake of the program.
    static func misuse(_ detail: String, _ statement: PostgreSQLStatement? = nil) -> Self {
        var failure = Self(.misuse, detail: detail)
        failure.statement = statement?.name
        return failure
    }
}

extension PostgreSQLFailure: CustomStringConvertible {
    /// The failure in one line for the log.
    package var description: String {
        var line = self.code.rawValue
        if let state = self.state { line += " (\(state))" }
        if let statement = self.statement { line += " in \(statement)" }
        if let detail = self.detail { line += ": \(detail)" }
        if self.isCommitUnknown { line += " [whether the commit happened is unknown]" }
        return line
    }
}
