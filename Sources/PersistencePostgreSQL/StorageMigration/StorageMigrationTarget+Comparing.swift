package import PersistenceSQL

extension StorageMigrationTarget {
    /// Returns the number of rows of a table.
    package func count(of table: StorageMigrationTable) throws -> Int64 {
        try self.connection.query(table.counting).integer(row: 0, column: 0)
    }

    /// Compares rows with those of the same keys, byte for byte, and returns a sentence for each that differs.
    ///
    /// The sentences contain no values, because values may be personal data.
    package func differences(_ rows: StoredRows, in table: StorageMigrationTable) throws -> [String] {
        let found = try self.connection.query(table.lookup, try table.arrays(of: rows, isKey: true))
        var differences: [String] = []
        var answer = 0
        for row in 0..<rows.count {
            var hits = 0
            while answer < found.rowCount, try found.integer(row: answer, column: 0) == Int64(row) + 1 {
                hits += 1
                if hits == 1, let column = try Self.difference(rows, row, found, answer, table) {
                    differences.append("\(table.key(of: row, in: rows)) of \(table.source.name) has another \(column)")
                }
                answer += 1
            }
            guard hits != 1 else { continue }
            let number = hits == 0 ? "is missing" : "is there \(hits) times"
            differences.append("\(table.key(of: row, in: rows)) of \(table.source.name) \(number)")
        }
        return differences
    }

    /// Returns the name of the first column in which a row differs from the one that was found.
    private static func difference(
        _ rows: StoredRows,
        _ row: Int,
        _ found: PostgreSQLResult,
        _ answer: Int,
        _ table: StorageMigrationTable
    ) throws -> String? {
        for (index, column) in table.columns.enumerated() {
            let value = rows.columns[column.place][row].asStored(in: column.form)
            let place = index + 1
            let isSame =
                switch found.kind(row: answer, column: place) {
                case .null: value == .null
                case .integer: value == .integer(found.knownInteger(row: answer, column: place))
                case .text: value == .text(Array(found.knownText(row: answer, column: place).utf8))
                case .bytes: value == .bytes(found.copiedBytes(row: answer, column: place))
                }
            if !isSame { return column.name }
        }
        return nil
    }
}

extension PostgreSQLResult {
    /// Returns the bytes of a column that is known to contain some.
    fileprivate func copiedBytes(row: Int, column: Int) -> [UInt8] {
        unsafe Array(self.knownBytes(row: row, column: column))
    }
}
