/// The reason why the database did not do what the server asked, with a remedy for the operator.
///
/// It contains no value, password or connection string.
package struct PostgreSQLFailure: Error, Equatable, Sendable {
    /// The kind of a failure; an operator treats each differently.
    package enum Code: String, CaseIterable, Sendable {
        /// No server could be reached.
        case unreachable = "postgresql_unreachable"
        /// The server was reached, but no connection with the requested encryption could be made.
        case encryption = "postgresql_encryption"
        /// The connection string or the settings cannot be parsed.
        case invalidSettings = "postgresql_invalid_settings"
        /// The connection ended while it was in use.
        case connectionLost = "postgresql_connection_lost"
        /// The server stayed silent for longer than the limit.
        case unresponsive = "postgresql_unresponsive"
        /// The server shuts down, starts, or ended the connection by an administrator's order.
        case shutdown = "postgresql_shutdown"
        /// The password is wrong, the role does not exist, or it may not connect from here.
        case authentication = "postgresql_authentication"
        /// The database does not exist.
        case noDatabase = "postgresql_no_database"
        /// The server or the role has no connection left.
        case tooManyConnections = "postgresql_too_many_connections"
        /// The server accepts no writes.
        case readOnly = "postgresql_read_only"
        /// The server's disk is full.
        case diskFull = "postgresql_disk_full"
        /// The server cannot read or write its disk, or finds its files damaged.
        case diskFailure = "postgresql_disk_failure"
        /// The server, or this process, lacks memory, descriptors or another resource.
        case outOfResources = "postgresql_out_of_resources"
        /// The server is older than the oldest supported release.
        case tooOld = "postgresql_too_old"
        /// The server's settings may lose what it has acknowledged.
        case unsafeSettings = "postgresql_unsafe_settings"
        /// The database's encoding is not UTF-8.
        case wrongEncoding = "postgresql_wrong_encoding"
        /// The statement was canceled, here or by a limit of the server.
        case canceled = "postgresql_canceled"
        /// Another session held a lock for too long.
        case lockTimeout = "postgresql_lock_timeout"
        /// The transaction conflicted with another; the whole transaction may be run again.
        case conflict = "postgresql_conflict"
        /// A row violates a constraint of the schema.
        case constraint = "postgresql_constraint"
        /// A table, a schema, a column or a function does not exist.
        case missingObject = "postgresql_missing_object"
        /// The role lacks a privilege.
        case permission = "postgresql_permission"
        /// The schema changed under a prepared statement; the transaction may be run again.
        case changedSchema = "postgresql_changed_schema"
        /// The transaction had failed before, so nothing of it is kept.
        case rolledBack = "postgresql_rolled_back"
        /// The server committed, but an operator ended its wait for the standby that must have the transaction too.
        case unconfirmed = "postgresql_unconfirmed"
        /// The program used the connection wrongly.
        case misuse = "postgresql_misuse"
        /// The connection, or the pool, was closed.
        case closed = "postgresql_closed"
        /// Too many jobs wait.
        case overloaded = "postgresql_overloaded"
        /// Any other failure.
        case other = "postgresql_other"
    }

    /// The kind of the failure.
    package var code: Code
    /// The five characters of the SQLSTATE, where the server sent one.
    package var state: String?
    /// The name of the statement that failed.
    package var statement: String?
    /// The name of the constraint that a row violates.
    package var constraint: String?
    /// A detail of the server or the program, for the log.
    package var detail: String?
    /// Whether the connection is gone, and with it everything that was not committed.
    package var isConnectionLost = false
    /// Whether a commit was under way whose outcome is unknown: it may have happened or not.
    package var isCommitUnknown = false

    /// Creates a failure that this side found.
    package init(_ code: Code, detail: String? = nil) {
        self.code = code
        self.detail = detail
    }

    /// Whether the whole transaction may be run again as it is.
    package var isRetryable: Bool { self.code == .conflict || self.code == .changedSchema }

    /// Creates a failure for wrong use of the connection by the program.
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
