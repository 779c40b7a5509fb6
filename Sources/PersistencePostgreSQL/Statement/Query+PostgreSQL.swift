import Foundation
import Ledger
import PersistenceSQL

extension Query {
    /// The statement in PostgreSQL's dialect.
    ///
    /// SQLite's functions are renamed where only the names differ; the statements that differ otherwise are listed
    /// here.
    var postgreSQL: String {
        switch self {
        // The lock, which is the next statement, waits for earlier writers; at this isolation level later statements
        // see their commits.
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
        default: Self.translated(self.sql)
        }
    }

    /// The column that numbers the rows of the table into which a statement inserts.
    var insertedKey: String { self == .insertEvidence ? "position" : "id" }

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

    /// The value as columns of text and of bytes store it: Apple's ids are no numbers there.
    var asStored: Self {
        switch self {
        case .integer(let integer): .text(String(integer))
        case .token(let token): .bytes(token.bytes)
        default: self
        }
    }
}
