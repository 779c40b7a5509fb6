import CLibPQ
import Synchronization

/// The text of a statement, which each connection prepares when it first runs it.
///
/// Create each statement once, as a static constant or in a table: every connection keeps it for its whole life.
package final class PostgreSQLStatement: Sendable {
    /// The effect of a statement on the transaction, as far as a connection must know it.
    enum Kind {
        /// Begins a block.
        case begin
        /// Commits a block.
        case commit
        /// Rolls a block back.
        case rollback
        /// Only reads, and leaves nothing to commit.
        case reading
        /// Any other statement, which is assumed to write.
        case writing
    }

    private static let counter = Atomic<Int>(0)

    /// Begins a transaction.
    package static let begin = PostgreSQLStatement("begin", "BEGIN")
    /// Commits a transaction.
    package static let commit = PostgreSQLStatement("commit", "COMMIT")
    /// Rolls a transaction back.
    package static let rollback = PostgreSQLStatement("rollback", "ROLLBACK")

    /// The name of the statement in errors.
    package let name: String
    /// The text of the statement, with `$1`, `$2` and so on for its parameters.
    package let text: String
    /// The unique index of the statement in each connection's table of prepared statements.
    let number: Int
    /// The effect of the statement on the transaction.
    let kind: Kind

    /// Creates a statement, which must not be `COMMIT AND CHAIN` or `ROLLBACK AND CHAIN`.
    package init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
        self.number = Self.counter.wrappingAdd(1, ordering: .relaxed).oldValue
        self.kind = Self.kind(of: text)
    }

    private static func kind(of text: String) -> Kind {
        let words = text.split(maxSplits: 3, whereSeparator: { $0.isWhitespace || $0 == ";" || $0 == "(" })
            .prefix(3).map { $0.uppercased() }
        switch words.first {
        case "BEGIN", "START": return .begin
        case "COMMIT", "END": return .commit
        case "ROLLBACK", "ABORT": return words.contains("TO") ? .reading : .rollback
        case "SELECT", "VALUES", "TABLE", "SHOW", "SET", "RESET", "EXPLAIN", "SAVEPOINT", "RELEASE": return .reading
        default: return .writing
        }
    }
}

/// What a connection knows about a statement that it has prepared.
struct PreparedStatement {
    /// The name of the statement on the server.
    let name: String
    /// The types of its parameters, as the server inferred them.
    let types: [Oid]
}
