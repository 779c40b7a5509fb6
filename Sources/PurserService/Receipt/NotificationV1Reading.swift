import AppStore
import Ledger

/// What a notification of version 1 says that may be believed, beside the receipt that it embeds.
///
/// Nobody signs its rows, and the shared secret lies in many an app. A row counts where the receipt has the same purchase;
/// then it adds what receipts leave out. About anything else Apple is asked: who has the secret and a receipt of his own must
/// not be able to say anything of other people's purchases. A renewal counts where Apple cannot be asked, and grants no grace.
struct NotificationV1Reading {
    /// The rows that count, whole.
    private(set) var rows: [ReceiptTransaction] = []
    /// The renewals that count.
    private(set) var renewals: [RenewalSnapshot] = []
    /// The transactions that Apple is to be asked about, each once.
    private(set) var unconfirmed: Set<TransactionID> = []
    /// The subscriptions that Apple is to be asked about, by their first transaction.
    private(set) var unconfirmedRenewals: Set<OriginalTransactionID> = []

    /// Reads a notification beside its receipt.
    ///
    /// `asksApple` says whether Apple can be asked about what it says besides.
    init(_ answer: VerifyReceiptAnswer, beside receipt: VerifiedReceipt, asksApple: Bool) {
        let signed = Dictionary(
            receipt.payload.transactions.compactMap { row in row.transactionID.map { (TransactionID($0), row) } }
        ) { first, _ in first }
        for row in answer.latestRows + answer.rows {
            guard let id = row.transactionID.map({ TransactionID($0) }) else { continue }
            guard var whole = signed[id], Self.agree(whole, row) else {
                self.unconfirmed.insert(id)
                continue
            }
            whole.isUpgraded = row.isUpgraded
            whole.ownership = row.ownership
            whole.appAccountToken = row.appAccountToken
            whole.offerCode = row.offerCode
            whole.cancelledAt = whole.cancelledAt ?? row.cancelledAt
            whole.cancellationReason = row.cancellationReason
            self.rows.append(whole)
        }
        let statedAt = Instant(receipt.createdAt)
        for renewal in answer.renewals {
            guard let original = renewal.originalTransactionID, let product = renewal.productID else { continue }
            let ends = (self.rows + receipt.payload.transactions)
                .filter {
                    $0.originalTransactionID.hasSameBytes(as: original) && $0.productID.hasSameBytes(as: product)
                }
                .compactMap(\.expiresAt)
            guard !asksApple, let end = ends.max().map({ Instant($0) }) else {
                self.unconfirmedRenewals.insert(OriginalTransactionID(original))
                continue
            }
            RenewalSnapshot(renewal, endsAt: end, statedAt: statedAt, beside: receipt).map { self.renewals.append($0) }
        }
    }

    /// Whether two rows are of one purchase: a receipt has whole seconds.
    private static func agree(_ left: ReceiptTransaction, _ right: ReceiptTransaction) -> Bool {
        func second(_ instant: Timestamp?) -> Int64? { instant.map { $0.milliseconds / 1000 } }
        return left.productID.hasSameBytes(as: right.productID)
            && second(left.purchasedAt) == second(right.purchasedAt)
            && second(left.expiresAt) == second(right.expiresAt)
            && (left.originalTransactionID == nil
                || left.originalTransactionID.hasSameBytes(as: right.originalTransactionID))
    }
}
