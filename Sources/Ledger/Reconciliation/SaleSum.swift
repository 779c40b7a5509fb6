/// The sums of one group.
///
/// Sums are integers, so the order of addition does not matter. A tally leaves out transactions and rows beyond the
/// bounds of one and counts them as such, so that the sums of all others cannot overflow.
package struct SaleSum: Hashable, Sendable {
    /// The developer's proceeds for one unit, as a row of a report states them.
    package struct Rate: Hashable, Comparable, Sendable {
        /// The currency of the proceeds.
        package let currency: String
        /// The proceeds of one unit, never negative.
        package let unitMilliunits: Int64
        /// The reason why the rate is not the usual one, as Apple words it, such as `Rate After One Year`; empty for
        /// most.
        package let reason: String

        /// Creates a rate of these values.
        package init(currency: String, unitMilliunits: Int64, reason: String = "") {
            self.currency = currency
            self.unitMilliunits = unitMilliunits
            self.reason = reason
        }

        /// Orders rates by currency, amount and reason.
        package static func < (left: Self, right: Self) -> Bool {
            (left.currency, left.unitMilliunits, left.reason) < (right.currency, right.unitMilliunits, right.reason)
        }
    }

    /// A transaction of the ledger that the sum lists.
    private struct RetainedSale: Hashable, Comparable {
        let id: TransactionID
        let unitsThousandths: Int64

        static func < (left: Self, right: Self) -> Bool {
            left.id != right.id ? left.id < right.id : left.unitsThousandths < right.unitsThousandths
        }
    }

    /// The maximum number of transaction ids that a sum lists; the rest is only counted.
    package static let keptTransactionCount = 10
    /// The maximum number of units of one transaction or row, in thousandths: ten million.
    ///
    /// A report has two million rows at most, so the sums of 460 whole reports fit into the type; a comparison reads
    /// fewer.
    package static let greatestUnitsThousandths: Int64 = 10_000_000_000
    /// The highest price or proceeds of one unit, in milliunits: a thousand million of any currency.
    package static let greatestUnitMilliunits: Int64 = 1_000_000_000_000

    /// The number of units sold, in thousandths; negative for refunds.
    package private(set) var unitsThousandths: Int64 = 0
    /// The number of transactions or rows that were added.
    package private(set) var count = 0
    /// The units in thousandths that a report states at each rate.
    package private(set) var rates: [Rate: Int64] = [:]
    /// The number of rows of a report by their number of units.
    package private(set) var rowCounts: [Int64: Int] = [:]
    private var price: Int128 = 0
    private var kept: [RetainedSale] = []

    /// Creates an empty sum.
    package init() {}

    /// The price of all units, negative for refunds.
    package var priceMilliunits: Int64 { Int64(clamping: self.price) }

    /// The lowest ids of the ledger's transactions, ascending and at most `keptTransactionCount`; an id that was added
    /// twice is listed twice.
    package var transactionIDs: [TransactionID] { self.kept.map(\.id) }

    /// The number of the ledger's transactions that are not listed.
    package var furtherTransactionCount: Int {
        self.rowCounts.isEmpty ? self.count - self.kept.count : 0
    }

    /// Returns whether both prices differ by more than a tolerance.
    func isPriceApart(from other: Self, by tolerance: Int64) -> Bool {
        (self.price - other.price).magnitude > tolerance.magnitude
    }

    /// Whether a listed transaction was added more than once.
    var hasRepeatedTransaction: Bool { !self.repeatedTransactions.isEmpty }

    /// The listed transactions that were added more than once.
    var repeatedTransactions: Set<TransactionID> {
        Set(zip(self.kept, self.kept.dropFirst()).filter { one, next in one.id == next.id }.map(\.0.id))
    }

    /// The units of each listed transaction, in thousandths and never negative.
    var keptUnits: [TransactionID: Int64] {
        Dictionary(self.kept.map { ($0.id, Self.magnitude($0.unitsThousandths)) }) { $0 + $1 }
    }

    /// The proceeds of all units by currency, negative for refunds, each rate rounded toward zero to a milliunit.
    package var proceedsMilliunits: [String: Int64] {
        var proceeds: [String: Int128] = [:]
        for (rate, units) in self.rates {
            proceeds[rate.currency, default: 0] += Int128(units) * Int128(rate.unitMilliunits) / 1000
        }
        return proceeds.mapValues { Int64(clamping: $0) }
    }

    /// Returns whether a transaction or a row of these values is within the bounds of sums: nine hundred million of the
    /// largest fit.
    static func holds(unitsThousandths: Int64, unitMilliunits: Int64?, rate: Rate? = nil) -> Bool {
        unitsThousandths.magnitude <= Self.greatestUnitsThousandths.magnitude
            && (unitMilliunits ?? 0).magnitude <= Self.greatestUnitMilliunits.magnitude
            && (rate?.unitMilliunits ?? 0).magnitude <= Self.greatestUnitMilliunits.magnitude
    }

    /// Adds a transaction of the ledger.
    mutating func add(_ transaction: TransactionID, unitsThousandths: Int64, priceMilliunits: Int64) {
        self.unitsThousandths += unitsThousandths
        self.price += Int128(priceMilliunits)
        self.count += 1
        self.keep(RetainedSale(id: transaction, unitsThousandths: unitsThousandths))
    }

    /// Adds a row of a report.
    mutating func add(rowOf unitsThousandths: Int64, priceMilliunits: Int64, rate: Rate) {
        self.unitsThousandths += unitsThousandths
        self.price += Int128(priceMilliunits)
        self.count += 1
        self.rates[rate, default: 0] += unitsThousandths
        self.rowCounts[unitsThousandths, default: 0] += 1
    }

    /// Adds other transactions or rows of the same group.
    package static func += (sum: inout Self, other: Self) {
        sum.unitsThousandths += other.unitsThousandths
        sum.price += other.price
        sum.count += other.count
        for transaction in other.kept { sum.keep(transaction) }
        sum.rates.merge(other.rates) { $0 + $1 }
        sum.rowCounts.merge(other.rowCounts) { $0 + $1 }
    }

    private mutating func keep(_ transaction: RetainedSale) {
        if self.kept.count == Self.keptTransactionCount, let last = self.kept.last {
            guard transaction < last else { return }
            self.kept.removeLast()
        }
        let position = self.kept.lastIndex { $0 < transaction }.map { $0 + 1 } ?? 0
        self.kept.insert(transaction, at: position)
    }

    /// Returns the amount of so many thousandths of a unit, rounded toward zero and clamped to the range of the type.
    static func amount(of unitsThousandths: Int64, at unitMilliunits: Int64) -> Int64 {
        Int64(clamping: Int128(unitsThousandths) * Int128(unitMilliunits) / 1000)
    }

    /// Returns the absolute value, clamped to the range of the type.
    static func magnitude(_ number: Int64) -> Int64 { Int64(clamping: number.magnitude) }
}
