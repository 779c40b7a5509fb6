import CLibPQ
import PersistenceSQL
import Synchronization

/// The statements that do for many what those of `Query` do for one; each is made when it is first needed.
enum BatchStatements {
    /// Where evidence lies, by app, digest and date.
    static let evidence = PostgreSQLStatement(
        "evidencePlaces",
        """
        SELECT q.n, evidence.position
        FROM \(BatchText.unnested(["bigint", "bytea", "bigint"])) WITH ORDINALITY AS q (p1, p2, p3, n)
        JOIN evidence ON evidence.app = q.p1 AND evidence.digest = q.p2 AND evidence.signed_at = q.p3
        """
    )
    /// The next so many numbers of evidence, of originals and of customers.
    static let evidenceNumbers = Self.numbers("evidence", "position")
    static let originalNumbers = Self.numbers("original", "id")
    static let customerNumbers = Self.numbers("customer", "id")

    private static let made = Mutex<[String: PostgreSQLStatement]>([:])

    /// A statement that asks a question many times.
    static func questions(_ query: Query, _ types: [Oid]) -> PostgreSQLStatement? {
        Self.statement("\(query)Batch") { BatchText.questions(query.postgreSQL, types) }
    }

    /// A statement that sends what was kept back.
    static func changes(_ kept: Kept, _ types: [Oid]) -> PostgreSQLStatement? {
        Self.statement("\(kept)Rows") {
            kept.sql ?? kept.query.flatMap { BatchText.changes($0.postgreSQL, types) }
        }
    }

    private static func statement(_ name: String, text: () -> String?) -> PostgreSQLStatement? {
        Self.made.withLock { made in
            if let known = made[name] { return known }
            made[name] = text().map { PostgreSQLStatement(name, $0) }
            return made[name]
        }
    }

    private static func numbers(_ table: String, _ column: String) -> PostgreSQLStatement {
        PostgreSQLStatement(
            "\(table)Numbers",
            """
            SELECT nextval(name) FROM (SELECT pg_get_serial_sequence('\(table)', '\(column)')::regclass AS name OFFSET 0)
            AS sequence, generate_series(1, $1::bigint)
            """
        )
    }
}
