import CLibPQ
import Synchronization

/// The text of a statement that each connection prepares when it first needs it.
///
/// Make each statement once and keep it, as a static constant or in a table: every connection remembers it for good.
package final class PostgreSQLStatement: Sendable {
    /// What a statement does to the transaction, as far as a connection must know it.
    enum Kind {
        /// Begins a block.
        case begin
        /// Commits a block.
        case commit
        /// Gives a block up.
        case rollback
        /// Leaves nothing behind that could be committed.
        case reading
        /// Anything else, which is taken to write.
        case writing
    }

    private static let counter = Atomic<Int>(0)

    /// Begins a transaction.
    package static let begin = PostgreSQLStatement("begin", "BEGIN")
    /// Commits a transaction.
    package static let commit = PostgreSQLStatement("commit", "COMMIT")
    /// Gives a transaction up.
    package static let rollback = PostgreSQLStatement("rollback", "ROLLBACK")

    /// The name by which errors speak of the statement.
    package let name: String
    /// The statement with `$1`, `$2` and so on for its parameters.
    package let text: String
    /// The statement's place in the memory of a connection, unlike any other's.
    let number: Int
    /// What the statement does to the transaction.
    let kind: Kind

    /// A statement; `COMMIT AND CHAIN` and `ROLLBACK AND CHAIN` must not be among them.
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

/// What a connection knows of a statement that it has prepared.
struct PreparedStatement {
    /// The name that the server knows it by.
    let name: String
    /// The types of its parameters, as the server inferred them.
    let types: [Oid]
}
