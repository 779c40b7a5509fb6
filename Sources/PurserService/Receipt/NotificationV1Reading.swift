import AppStore
import Ledger

/// What a notification of version 1 says that may be believed, beside the receipt that it embeds.
///
/// Nobody signs its rows, and the shared secret lies in many an app. A row counts where the receipt has the same
/// purchase; then it adds what receipts leave out. About anything else Apple is asked: who has the secret and a receipt
/// of his own must not be able to say anything of other people's purchases. A renewal counts where Apple cannot be
/// asked, and grants no grace.
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

/// What Apple is asked about for one notification of version 1: a few things at once, and all others soon afterwards.
///
/// Apple waits for the answer to its notification, so most questions wait in the list of questions. Rows that tell of a
/// refund come first: nothing else tells of it.
struct LegacyNotificationChecks {
    /// How many transactions, and how many subscriptions, are asked about at once.
    private static let atOnce = 5
    /// How many transactions are asked about in all; Apple's notifications list 100 at most.
    static let most = 100

    /// The transactions that are asked about at once, each with the chain that its row names.
    let transactions: [(id: TransactionID, original: OriginalTransactionID?)]
    /// The subscriptions that are asked about at once.
    let renewals: [OriginalTransactionID]
    /// The chains that are asked about later where anything is kept of them, as it is of what was reported.
    let later: [OriginalTransactionID]

    /// The questions about transactions and subscriptions of a notification.
    init(_ transactions: Set<TransactionID>, renewals: Set<OriginalTransactionID>, in old: NotificationV1) {
        var originals: [TransactionID: OriginalTransactionID] = [:]
        var refunds: [TransactionID: Int64] = [:]
        for row in old.answer.latestRows + old.answer.rows {
            guard let id = row.transactionID.map({ TransactionID($0) }) else { continue }
            if let original = row.originalTransactionID { originals[id] = OriginalTransactionID(original) }
            if let at = row.canceledAt?.milliseconds { refunds[id] = max(refunds[id] ?? at, at) }
        }
        // The latest refund is what the notification is about.
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
        // The chain that the notification itself names, where none of its rows does; a question about a refund asks by
        // itself.
        if old.type != NotificationV1.consumptionRequest,
            let named = old.originalTransactionID.map({ OriginalTransactionID($0) }), !renewals.contains(named),
            !originals.values.contains(named), originals[TransactionID(named.rawValue)] == nil,
            !transactions.contains(TransactionID(named.rawValue))
        {
            // Of what is not known nothing waits, so it is asked about at once where few others are.
            if atOnce.count < Self.atOnce { atOnce.append((TransactionID(named.rawValue), nil)) }
            later.insert(named)
        }
        self.transactions = atOnce
        self.later = later.subtracting(self.renewals).sorted()
    }
}

/// The refunds that a notification of version 1 reports and that nothing in it proves.
///
/// A row that the receipt confirms says it itself. Of all others those with a cancellation date are reports: a
/// consumable that the app has finished is in no receipt, so nobody else tells of its refund.
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
    ///   - catalog: What the app says of such refunds.
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
