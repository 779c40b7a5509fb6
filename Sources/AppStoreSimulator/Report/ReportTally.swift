/// The rows of a report: those that agree in everything but their numbers are one row, and the order is the text's.
struct ReportTally {
    /// The names of the columns.
    let columns: [String]
    /// The columns that are added up; they state hundredths.
    private let counted: [Int]
    private var rows: [[String]: [Int64]] = [:]

    /// A report without rows.
    init(columns: [String], counting counted: [String]) {
        self.columns = columns
        self.counted = columns.indices.filter { counted.contains(columns[$0]) }
    }

    /// Whether there are no rows.
    var isEmpty: Bool { self.rows.isEmpty }

    /// Adds to a row; `values` has the text of columns by their names, `counts` hundredths.
    mutating func add(_ values: [String: String], _ counts: [String: Int64]) {
        let fields = self.columns.map { values[$0] ?? "" }
        let old = self.rows[fields] ?? Array(repeating: 0, count: self.counted.count)
        self.rows[fields] = self.counted.indices.map { old[$0] + (counts[self.columns[self.counted[$0]]] ?? 0) }
    }

    /// The rows in order, each as texts, with the hundredths that were added up.
    var sums: [(fields: [String], hundredths: [Int64])] {
        self.rows.map { fields, counts in
            var fields = fields
            for (place, count) in zip(self.counted, counts) {
                fields[place] = DecimalPrice.text(count * 10)
            }
            return (fields, counts)
        }
        .sorted { $0.fields.lexicographicallyPrecedes($1.fields) { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
    }

    /// The rows in order, each as texts.
    var lines: [[String]] { self.sums.map(\.fields) }
}
