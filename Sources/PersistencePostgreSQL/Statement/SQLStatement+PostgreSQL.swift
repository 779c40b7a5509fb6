import Foundation
import Ledger
import PersistenceSQL
import Synchronization

extension SQLStatement {
    /// The statement in PostgreSQL's dialect.
    ///
    /// SQLite's functions are renamed where only the names differ; a statement that differs otherwise brings its own.
    var postgreSQL: String { self.ownPostgreSQL ?? Self.translated(self.sql) }

    /// The statement as a connection to PostgreSQL prepares it.
    var prepared: PostgreSQLStatement {
        Self.preparations.withLock { known in
            while known.count <= self.number { known.append(nil) }
            if let statement = known[self.number] { return statement }
            let statement = PostgreSQLStatement("statement \(self.number)", self.postgreSQL)
            known[self.number] = statement
            return statement
        }
    }

    /// The statement that also returns the number of the row that it inserts.
    var insertion: PostgreSQLStatement {
        Self.insertions.withLock { known in
            if let statement = known[self.number] { return statement }
            let statement = PostgreSQLStatement(
                "statement \(self.number) with its key",
                self.postgreSQL + " RETURNING \(self.insertedKey)"
            )
            known[self.number] = statement
            return statement
        }
    }

    private static let preparations = Mutex<[PostgreSQLStatement?]>([])
    private static let insertions = Mutex<[Int: PostgreSQLStatement]>([:])

    /// The column that numbers the rows of the table into which a statement inserts.
    var insertedKey: String { self == .evidence.insertEvidence ? "position" : "id" }

    private static func translated(_ sql: String) -> String {
        let words = sql.replacing(/\bCROSS JOIN\b/, with: "JOIN")
            .replacing(/\ INDEXED BY \w+/, with: "")
            .replacing(/\bifnull\(/, with: "coalesce(")
            // SQLite's max of two values is PostgreSQL's greatest; no statement uses the max of a column.
            .replacing(/\bmax\(/, with: "greatest(")
        var numbered = ""
        var count = 0
        for character in words {
            if character == "?" {
                count += 1
                numbered += "$\(count)"
            } else {
                numbered.append(character)
            }
        }
        return numbered
    }
}

extension SQLValue {
    /// The value as a parameter for PostgreSQL.
    var forPostgreSQL: PostgreSQLValue {
        switch self {
        case .null: .null
        case .integer(let integer): .integer(integer)
        case .text(let text): .text(text)
        case .bytes(let bytes): .bytes(bytes)
        case .token(let token): .bytes(token.bytes)
        }
    }
}
