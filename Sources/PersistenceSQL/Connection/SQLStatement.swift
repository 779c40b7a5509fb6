import Synchronization

/// A statement with its SQL, which each connection prepares when it first runs it.
///
/// It lies beside the code that uses it, in a group for each noun such as `WalletStatements`.
package final class SQLStatement: Hashable, Sendable {
    private static let counter = Atomic<Int>(0)

    /// The place of the statement in a connection's table of prepared statements.
    package let number: Int
    /// The SQL for SQLite, with a question mark for each value.
    package let sql: String
    /// The SQL for PostgreSQL where it is not a translation of the SQL for SQLite.
    package let ownPostgreSQL: String?
    /// Whether it only reads.
    let isReading: Bool

    /// Creates a statement; once for each place in the code, because every connection keeps it for its whole life.
    init(_ sql: String, postgreSQL: String? = nil) {
        self.number = Self.counter.wrappingAdd(1, ordering: .relaxed).oldValue
        self.sql = sql
        self.ownPostgreSQL = postgreSQL
        self.isReading = sql.hasPrefix("SELECT")
    }

    /// Returns a statement that takes a given count of numbers for new rows in advance; on SQLite, where only one
    /// process writes, the next number.
    static func takingNumbers(of table: String, _ column: String) -> SQLStatement {
        SQLStatement(
            "SELECT coalesce((SELECT max(\(column)) FROM \(table)), 0) + 1 WHERE ? > 0",
            postgreSQL: """
                SELECT nextval(name)
                FROM (SELECT pg_get_serial_sequence('\(table)', '\(column)')::regclass AS name OFFSET 0) AS sequence,
                generate_series(1, $1::bigint)
                """
        )
    }

    /// Every statement with its name, which tests prepare and whose plans they read: none may scan a table.
    package static var all: [(name: String, statement: SQLStatement)] {
        let groups: [any Sendable] = [
            Self.accessKeys, Self.appStoreRequests, Self.audit, Self.catalogs, Self.chains, Self.cluster,
            Self.customers, Self.decisions, Self.entitlements, Self.erasure, Self.events, Self.evidence,
            Self.figures, Self.fulfillments, Self.gauges, Self.healing, Self.held, Self.imports, Self.interned,
            Self.legacyUsage,
            Self.names, Self.operators, Self.orders, Self.ownership, Self.prices, Self.receipts, Self.refunds,
            Self.reportedRefunds, Self.reports, Self.risks, Self.sales, Self.seats, Self.sinks, Self.transactions,
            Self.wallets, Self.watch, Self.webhooks, Self.work,
        ]
        return groups.flatMap { group in
            Mirror(reflecting: group).children.flatMap { child in
                let statements = (child.value as? SQLStatement).map { [$0] } ?? child.value as? [SQLStatement] ?? []
                return statements.map { (name: child.label ?? "", statement: $0) }
            }
        }
    }

    /// Returns whether both are the same statement, not only the same SQL.
    package static func == (left: SQLStatement, right: SQLStatement) -> Bool { left === right }

    /// Hashes the identity of the statement.
    package func hash(into hasher: inout Hasher) { hasher.combine(self.number) }
}

/// The statements on transactions, and on the counters that make a commit write.
package struct TransactionStatements: Sendable {
    package let begin = SQLStatement("BEGIN IMMEDIATE", postgreSQL: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
    package let beginReading = SQLStatement(
        "BEGIN DEFERRED",
        postgreSQL: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    )
    package let commit = SQLStatement("COMMIT")
    package let rollback = SQLStatement("ROLLBACK")
    package let beginUnit = SQLStatement("SAVEPOINT unit", postgreSQL: "SAVEPOINT unit")
    package let endUnit = SQLStatement("RELEASE unit", postgreSQL: "RELEASE SAVEPOINT unit")
    package let rollbackUnit = SQLStatement("ROLLBACK TO unit", postgreSQL: "ROLLBACK TO SAVEPOINT unit")
    package let beginPreview = SQLStatement("SAVEPOINT preview", postgreSQL: "SAVEPOINT preview")
    package let rollbackPreview = SQLStatement("ROLLBACK TO preview", postgreSQL: "ROLLBACK TO SAVEPOINT preview")
    package let endPreview = SQLStatement("RELEASE preview", postgreSQL: "RELEASE SAVEPOINT preview")
    package let countProbe = SQLStatement("UPDATE counter SET probes = probes + 1 WHERE id = 1")
    package let countRepeat = SQLStatement("UPDATE counter SET repeats = repeats + 1 WHERE id = 1")
    package let countSubmission = SQLStatement(
        "UPDATE counter SET submissions = submissions + 1 WHERE id = 1 RETURNING submissions"
    )
    package let submissionCount = SQLStatement("SELECT submissions FROM counter WHERE id = ?")
    package let putSubmissionCount = SQLStatement("UPDATE counter SET submissions = ? WHERE id = ?")
}

extension SQLStatement {
    /// The statements on transactions, and on the counters that make a commit write.
    package static let transactions = TransactionStatements()
}
