package import AppStore
package import Ledger

/// What a receipt, and perhaps Apple's answer about it, say in the ledger's terms.
///
/// The lists come in no order and overlap: each purchase is taken once, by product, original transaction and transaction,
/// and where both lists have it Apple's answer decides, which is fresher. A purchase that is in neither says nothing.
package struct ReceiptFacts: Sendable {
    /// A purchase that cannot be booked.
    package struct Incomplete: Hashable, Sendable {
        /// Its transaction, where it names one.
        package let transactionID: String?
        /// What it lacks.
        package let reason: MissingPartError

        /// A purchase that lacks something.
        package init(transactionID: String?, reason: MissingPartError) {
            self.transactionID = transactionID
            self.reason = reason
        }
    }

    /// The purchases, the earliest first; of one instant in the order of their ids as bytes.
    package let snapshots: [TransactionSnapshot]
    /// What the receipt lists and nobody could book, in the same order.
    package let incomplete: [Incomplete]

    /// The facts of a receipt.
    ///
    /// - Parameters:
    ///   - receipt: The receipt.
    ///   - answer: The rows of Apple's answer about it and when Apple gave it; nil when nobody asked.
    ///   - kind: What kind a product is by the catalogue, for rows that do not say it.
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
        var snapshots: [TransactionSnapshot] = []
        var incomplete: [Incomplete] = []
        for (row, statedAt) in rows.values.sorted(by: { Self.isBefore($0.row, $1.row) }) {
            do throws(MissingPartError) {
                snapshots.append(try TransactionSnapshot(row, statedAt: statedAt, digest: digest, kind: kind))
            } catch {
                incomplete.append(Incomplete(transactionID: row.transactionID, reason: error))
            }
        }
        self.snapshots = snapshots
        self.incomplete = incomplete
    }

    /// What makes a purchase one.
    private struct Key: Hashable {
        let productID: String?
        let originalTransactionID: String?
        let transactionID: String?

        init(_ row: ReceiptTransaction) {
            self.productID = row.productID
            self.originalTransactionID = row.originalTransactionID
            self.transactionID = row.transactionID
        }
    }

    /// Of two rows of one list about one purchase, the one that knows of a later end: a refund, then a longer period.
    private static func later(_ left: ReceiptTransaction, _ right: ReceiptTransaction) -> ReceiptTransaction {
        func end(_ row: ReceiptTransaction) -> (Int64, Int64) {
            (row.cancelledAt?.milliseconds ?? .min, row.expiresAt?.milliseconds ?? .min)
        }
        return end(left) < end(right) ? right : left
    }

    /// The order of purchases; ids have different lengths and are never compared as numbers.
    private static func isBefore(_ left: ReceiptTransaction, _ right: ReceiptTransaction) -> Bool {
        let (first, second) = (left.purchasedAt?.milliseconds ?? .min, right.purchasedAt?.milliseconds ?? .min)
        guard first == second else { return first < second }
        for (one, other) in [
            (left.transactionID, right.transactionID), (left.originalTransactionID, right.originalTransactionID),
            (left.productID, right.productID),
        ] where one != other {
            return (one ?? "").utf8.lexicographicallyPrecedes((other ?? "").utf8)
        }
        return false
    }
}
