import AppStore

/// What the old interfaces know of an Apple Account in one app: its purchases and what will become of its subscriptions.
struct OldAccount {
    /// The most rows that a notification of version 1 brings.
    static let notificationRows = 100

    /// Every purchase but consumables that are finished, the newest first.
    let transactions: [TransactionPayload]
    /// The next renewal of each subscription.
    let renewals: [RenewalInfoPayload]
    /// The newest receipt in Base64.
    let receipt: String

    /// `latest_receipt`, `latest_receipt_info` with at most so many rows, and `pending_renewal_info`.
    func members(excludingOld: Bool = false, limit: Int = .max) -> [JSONMember] {
        var seen: Set<String> = []
        let rows = self.transactions.filter { transaction in
            guard excludingOld, transaction.type == .autoRenewableSubscription else { return true }
            return seen.insert(transaction.originalTransactionId ?? "").inserted
        }
        return [
            JSONMember(key: "latest_receipt", value: .string(self.receipt)),
            JSONMember(
                key: "latest_receipt_info",
                value: .array(
                    rows.prefix(limit).map { transaction in
                        Self.row(transaction).json(isLatest: true, group: transaction.subscriptionGroupIdentifier)
                    }
                )
            ),
            JSONMember(key: "pending_renewal_info", value: .array(self.renewals.map { Self.renewal($0).json })),
        ]
    }

    /// A transaction as the old interfaces write it.
    private static func row(_ transaction: TransactionPayload) -> ReceiptTransaction {
        var row = ReceiptTransaction()
        row.quantity = transaction.quantity.map { Int64($0) }
        row.productID = transaction.productId
        row.transactionID = transaction.transactionId
        row.originalTransactionID = transaction.originalTransactionId
        row.purchasedAt = transaction.purchaseDate
        row.originallyPurchasedAt = transaction.originalPurchaseDate
        row.expiresAt = transaction.expiresDate
        row.cancelledAt = transaction.revocationDate
        row.cancellationReason = transaction.revocationReason.map { Int64($0.rawValue) }
        row.webOrderLineItemID = transaction.webOrderLineItemId.flatMap { Int64($0) }
        let isIntroductory = transaction.offerType == .introductory
        row.isTrial = isIntroductory && transaction.offerDiscountType == .freeTrial
        row.isIntroductory = isIntroductory && row.isTrial == false
        row.promotionalOfferID = transaction.offerType == .promotional ? transaction.offerIdentifier : nil
        row.offerCode = transaction.offerType == .offerCode ? transaction.offerIdentifier : nil
        row.isUpgraded = transaction.isUpgraded
        row.ownership = transaction.inAppOwnershipType
        row.appAccountToken = transaction.appAccountToken
        return row
    }

    /// A renewal as the old interfaces write it.
    private static func renewal(_ payload: RenewalInfoPayload) -> PendingRenewal {
        var renewal = PendingRenewal()
        renewal.originalTransactionID = payload.originalTransactionId
        renewal.productID = payload.productId
        renewal.autoRenewProductID = payload.autoRenewProductId
        renewal.autoRenews = payload.autoRenewStatus == .on
        renewal.expirationIntent = payload.expirationIntent.map { Int64($0.rawValue) }
        renewal.isInBillingRetry = payload.isInBillingRetryPeriod
        renewal.graceEndsAt = payload.gracePeriodExpiresDate
        renewal.priceIncreaseStatus = payload.priceIncreaseStatus.map { Int64($0.rawValue) }
        return renewal
    }
}
