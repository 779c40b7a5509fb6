/// Payments for service that is not rendered yet, and the part of them that each day earns; all amounts are in
/// milliunits.
///
/// A payment on a day for `n` days of service earns one `n`th of its amount each day, the day of payment included.
/// Where `n` does not divide the amount, the remainders are distributed so that after each number of days the earned
/// sum is its share of the amount, rounded toward zero; so the days add up to exactly the amount.
package struct DeferredRevenue: Sendable {
    /// The payments that are added up: those of one product, storefront, currency, first day and length of service.
    private struct Key: Hashable {
        let line: Line
        let day: PacificDay
        let dayCount: Int64
    }

    /// The dimensions by which revenue is booked.
    package struct Line: Hashable, Comparable, Sendable {
        /// The product.
        package let product: ProductID
        /// The storefront, two letters.
        package let country: String
        /// The currency in which the revenue is booked.
        package let currency: String
        /// The source of the amount: a report's number, or an estimate.
        package let source: String

        /// Creates a line of these values.
        package init(product: ProductID, country: String, currency: String, source: String) {
            self.product = product
            self.country = country
            self.currency = currency
            self.source = source
        }

        /// Creates the line of a row, in the currency of its proceeds.
        init(_ row: ProceedsRow, source: String) {
            self.init(
                product: row.product,
                country: row.country,
                currency: row.unitProceeds.currency,
                source: source
            )
        }

        /// Orders lines by product, storefront, currency and source.
        package static func < (left: Self, right: Self) -> Bool {
            (left.product.rawValue, left.country, left.currency, left.source)
                < (right.product.rawValue, right.country, right.currency, right.source)
        }
    }

    private var payments: [Key: Int64] = [:]

    /// Creates deferred revenue without payments.
    package init() {}

    /// Adds a payment for service that begins on a day.
    package mutating func add(_ amount: Int64, to line: Line, on day: PacificDay, dayCount: Int64) {
        self.payments[Key(line: line, day: day, dayCount: max(1, dayCount)), default: 0] &+= amount
    }

    /// Adds what a row states that was paid for service of more than a day.
    ///
    /// Adds nothing where the service ends before a day, and nothing for a refund.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - source: The source of the row; empty where the source does not matter.
    ///   - first: The first day that is included.
    package mutating func add(_ row: ProceedsRow, source: String = "", lastingUntil first: PacificDay) {
        let dayCount = row.service?.dayCount(from: row.day) ?? 1
        guard !row.isRefund, dayCount > 1, row.day + dayCount > first else { return }
        self.add(row.bookedPrice, to: Line(row, source: source), on: row.day, dayCount: dayCount)
    }

    /// The number of sums of payments that are held.
    package var count: Int { self.payments.count }

    /// Returns what a day earns, by line, and drops payments whose service ends with it; the caller has to pass days in
    /// ascending order.
    package mutating func earn(on day: PacificDay) -> [Line: Int64] {
        var earned: [Line: Int64] = [:]
        var ended: [Key] = []
        for (key, amount) in self.payments {
            let position = day - key.day
            if position >= key.dayCount - 1 { ended.append(key) }
            let share = Self.earned(of: amount, on: position, ofDays: key.dayCount)
            if share != 0 { earned[key.line, default: 0] &+= share }
        }
        for key in ended { self.payments[key] = nil }
        return earned
    }

    /// Returns what is not earned at the end of a day, by currency.
    package func remaining(after day: PacificDay) -> [String: Int64] {
        var remaining: [String: Int64] = [:]
        for (key, amount) in self.payments {
            let done = Self.earned(of: amount, beforeDay: day - key.day + 1, ofDays: key.dayCount)
            if amount != done { remaining[key.line.currency, default: 0] &+= amount &- done }
        }
        return remaining
    }

    /// Returns the share of an amount that the day at a position earns; zero outside of the service.
    package static func earned(of amount: Int64, on position: Int64, ofDays count: Int64) -> Int64 {
        Self.earned(of: amount, beforeDay: position + 1, ofDays: count)
            - Self.earned(of: amount, beforeDay: position, ofDays: count)
    }

    private static func earned(of amount: Int64, beforeDay position: Int64, ofDays count: Int64) -> Int64 {
        let count = max(1, count)
        return Int64(clamping: Int128(amount) * Int128(min(max(position, 0), count)) / Int128(count))
    }
}
