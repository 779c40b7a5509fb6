/// The figures of a chain while they are derived, before those that cancel each other out are left out.
///
/// A change takes away what the chain was and adds what it is, a dozen times at the same few places. So a place is looked
/// for among the last ones, which costs less than a dictionary; one that was used earlier than those gets a second entry.
struct FigureTally {
    /// The number of last entries among which a place is looked for.
    private static let reach = 8

    /// What is added is multiplied by it: 1, -1 to take away, or 0 to leave it as it is.
    var factor: Int64 = 1
    private var places: [(key: FigureKey, values: FigureValues)] = []
    private var cohorts: [(cell: CohortKey, sum: CohortSum)] = []

    /// The rows that remain.
    var rows: FigureRows {
        var rows = FigureRows()
        for (key, values) in self.places where !values.isZero { rows.add(values, at: key) }
        for (cell, sum) in self.cohorts where !sum.isZero { rows.add(sum, to: cell) }
        return rows
    }

    /// Adds to a figure.
    mutating func add(_ count: Int64, to figure: Figure, at instant: Instant, _ group: FigureGroup) {
        guard count != 0, self.factor != 0 else { return }
        let bucket = FigureBucket(instant)
        let place = self.places.suffix(Self.reach).lastIndex { $0.key.bucket == bucket && $0.key.group == group }
        if place == nil { self.places.append((FigureKey(bucket, group), FigureValues())) }
        self.places[place ?? self.places.count - 1].values.add(count * self.factor, to: figure)
    }

    /// Adds to a stock from an instant until another.
    mutating func add(_ count: Int64, to stock: Figure, during span: (from: Instant, to: Instant), _ group: FigureGroup)
    {
        guard FigureBucket(span.from) < FigureBucket(span.to) else { return }
        self.add(count, to: stock, at: span.from, group)
        self.add(-count, to: stock, at: span.to, group)
    }

    /// Adds to a cell of the cohorts.
    mutating func add(_ sum: CohortSum, to cell: CohortKey) {
        guard self.factor != 0 else { return }
        let place = self.cohorts.suffix(Self.reach).lastIndex { $0.cell == cell }
        if place == nil { self.cohorts.append((cell, CohortSum())) }
        self.cohorts[place ?? self.cohorts.count - 1].sum.add(sum, times: self.factor)
    }
}
