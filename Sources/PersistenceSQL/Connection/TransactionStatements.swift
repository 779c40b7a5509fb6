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
}

extension SQLStatement {
    /// The statements on transactions, and on the counters that make a commit write.
    package static let transactions = TransactionStatements()
}
