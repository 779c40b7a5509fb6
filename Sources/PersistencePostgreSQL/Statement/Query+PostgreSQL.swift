import Foundation
import Ledger
import PersistenceSQL

extension Query {
    /// The statement in PostgreSQL's words.
    ///
    /// The words of SQLite are translated where they differ by name only; what is said otherwise is listed here.
    var postgreSQL: String {
        switch self {
        // What the writers before have left is seen because the lock, which is asked for next, is waited for first.
        case .begin: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
        case .beginReading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        case .beginUnit: "SAVEPOINT unit"
        case .endUnit: "RELEASE SAVEPOINT unit"
        case .rollbackUnit: "ROLLBACK TO SAVEPOINT unit"
        case .beginPreview: "SAVEPOINT preview"
        case .rollbackPreview: "ROLLBACK TO SAVEPOINT preview"
        case .endPreview: "RELEASE SAVEPOINT preview"
        case .addToken: "UPDATE customer SET tokens = coalesce(tokens, ''::bytea) || $1 WHERE id = $2"
        case .eventsNaming: "SELECT number, body FROM event WHERE stream = $1 AND position($2::bytea IN body) > 0"
        case .forgetAnswersNaming:
            "DELETE FROM idempotent_request WHERE body IS NOT NULL AND position($1::bytea IN body) > 0"
        case .databaseTime: "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
        case .databaseBytes: "SELECT pg_database_size(current_database())"
        default: Self.translated(self.sql)
        }
    }

    /// The column that numbers the rows of the table into which a statement inserts.
    var insertedKey: String { self == .insertEvidence ? "position" : "id" }

    private static func translated(_ sql: String) -> String {
        let words = sql.replacing(/\bCROSS JOIN\b/, with: "JOIN")
            .replacing(/\ INDEXED BY \w+/, with: "")
            .replacing(/\bifnull\(/, with: "coalesce(")
            // SQLite's max of two is PostgreSQL's greatest; that of a column is used nowhere.
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
    /// The value in PostgreSQL's form.
    var forPostgreSQL: PostgreSQLValue {
        switch self {
        case .null: .null
        case .integer(let integer): .integer(integer)
        case .text(let text): .text(text)
        case .bytes(let bytes): .bytes(bytes)
        case .token(let token): .bytes(token.bytes)
        }
    }

    /// The value as all that are like it lie in columns of text and of bytes: Apple's ids are not numbers here.
    var asStored: Self {
        switch self {
        case .integer(let integer): .text(String(integer))
        case .token(let token): .bytes(token.bytes)
        default: self
        }
    }
}
