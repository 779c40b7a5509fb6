package import AppStore
import Crypto
package import Ledger

/// The facts of a receipt, and of Apple's answer about it, in the ledger's terms.
///
/// The lists have no order and overlap. Each purchase is taken once, by product, original transaction id and
/// transaction id; where both lists have it, Apple's answer takes precedence, because it is newer. A purchase that is
/// in neither list is not a fact.
package struct ReceiptFacts: Sendable {
    /// A purchase that lacks a required part.
    package struct Incomplete: Hashable, Sendable {
        /// The transaction id, where the row has one.
        package let transactionID: String?
        /// The missing part.
        package let reason: MissingPartError

        /// Creates an incomplete purchase.
        package init(transactionID: String?, reason: MissingPartError) {
            self.transactionID = transactionID
            self.reason = reason
        }
    }

    /// The purchases by ascending date; those of one instant by their ids as bytes.
    package let snapshots: [TransactionSnapshot]
    /// The incomplete purchases of the receipt, in the same order.
    package let incomplete: [Incomplete]

    /// Creates the facts of a receipt.
    ///
    /// - Parameters:
    ///   - receipt: The receipt.
    ///   - answer: The rows of Apple's answer and its instant; `nil` where Apple was not asked.
    ///   - kind: The kind of a product in the catalog, for rows without one.
    package init(
        _ receipt: VerifiedReceipt,
        answer: (rows: [ReceiptTransaction], at: Instant)? = nil,
        kind: (ProductID) -> TransactionSnapshot.Kind?
    ) {
        let digest = PayloadDigest(EvidenceDigest(sha256: receipt.payloadDigest))
        let madeAt = Instant(receipt.createdAt)
        var rows: [Key: (row: ReceiptTransaction, statedAt: Instant)] = [:]
        for (list, statedAt) in [(receipt.payload.transactions, madeAt), (answer?.rows ?? [], answer?.at ?? madeAt)] {
            var once: [Key: ReceiptTransaction] = [:]
            for row in list {
                let key = Key(row)
                once[key] = once[key].map { Self.later($0, row) } ?? row
            }
            for (key, row) in once { rows[key] = (row, statedAt) }
        }
        var beginnings: [Beginning: Set<ProductID>] = [:]
        for (row, _) in rows.values {
            for beginning in Beginning.all(of: row) {
                beginnings[beginning, default: []].insert(ProductID(row.productID ?? ""))
            }
        }
        for (key, stated) in rows {
            guard let row = Self.upgraded(stated.row, beginnings) else { continue }
            rows[key] = (row, stated.statedAt)
        }
        let answered = Dictionary((answer?.rows ?? []).map { (Key($0), true) }) { first, _ in first }
        var snapshots: [TransactionSnapshot] = []
        var incomplete: [Incomplete] = []
        for (row, statedAt) in rows.values.sorted(by: { Self.isBefore($0.row, $1.row) }) {
            do throws(MissingPartError) {
                let isAnswered = answered[Key(row)] != nil
                snapshots.append(
                    try TransactionSnapshot(
                        row,
                        // A cancellation is stated after it happened, however old the receipt beside it is.
                        statedAt: row.canceledAt.map { max(statedAt, Instant($0)) } ?? statedAt,
                        digest: isAnswered ? Self.digest(of: row, beside: receipt) : digest,
                        kind: kind
                    )
                )
            } catch {
                incomplete.append(Incomplete(transactionID: row.transactionID, reason: error))
            }
        }
        self.snapshots = snapshots
        self.incomplete = incomplete
    }

    /// The identity of a purchase.
    private struct Key: Hashable {
        let productID: ProductID?
        let originalTransactionID: OriginalTransactionID?
        let transactionID: TransactionID?

        init(_ row: ReceiptTransaction) {
            self.productID = row.productID.map { ProductID($0) }
            self.originalTransactionID = row.originalTransactionID.map { OriginalTransactionID($0) }
            self.transactionID = row.transactionID.map { TransactionID($0) }
        }
    }

    /// A minute in which a period of a subscription began.
    private struct Beginning: Hashable {
        let originalTransactionID: OriginalTransactionID
        let minute: Int64

        /// Returns the minute in which a row's period began and its neighbors, because clocks differ by seconds.
        static func all(of row: ReceiptTransaction) -> [Self] {
            guard let original = row.originalTransactionID, row.expiresAt != nil,
                let minute = row.purchasedAt.map({ $0.milliseconds / 60_000 })
            else { return [] }
            return (-1...1).map { Self(originalTransactionID: OriginalTransactionID(original), minute: minute + $0) }
        }
    }

    /// Returns the rows whose purchase was refunded, each purchase once; upgrades, which also cancel, are excluded.
    static func refunded(_ rows: [ReceiptTransaction], among others: [ReceiptTransaction]) -> [ReceiptTransaction] {
        var beginnings: [Beginning: Set<ProductID>] = [:]
        for row in rows + others {
            for beginning in Beginning.all(of: row) {
                beginnings[beginning, default: []].insert(ProductID(row.productID ?? ""))
            }
        }
        var refunded: [Key: ReceiptTransaction] = [:]
        for row in rows where row.canceledAt != nil && row.isUpgraded != true {
            guard Self.upgraded(row, beginnings) == nil else { continue }
            refunded[Key(row)] = refunded[Key(row)].map { Self.later($0, row) } ?? row
        }
        return refunded.values.sorted(by: Self.isBefore)
    }

    /// Returns whether a row's cancellation is an upgrade: the chain continues with another product from the same
    /// minute.
    ///
    /// Old receipts mark upgrades this way. A purchase that Apple's support refunded has no successor.
    private static func upgraded(
        _ row: ReceiptTransaction,
        _ beginnings: [Beginning: Set<ProductID>]
    ) -> ReceiptTransaction? {
        guard let canceledAt = row.canceledAt, row.expiresAt != nil, let original = row.originalTransactionID
        else { return nil }
        let end = Beginning(
            originalTransactionID: OriginalTransactionID(original),
            minute: canceledAt.milliseconds / 60_000
        )
        guard beginnings[end]?.contains(where: { $0 != row.productID.map { ProductID($0) } }) == true else {
            return nil
        }
        var row = row
        row.canceledAt = nil
        row.cancellationReason = nil
        row.isUpgraded = true
        return row
    }

    /// Returns the digest of an unsigned row; two answers about one receipt may have different rows for a purchase.
    private static func digest(of row: ReceiptTransaction, beside receipt: VerifiedReceipt) -> PayloadDigest {
        var hash = SHA256()
        hash.update(data: receipt.payloadDigest)
        hash.update(data: row.json(isLatest: true).json())
        return PayloadDigest(EvidenceDigest(sha256: Array(hash.finalize())))
    }

    /// Returns the one of two rows of the same purchase with the later end: a refund, then a longer period.
    private static func later(_ left: ReceiptTransaction, _ right: ReceiptTransaction) -> ReceiptTransaction {
        func end(_ row: ReceiptTransaction) -> (Int64, Int64) {
            (row.canceledAt?.milliseconds ?? .min, row.expiresAt?.milliseconds ?? .min)
        }
        guard end(left) == end(right) else { return end(left) < end(right) ? right : left }
        // The remaining rows are equally good, but the result must not depend on their order.
        func form(_ row: ReceiptTransaction) -> [UInt8] {
            row.json(isLatest: true).json() + Array(String(row.productTypeNumber ?? -1).utf8)
        }
        return form(left).lexicographicallyPrecedes(form(right)) ? right : left
    }

    /// Returns whether a purchase precedes another; ids have different lengths and are compared as bytes, not as
    /// numbers.
    private static func isBefore(_ left: ReceiptTransaction, _ right: ReceiptTransaction) -> Bool {
        let (first, second) = (left.purchasedAt?.milliseconds ?? .min, right.purchasedAt?.milliseconds ?? .min)
        guard first == second else { return first < second }
        for (one, other) in [
            (left.transactionID, right.transactionID), (left.originalTransactionID, right.originalTransactionID),
            (left.productID, right.productID),
        ] where !one.hasSameBytes(as: other) {
            return (one ?? "").utf8.lexicographicallyPrecedes((other ?? "").utf8)
        }
        return false
    }
}

/// The purchases of a receipt, divided into units of work that each take a bounded time of the repository.
///
/// The purchases of a chain stay together. Each unit is complete by itself and may be recorded again: the ledger's
/// state does not depend on the number or the order of units.
struct ReceiptUnits {
    /// The number of purchases of a unit, unless a single chain has more.
    static let size = 500

    /// The units, in order; at least one, even where the receipt has no purchase.
    private(set) var intakes: [Intake] = []

    /// Divides purchases into units; `submissions` are the submitted ones, the most important first.
    init(_ snapshots: [TransactionSnapshot], submissions: [Submission], like unit: Intake) {
        var order: [OriginalTransactionID] = []
        var chains: [OriginalTransactionID: [TransactionSnapshot]] = [:]
        for snapshot in snapshots {
            if chains[snapshot.originalTransactionID] == nil { order.append(snapshot.originalTransactionID) }
            chains[snapshot.originalTransactionID, default: []].append(snapshot)
        }
        var shares: [[TransactionSnapshot]] = [[]]
        for id in order {
            guard let chain = chains[id] else { continue }
            if let last = shares.last, !last.isEmpty, last.count + chain.count > Self.size { shares.append([]) }
            shares[shares.count - 1] += chain
        }
        let wanted = Dictionary(submissions.map { ($0.transactionID, $0) }) { first, _ in first }
        for share in shares {
            var intake = unit
            // The receipt itself is stored once, with the first unit.
            if !self.intakes.isEmpty { intake.evidence = [] }
            intake.transactions = share
            var own = share.compactMap { wanted[$0.transactionID] }
            if let first = submissions.first, let place = own.firstIndex(of: first) {
                own.insert(own.remove(at: place), at: 0)
            }
            intake.submission = own.first
            intake.otherSubmissions = Array(own.dropFirst())
            if own.isEmpty { intake.customerTokens = [] }
            self.intakes.append(intake)
        }
    }
}
