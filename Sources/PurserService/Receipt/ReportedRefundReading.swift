import AppStore
import Ledger

/// The refunds that a notification of version 1 reports and that nothing in it proves.
///
/// A row that the receipt confirms says it itself. Of all others those with a cancellation date are reports: a consumable
/// that the app has finished is in no receipt, so nobody else tells of its refund.
struct ReportedRefundReading {
    /// The reports of the latest refunds, as many as Apple lists at most, by ascending date of refund.
    let reports: [ReportedRefund]

    /// Reads a notification that has the app's secret.
    ///
    /// - Parameters:
    ///   - old: The notification.
    ///   - receipt: The authentic receipt in it; `nil` without one.
    ///   - confirmed: The rows that the receipt confirms.
    ///   - now: When it arrived.
    ///   - catalogue: What the app says of such refunds.
    init(
        _ old: NotificationV1,
        beside receipt: VerifiedReceipt?,
        confirmed: [ReceiptTransaction],
        at now: Instant,
        _ catalogue: Catalogue
    ) {
        let rows = old.answer.latestRows + old.answer.rows
        let proven = Set(confirmed.compactMap(\.transactionID).map { TransactionID($0) })
        let among = rows + (receipt?.payload.transactions ?? [])
        let reports = ReceiptFacts.refunded(rows, among: among).compactMap { row -> ReportedRefund? in
            guard let id = row.transactionID.flatMap(TransactionSnapshot.identifier),
                let product = row.productID.flatMap(TransactionSnapshot.identifier),
                let cancelledAt = row.cancelledAt, !proven.contains(TransactionID(id))
            else { return nil }
            let original = row.originalTransactionID.flatMap(TransactionSnapshot.identifier) ?? id
            return ReportedRefund(
                originalTransactionID: OriginalTransactionID(original),
                transactionID: TransactionID(id),
                productID: ProductID(product),
                revokedAt: Instant(cancelledAt),
                reason: row.cancellationReason.flatMap { Int(exactly: $0) },
                treatment: catalogue.treatment(ofRefundsOf: ProductID(product)),
                reportedAt: now
            )
        }
        self.reports = Array(
            reports.sorted { ($0.revokedAt, $0.transactionID) < ($1.revokedAt, $1.transactionID) }
                .suffix(OldQuestions.most)
        )
    }
}
