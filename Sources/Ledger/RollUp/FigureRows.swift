/// Rows of figures that are to be added to others, for one app and environment; no row is without effect.
package struct FigureRows: Hashable, Sendable {
    /// The values by bucket and group.
    package private(set) var rows: [FigureKey: FigureValues] = [:]
    /// The subscriptions and their money by cell.
    package private(set) var cohorts: [CohortKey: CohortSum] = [:]

    /// The most that one purchase can add to an amount, a million millions of a currency, so that no sum is too large.
    static let maximumAmount: Int64 = 1_000_000_000_000_000

    /// Creates no rows.
    package init() {}

    /// Whether they change nothing.
    package var isEmpty: Bool { self.rows.isEmpty && self.cohorts.isEmpty }

    /// Adds to a figure.
    package mutating func add(_ count: Int64, to figure: Figure, at instant: Instant, _ group: FigureGroup) {
        guard count != 0 else { return }
        let key = FigureKey(FigureBucket(instant), group)
        self.rows[key, default: FigureValues()][figure] += count
        if self.rows[key]?[figure] == 0, self.rows[key]?.isZero == true { self.rows[key] = nil }
    }

    /// Adds to a cell of the cohorts, or a multiple.
    package mutating func add(_ sum: CohortSum, times factor: Int64 = 1, to cell: CohortKey) {
        var value = self.cohorts[cell] ?? CohortSum()
        value.add(sum, times: factor)
        self.cohorts[cell] = value.isZero ? nil : value
    }

    /// Adds other rows, or a multiple of them.
    package mutating func add(_ other: Self, times factor: Int64 = 1) {
        for (key, values) in other.rows { self.add(values, times: factor, at: key) }
        for (cell, sum) in other.cohorts { self.add(sum, times: factor, to: cell) }
    }

    /// Adds values, or a multiple of them, at a place.
    package mutating func add(_ values: FigureValues, times factor: Int64 = 1, at key: FigureKey) {
        let stored = self.rows[key]
        if stored == nil, factor == 1 {
            if !values.isZero { self.rows[key] = values }
            return
        }
        var sum = stored ?? FigureValues()
        sum.add(values, times: factor)
        self.rows[key] = sum.isZero ? nil : sum
    }
}

/// A quarter of an hour in UTC, counted from the Unix epoch: the finest time at which figures are kept.
package struct FigureBucket: Hashable, Comparable, Sendable {
    /// The length of a bucket.
    package static let length = Span.minutes(15)

    /// The number of the bucket.
    package let number: Int64

    /// Creates a bucket with this number.
    package init(number: Int64) { self.number = number }

    /// Creates the bucket that contains an instant.
    package init(_ instant: Instant) {
        let (whole, rest) = instant.milliseconds.quotientAndRemainder(dividingBy: Self.length.milliseconds)
        self.number = rest < 0 ? whole - 1 : whole
    }

    /// The instant at which it begins.
    package var begin: Instant {
        let (begin, isTooLarge) = self.number.multipliedReportingOverflow(by: Self.length.milliseconds)
        return Instant(milliseconds: isTooLarge ? (self.number < 0 ? .min : .max) : begin)
    }

    /// Earlier buckets come first.
    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// What distinguishes the rows of one app, environment and span of time.
package struct FigureGroup: Hashable, Comparable, Sendable {
    /// The product.
    package let product: ProductID
    /// The storefront, three letters (ISO 3166-1 alpha-3); `nil` where the evidence does not state it.
    package let storefront: String?
    /// The currency; `nil` where no price is known.
    package let currency: String?

    /// Creates a group with these values.
    package init(product: ProductID, storefront: String?, currency: String?) {
        self.product = product
        self.storefront = storefront
        self.currency = currency
    }

    /// Orders groups by product, then storefront, then currency.
    package static func < (left: Self, right: Self) -> Bool {
        if left.product != right.product { return left.product < right.product }
        return (left.storefront ?? "", left.currency ?? "") < (right.storefront ?? "", right.currency ?? "")
    }
}

/// The place of a row: its bucket and its group.
package struct FigureKey: Hashable, Sendable {
    /// The quarter of an hour.
    package let bucket: FigureBucket
    /// The product, storefront and currency.
    package let group: FigureGroup

    /// Creates a place.
    package init(_ bucket: FigureBucket, _ group: FigureGroup) {
        self.bucket = bucket
        self.group = group
    }
}
