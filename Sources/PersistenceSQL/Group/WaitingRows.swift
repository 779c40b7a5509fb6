/// Rows that wait to be saved together, by table; the last change of a row counts.
struct WaitingRows {
    /// The rows with one key.
    private struct Slot {
        /// Whether the rows that the database has are deleted before.
        var isDeleted = false
        /// The rows that are written.
        var rows: [[SQLValue]] = []
    }

    private struct Table {
        /// The keys, in the order in which they came.
        var keys: [[SQLValue]] = []
        var slots: [Slot] = []
        var places: [[SQLValue]: Int] = [:]
        /// The rows of a table without keys.
        var rows: [[SQLValue]] = []

        /// Changes the rows with a key.
        mutating func change(_ key: [SQLValue], _ change: (inout Slot) -> Void) {
            if let place = self.places[key] { return change(&self.slots[place]) }
            self.places[key] = self.slots.count
            self.keys.append(key)
            self.slots.append(Slot())
            change(&self.slots[self.slots.count - 1])
        }
    }

    private var tables: [WaitingTable: Table] = [:]
    /// Whether nothing waits.
    private(set) var isEmpty = true

    /// Writes a row, instead of those with the same key that wait.
    mutating func put(_ table: WaitingTable, _ values: [SQLValue]) {
        self.change(table, values) { $0.rows = [values] }
    }

    /// Writes a row, besides those with the same key that wait.
    mutating func add(_ table: WaitingTable, _ values: [SQLValue]) {
        self.change(table, values) { $0.rows.append(values) }
    }

    /// Deletes the rows with a key, those that wait and those that the database has.
    mutating func delete(_ table: WaitingTable, _ key: [SQLValue]) {
        self.isEmpty = false
        self.tables[table, default: Table()].change(key) { $0 = Slot(isDeleted: true) }
    }

    /// Returns the last row with a key that waits.
    func row(_ table: WaitingTable, _ key: [SQLValue]) -> [SQLValue]? {
        guard let known = self.tables[table], let place = known.places[key] else { return nil }
        return known.slots[place].rows.last
    }

    /// Returns everything that waits, in the order of the tables, deletions first; nothing waits any longer.
    mutating func take() -> [RowSet] {
        guard !self.isEmpty else { return [] }
        var sets: [RowSet] = []
        for table in WaitingTable.allCases {
            guard let waiting = self.tables.removeValue(forKey: table) else { continue }
            if let deletion = table.deletion {
                let deleted = zip(waiting.keys, waiting.slots).filter(\.1.isDeleted).map(\.0)
                if !deleted.isEmpty { sets.append(RowSet(query: deletion, rows: deleted)) }
            }
            let rows = waiting.rows + waiting.slots.flatMap(\.rows)
            if !rows.isEmpty { sets.append(RowSet(query: table.writing, rows: rows)) }
        }
        self.isEmpty = true
        return sets
    }

    private mutating func change(_ table: WaitingTable, _ values: [SQLValue], _ change: (inout Slot) -> Void) {
        self.isEmpty = false
        guard let key = table.key else {
            return self.tables[table, default: Table()].rows.append(values)
        }
        self.tables[table, default: Table()].change(Array(values[key]), change)
    }
}
