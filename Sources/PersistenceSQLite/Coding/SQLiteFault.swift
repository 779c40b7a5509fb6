import GRDB

/// An error as a log may say it: SQLite's number and words, never the statement that met it.
struct SQLiteFault: CustomStringConvertible {
    /// One line.
    let description: String

    /// The words for an error.
    init(_ error: any Error) {
        if let error = error as? DatabaseError {
            let words = error.message.map { ": \($0)" } ?? ""
            self.description = "SQLite error \(error.extendedResultCode.rawValue)\(words)"
        } else {
            self.description = "\(error)"
        }
    }
}
