import Ledger

/// What the units of a group add to figures, added up until it is saved.
struct WaitingFigures {
    /// A row of buckets or days.
    struct Place: Hashable, Comparable {
        /// The number of the app and environment; negative for what a rebuild counts.
        let scope: Int64
        /// The number of the bucket or day.
        let time: Int64
        /// The product's number.
        let product: Int64
        /// The storefront's number, or 0.
        let storefront: Int64
        /// The currency's number, or 0.
        let currency: Int64

        static func < (left: Self, right: Self) -> Bool {
            (left.scope, left.time, left.product, left.storefront, left.currency)
                < (right.scope, right.time, right.product, right.storefront, right.currency)
        }

        var values: [SQLValue] {
            [self.scope, self.time, self.product, self.storefront, self.currency].map(SQLValue.integer)
        }
    }

    /// A cell of the cohorts.
    struct Cell: Hashable, Comparable {
        /// The number of the app and environment; negative for what a rebuild counts.
        let scope: Int64
        let month: Int64
        /// The product's number.
        let product: Int64
        let period: Int64
        /// The currency's number, or 0.
        let currency: Int64

        static func < (left: Self, right: Self) -> Bool {
            (left.scope, left.month, left.product, left.period, left.currency)
                < (right.scope, right.month, right.product, right.period, right.currency)
        }
    }

    /// The rows of buckets.
    var buckets: [Place: FigureValues] = [:]
    /// The rows of days.
    var days: [Place: FigureValues] = [:]
    /// The cells of cohorts.
    var cohorts: [Cell: CohortSum] = [:]

    /// Whether nothing waits.
    var isEmpty: Bool { self.buckets.isEmpty && self.days.isEmpty && self.cohorts.isEmpty }

    /// Returns everything that waits, and forgets it; rows are in the order of their keys.
    mutating func take() -> [RowSet] {
        var sets: [RowSet] = []
        for (query, rows) in [(SQLStatement.figures.addBucket, self.buckets), (.figures.addDay, self.days)] {
            let changed = rows.filter { !$0.value.isZero }.sorted { $0.key < $1.key }
            guard !changed.isEmpty else { continue }
            sets.append(
                RowSet(query: query, rows: changed.map { $0.key.values + $0.value.values.map(SQLValue.integer) })
            )
        }
        let cells = self.cohorts.filter { !$0.value.isZero }.sorted { $0.key < $1.key }
        if !cells.isEmpty {
            let rows = cells.map { cell, sum in
                [
                    cell.scope, cell.month, cell.product, cell.period, cell.currency, sum.subscriptions,
                    sum.amountMilliunits,
                ].map(SQLValue.integer)
            }
            sets.append(RowSet(query: .figures.addCohort, rows: rows))
        }
        self = Self()
        return sets
    }
}
