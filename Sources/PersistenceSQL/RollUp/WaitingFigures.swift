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

    /// A row that adds up others.
    struct Sum: Hashable, Comparable {
        /// The number of the app and environment.
        let scope: Int64
        /// What it adds up.
        let length: FigureLength
        /// What is apart: a bit each for product, storefront and currency.
        let split: Int
        /// The number of the quarter of an hour, day or month.
        let time: Int64
        /// The product's number, or 0 where products are together.
        let product: Int64
        /// The storefront's number, or 0.
        let storefront: Int64
        /// The currency's number, or 0.
        let currency: Int64

        /// What is apart in the sums of a length: the bits, and for each column all bits or none.
        private struct Mask {
            let split: Int
            let product: Int64
            let storefront: Int64
            let currency: Int64

            init(_ splits: Set<FigureQuery.Split>) {
                self.split = FigureChoice.bits(splits)
                self.product = splits.contains(.product) ? -1 : 0
                self.storefront = splits.contains(.storefront) ? -1 : 0
                self.currency = splits.contains(.currency) ? -1 : 0
            }
        }

        /// What is apart in the sums of each length, in their order.
        private static let masks = FigureLength.allCases.map { $0.splits.map { Mask($0) } }

        /// Returns the sums of a length at a time to which a row belongs.
        static func all(of length: FigureLength, at time: Int64, with row: Place) -> [Self] {
            Self.masks[Int(length.rawValue)].map { mask in
                Self(
                    scope: row.scope,
                    length: length,
                    split: mask.split,
                    time: time,
                    product: row.product & mask.product,
                    storefront: row.storefront & mask.storefront,
                    currency: row.currency & mask.currency
                )
            }
        }

        static func < (left: Self, right: Self) -> Bool {
            let (first, second) = (left.kind, right.kind)
            guard first == second else { return first < second }
            return (left.time, left.product, left.storefront, left.currency)
                < (right.time, right.product, right.storefront, right.currency)
        }

        private var kind: (scope: Int64, length: Int64, split: Int) { (self.scope, self.length.rawValue, self.split) }

        var values: [SQLValue] {
            let key = [self.scope, self.length.rawValue, Int64(self.split), self.time]
            return (key + [self.product, self.storefront, self.currency]).map(SQLValue.integer)
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
    /// The rows that add up others.
    var sums: [Sum: FigureValues] = [:]
    /// The cells of cohorts.
    var cohorts: [Cell: CohortSum] = [:]

    /// Whether nothing waits.
    var isEmpty: Bool { self.buckets.isEmpty && self.days.isEmpty && self.sums.isEmpty && self.cohorts.isEmpty }

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
        let changed = self.sums.filter { !$0.value.isZero }.sorted { $0.key < $1.key }
        if !changed.isEmpty {
            let rows = changed.map { $0.key.values + $0.value.values.map(SQLValue.integer) }
            sets.append(RowSet(query: .figures.addSum, rows: rows))
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
