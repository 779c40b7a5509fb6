/// The sums of one group.
///
/// Sums of whole numbers are the same in whatever order they are added. They wrap around rather than stop the process,
/// should a report ever state numbers near the bounds of the type.
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

    /// The most transaction ids that a sum keeps; the rest is only counted.
    package static let keptTransactionCount = 10

    /// How many were sold, in thousandths; negative for refunds.
    package private(set) var unitsThousandths: Int64 = 0
    /// The price of all units, negative for refunds.
    package private(set) var priceMilliunits: Int64 = 0
    /// How many transactions or rows were added.
    package private(set) var count = 0
    /// The least ids of the ledger's transactions, ascending and at most `keptTransactionCount`; an id that was added
    /// twice is there twice.
    package private(set) var transactionIDs: [TransactionID] = []
    /// The units in thousandths that a report states at each rate.
    package private(set) var rates: [Rate: Int64] = [:]
    /// How many rows of a report state this many units.
    package private(set) var rowCounts: [Int64: Int] = [:]

    /// Nothing yet.
    package init() {}

    /// How many transactions of the ledger are not among the kept ids.
    package var furtherTransactionCount: Int {
        self.rowCounts.isEmpty ? self.count - self.transactionIDs.count : 0
    }

    /// Whether a kept transaction was added more than once.
    var hasRepeatedTransaction: Bool {
        zip(self.transactionIDs, self.transactionIDs.dropFirst()).contains { one, next in one == next }
    }

    /// The proceeds of all units by currency, negative for refunds, each rate rounded toward zero to a milliunit.
    package var proceedsMilliunits: [String: Int64] {
        var proceeds: [String: Int64] = [:]
        for (rate, units) in self.rates {
            proceeds[rate.currency, default: 0] &+= Self.amount(of: units, at: rate.unitMilliunits)
        }
        return proceeds
    }

    /// Adds a transaction of the ledger.
    mutating func add(_ transaction: TransactionID, unitsThousandths: Int64, priceMilliunits: Int64) {
        self.unitsThousandths &+= unitsThousandths
        self.priceMilliunits &+= priceMilliunits
        self.count += 1
        self.keep(transaction)
    }

    /// Adds a row of a report.
    mutating func add(rowOf unitsThousandths: Int64, priceMilliunits: Int64, rate: Rate) {
        self.unitsThousandths &+= unitsThousandths
        self.priceMilliunits &+= priceMilliunits
        self.count += 1
        self.rates[rate, default: 0] &+= unitsThousandths
        self.rowCounts[unitsThousandths, default: 0] += 1
    }

    /// Adds other transactions or rows of the same group.
    package static func += (sum: inout Self, other: Self) {
        sum.unitsThousandths &+= other.unitsThousandths
        sum.priceMilliunits &+= other.priceMilliunits
        sum.count += other.count
        for transaction in other.transactionIDs { sum.keep(transaction) }
        sum.rates.merge(other.rates) { $0 &+ $1 }
        sum.rowCounts.merge(other.rowCounts) { $0 + $1 }
    }

    private mutating func keep(_ transaction: TransactionID) {
        let isFull = self.transactionIDs.count == Self.keptTransactionCount
        if isFull, let last = self.transactionIDs.last {
            guard transaction < last else { return }
            self.transactionIDs.removeLast()
        }
        let position = self.transactionIDs.lastIndex { $0 < transaction }.map { $0 + 1 } ?? 0
        self.transactionIDs.insert(transaction, at: position)
    }

    /// The amount of so many thousandths of a unit, rounded toward zero and held within the range of the type.
    static func amount(of unitsThousandths: Int64, at unitMilliunits: Int64) -> Int64 {
        let product = Int128(unitsThousandths) * Int128(unitMilliunits) / 1000
        return Int64(clamping: product)
    }

    /// The absolute value, held within the range of the type.
    static func magnitude(_ number: Int64) -> Int64 { Int64(clamping: number.magnitude) }
}
