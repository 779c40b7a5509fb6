/// The sums of one group.
///
/// Sums of whole numbers are the same in whatever order they are added. A tally leaves out what is beyond the bounds
/// of one transaction or row and counts it as such, so that the sums of all others cannot overflow.
package struct SaleSum: Hashable, Sendable {
    /// What the developer gets for one, as a row of a report states it.
    package struct Rate: Hashable, Comparable, Sendable {
        /// The currency of the proceeds.
        package let currency: String
        /// The proceeds of one, never negative.
        package let unitMilliunits: Int64
        /// Why the rate is another than usual, in Apple's words, such as `Rate After One Year`; empty for most.
        package let reason: String

        /// A rate of these values.
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

    /// A transaction of the ledger that the sum keeps.
    private struct RetainedSale: Hashable, Comparable {
        let id: TransactionID
        let unitsThousandths: Int64

        static func < (left: Self, right: Self) -> Bool {
            left.id != right.id ? left.id < right.id : left.unitsThousandths < right.unitsThousandths
        }
    }

    /// The most transaction ids that a sum keeps; the rest is only counted.
    package static let keptTransactionCount = 10
    /// The most units of one transaction or row, in thousandths: ten million.
    ///
    /// A report has two million rows at most, so the sums of 460 whole reports fit into the type; a comparison reads
    /// fewer.
    package static let greatestUnitsThousandths: Int64 = 10_000_000_000
    /// The highest price or proceeds of one, in milliunits: a thousand million of any currency.
    package static let greatestUnitMilliunits: Int64 = 1_000_000_000_000

    /// How many were sold, in thousandths; negative for refunds.
    package private(set) var unitsThousandths: Int64 = 0
    /// How many transactions or rows were added.
    package private(set) var count = 0
    /// The units in thousandths that a report states at each rate.
    package private(set) var rates: [Rate: Int64] = [:]
    /// How many rows of a report state this many units.
    package private(set) var rowCounts: [Int64: Int] = [:]
    private var price: Int128 = 0
    private var kept: [RetainedSale] = []

    /// Nothing yet.
    package init() {}

    /// The price of all units, negative for refunds.
    package var priceMilliunits: Int64 { Int64(clamping: self.price) }

    /// The least ids of the ledger's transactions, ascending and at most `keptTransactionCount`; an id that was added
    /// twice is there twice.
    package var transactionIDs: [TransactionID] { self.kept.map(\.id) }

    /// How many transactions of the ledger are not among the kept ids.
    package var furtherTransactionCount: Int {
        self.rowCounts.isEmpty ? self.count - self.kept.count : 0
    }

    /// Returns whether both prices differ by more than a tolerance.
    func isPriceApart(from other: Self, by tolerance: Int64) -> Bool {
        (self.price - other.price).magnitude > tolerance.magnitude
    }

    /// Whether a kept transaction was added more than once.
    var hasRepeatedTransaction: Bool { !self.repeatedTransactions.isEmpty }

    /// The kept transactions that were added more than once.
    var repeatedTransactions: Set<TransactionID> {
        Set(zip(self.kept, self.kept.dropFirst()).filter { one, next in one.id == next.id }.map(\.0.id))
    }

    /// The units of each kept transaction, in thousandths and never negative.
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

    /// Returns whether a transaction or a row of these values is within the bounds of what sums hold: nine hundred
    /// million of the largest fit.
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

    /// The amount of so many thousandths of a unit, rounded toward zero and held within the range of the type.
    static func amount(of unitsThousandths: Int64, at unitMilliunits: Int64) -> Int64 {
        Int64(clamping: Int128(unitsThousandths) * Int128(unitMilliunits) / 1000)
    }

    /// The absolute value, held within the range of the type.
    static func magnitude(_ number: Int64) -> Int64 { Int64(clamping: number.magnitude) }
}
