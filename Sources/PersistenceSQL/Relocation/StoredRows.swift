/// Some rows of one table, one after the other by its primary key.
package struct StoredRows: Sendable {
    /// The values, column by column, in the order of the table's columns.
    package private(set) var columns: [[StoredValue]]
    /// How many rows there are.
    package private(set) var count = 0
    /// About how many bytes they take.
    package private(set) var byteCount = 0

    /// No rows of so many columns yet.
    package init(columnCount: Int) {
        self.columns = Array(repeating: [], count: columnCount)
    }

    /// Adds a value to the row that is being added, from the left; `endRow` ends it.
    package mutating func append(_ value: StoredValue, column: Int) {
        self.columns[column].append(value)
        self.byteCount += value.byteCount
    }

    /// Ends the row that is being added.
    package mutating func endRow() { self.count += 1 }

    /// The values of a row in some columns.
    package func row(_ row: Int, _ columns: [Int]) -> [StoredValue] {
        columns.map { self.columns[$0][row] }
    }
}
