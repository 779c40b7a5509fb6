import AppStore
import Ledger

/// The trustworthy facts of a version 1 notification, read beside the receipt that it embeds.
///
/// The rows of the notification are not signed, and many apps contain the shared secret. A row counts where the receipt
/// has the same purchase; it then adds what receipts leave out. The server asks Apple about everything else, so that a
/// sender with the secret and a receipt of their own cannot state anything about other customers' purchases. A renewal
/// counts where Apple cannot be asked, and then grants no grace period.
struct NotificationV1Reading {
    /// The rows that count, complete.
    private(set) var rows: [ReceiptTransaction] = []
    /// The renewals that count.
    private(set) var renewals: [RenewalSnapshot] = []
    /// The transactions to ask Apple about, each once.
    private(set) var unconfirmed: Set<TransactionID> = []
    /// The subscriptions to ask Apple about, by their original transaction id.
    private(set) var unconfirmedRenewals: Set<OriginalTransactionID> = []

    /// Reads a notification beside its receipt.
    ///
    /// `asksApple` states whether the app can ask Apple about the other rows.
    init(_ answer: VerifyReceiptResponse, beside receipt: VerifiedReceipt, asksApple: Bool) {
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
            whole.canceledAt = whole.canceledAt ?? row.canceledAt
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

    /// Returns whether two rows describe the same purchase; a receipt has whole seconds.
    private static func agree(_ left: ReceiptTransaction, _ right: ReceiptTransaction) -> Bool {
        func second(_ instant: Timestamp?) -> Int64? { instant.map { $0.milliseconds / 1000 } }
        return left.productID.hasSameBytes(as: right.productID)
            && second(left.purchasedAt) == second(right.purchasedAt)
            && second(left.expiresAt) == second(right.expiresAt)
            && (left.originalTransactionID == nil
                || left.originalTransactionID.hasSameBytes(as: right.originalTransactionID))
    }
}

/// The requests to Apple for one version 1 notification: a few immediately, the others soon afterwards.
///
/// Apple waits for the response to its notification, so most checks wait in the queue of chain checks. Rows with a
/// refund come first, because they are its only report.
struct LegacyNotificationChecks {
    /// The number of transactions, and of subscriptions, that are checked immediately.
    private static let atOnce = 5
    /// The maximum number of transactions that are checked; Apple's notifications list at most 100.
    static let most = 100

    /// The transactions to check immediately, each with the chain that its row names.
    let transactions: [(id: TransactionID, original: OriginalTransactionID?)]
    /// The subscriptions to check immediately.
    let renewals: [OriginalTransactionID]
    /// The chains to check later, where the ledger has facts about them.
    let later: [OriginalTransactionID]

    /// Chooses the checks of a notification's transactions and subscriptions.
    init(_ transactions: Set<TransactionID>, renewals: Set<OriginalTransactionID>, in old: NotificationV1) {
        var originals: [TransactionID: OriginalTransactionID] = [:]
        var refunds: [TransactionID: Int64] = [:]
        for row in old.answer.latestRows + old.answer.rows {
            guard let id = row.transactionID.map({ TransactionID($0) }) else { continue }
            if let original = row.originalTransactionID { originals[id] = OriginalTransactionID(original) }
            if let at = row.canceledAt?.milliseconds { refunds[id] = max(refunds[id] ?? at, at) }
        }
        // The notification is about the latest refund.
        let ordered = transactions.sorted { left, right in
            let (first, second) = (refunds[left] ?? .min, refunds[right] ?? .min)
            return first == second ? left < right : first > second
        }
        let asked = ordered.prefix(Self.most)
        var atOnce: [(id: TransactionID, original: OriginalTransactionID?)] = asked.prefix(Self.atOnce).map {
            ($0, originals[$0])
        }
        let subscriptions = renewals.sorted()
        self.renewals = Array(subscriptions.prefix(Self.atOnce))
        var later = Set(asked.dropFirst(Self.atOnce).map { originals[$0] ?? OriginalTransactionID($0.rawValue) })
        later.formUnion(subscriptions.dropFirst(Self.atOnce).prefix(Self.most))
        // Adds the chain that the notification itself names, where none of its rows does; a consumption request asks by
        // itself.
        if old.type != NotificationV1.consumptionRequest,
            let named = old.originalTransactionID.map({ OriginalTransactionID($0) }), !renewals.contains(named),
            !originals.values.contains(named), originals[TransactionID(named.rawValue)] == nil,
            !transactions.contains(TransactionID(named.rawValue))
        {
            // An unknown chain has no queued check, so it is checked immediately where few others are.
            if atOnce.count < Self.atOnce { atOnce.append((TransactionID(named.rawValue), nil)) }
            later.insert(named)
        }
        self.transactions = atOnce
        self.later = later.subtracting(self.renewals).sorted()
    }
}

/// The refunds that a version 1 notification reports without proof.
///
/// A row that the receipt confirms is proof. All other rows with a cancellation date are reports: a finished consumable
/// is in no receipt, so its refund has no other report.
struct ReportedRefundReading {
    /// The reports of the latest refunds, at most as many as Apple lists, by ascending date of refund.
    let reports: [ReportedRefund]

    /// Reads a notification that has the app's shared secret.
    ///
    /// - Parameters:
    ///   - old: The notification.
    ///   - receipt: The authentic receipt in the notification; `nil` without one.
    ///   - confirmed: The rows that the receipt confirms.
    ///   - now: The instant of its arrival.
    ///   - catalog: The catalog, whose policy for reported refunds applies.
    init(
        _ old: NotificationV1,
        beside receipt: VerifiedReceipt?,
        confirmed: [ReceiptTransaction],
        at now: Instant,
        _ catalog: Catalog
    ) {
        let rows = old.answer.latestRows + old.answer.rows
        let proven = Set(confirmed.compactMap(\.transactionID).map { TransactionID($0) })
        let among = rows + (receipt?.payload.transactions ?? [])
        let reports = ReceiptFacts.refunded(rows, among: among).compactMap { row -> ReportedRefund? in
            guard let id = row.transactionID.flatMap(TransactionSnapshot.identifier),
                let product = row.productID.flatMap(TransactionSnapshot.identifier),
                let canceledAt = row.canceledAt, !proven.contains(TransactionID(id))
            else { return nil }
            let original = row.originalTransactionID.flatMap(TransactionSnapshot.identifier) ?? id
            return ReportedRefund(
                originalTransactionID: OriginalTransactionID(original),
                transactionID: TransactionID(id),
                productID: ProductID(product),
                revokedAt: Instant(canceledAt),
                reason: row.cancellationReason.flatMap { Int(exactly: $0) },
                treatment: catalog.treatment(ofRefundsOf: ProductID(product)),
                reportedAt: now
            )
        }
        self.reports = Array(
            reports.sorted { ($0.revokedAt, $0.transactionID) < ($1.revokedAt, $1.transactionID) }
                .suffix(LegacyNotificationChecks.most)
        )
    }
}
