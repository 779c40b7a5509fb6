import AppStore
import Crypto
import Ledger

/// What a notification of version 1 says that may be believed, beside the receipt that it embeds.
///
/// Nobody signs its rows. A row counts where the receipt, or the ledger, knows the same purchase; then it adds what receipts
/// leave out. What nobody else knows is left to Apple to confirm.
struct NotificationV1Reading {
    /// The longest grace that Apple grants, in days; more is no word of Apple's.
    private static let maximumGrace = Span.days(28)

    /// The rows that count, whole.
    private(set) var rows: [ReceiptTransaction] = []
    /// The renewals that count.
    private(set) var renewals: [RenewalSnapshot] = []
    /// Whether it says more than could be confirmed here.
    private(set) var hasUnconfirmed = false

    /// Reads a notification beside its receipt.
    ///
    /// `known` are transactions that the ledger has, by id.
    init(
        _ answer: VerifyReceiptAnswer,
        beside receipt: VerifiedReceipt,
        known: [String: TransactionSnapshot],
        digest: PayloadDigest
    ) {
        let signed = Dictionary(
            receipt.payload.transactions.compactMap { row in row.transactionID.map { ($0, row) } }
        ) { first, _ in first }
        for row in answer.latestRows + answer.rows {
            guard let id = row.transactionID else { continue }
            guard var whole = signed[id] ?? known[id].map(Self.row), Self.agree(whole, row) else {
                self.hasUnconfirmed = true
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
                .filter { $0.originalTransactionID == original && $0.productID == product }.compactMap(\.expiresAt)
            guard let end = ends.max().map({ Instant($0) }) else {
                self.hasUnconfirmed = true
                continue
            }
            let grace = renewal.graceEndsAt.map { Instant($0) }
            self.renewals.append(
                RenewalSnapshot(
                    originalTransactionID: OriginalTransactionID(original),
                    productID: ProductID(product),
                    autoRenewProductID: renewal.autoRenewProductID.map { ProductID($0) },
                    autoRenew: renewal.autoRenews,
                    renewalAt: end,
                    gracePeriodExpiresAt: grace.flatMap { $0 <= end + Self.maximumGrace ? $0 : nil },
                    isInBillingRetry: renewal.isInBillingRetry ?? false,
                    expirationIntent: renewal.expirationIntent.flatMap { Int(exactly: $0) },
                    priceIncreaseStatus: renewal.priceIncreaseStatus.flatMap { Int(exactly: $0) },
                    signedAt: statedAt,
                    digest: Self.digest(of: renewal, beside: digest)
                )
            )
        }
    }

    /// The digest of a renewal that nobody signed, by what it says.
    private static func digest(of renewal: PendingRenewal, beside receipt: PayloadDigest) -> PayloadDigest {
        var hash = SHA256()
        hash.update(data: Array(String(receipt.rawValue).utf8))
        hash.update(data: renewal.json.json())
        return PayloadDigest(EvidenceDigest(sha256: Array(hash.finalize())))
    }

    /// What the ledger knows, as a row.
    private static func row(_ snapshot: TransactionSnapshot) -> ReceiptTransaction {
        var row = ReceiptTransaction(snapshot)
        row.productTypeNumber =
            switch snapshot.kind {
            case .nonConsumable: 0
            case .consumable: 1
            case .nonRenewing: 2
            case .autoRenewable: 3
            }
        return row
    }

    /// Whether two rows are of one purchase: a receipt has whole seconds.
    private static func agree(_ left: ReceiptTransaction, _ right: ReceiptTransaction) -> Bool {
        func second(_ instant: Timestamp?) -> Int64? { instant.map { $0.milliseconds / 1000 } }
        return left.productID == right.productID && second(left.purchasedAt) == second(right.purchasedAt)
            && second(left.expiresAt) == second(right.expiresAt)
            && (left.originalTransactionID == nil || left.originalTransactionID == right.originalTransactionID)
    }
}
