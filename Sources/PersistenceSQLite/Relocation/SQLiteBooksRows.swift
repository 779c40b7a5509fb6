package import PersistenceSQL

/// The rows of a table, read a few at a time.
package final class SQLiteBooksRows {
    private let statement: PreparedQuery
    private let columnCount: Int
    private var hasEnded = false

    /// The rows of a statement that was started.
    init(_ statement: PreparedQuery, columnCount: Int) {
        self.statement = statement
        self.columnCount = columnCount
    }

    deinit { self.statement.finish() }

    /// The next rows: so many at most, and no further one once they have so many bytes; `nil` after the last.
    package func next(_ limit: Int, _ byteLimit: Int) throws -> StoredRows? {
        guard !self.hasEnded else { return nil }
        var rows = StoredRows(columnCount: self.columnCount)
        while rows.count < limit {
            guard try self.statement.next() else {
                self.hasEnded = true
                break
            }
            for column in 0..<self.columnCount { rows.append(self.value(column), column: column) }
            rows.endRow()
            if rows.byteCount >= byteLimit { break }
        }
        return rows.count == 0 ? nil : rows
    }

    private func value(_ column: Int) -> StoredValue {
        switch self.statement.kind(of: column) {
        case .null: .null
        case .integer: .integer(self.statement.integer(at: column))
        // As they lie in the file, not as a text that they may not be.
        case .text: .text(self.statement.bytes(at: column))
        case .bytes: .bytes(self.statement.bytes(at: column))
        }
    }
}
