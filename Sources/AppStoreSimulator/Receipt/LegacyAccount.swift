import AppStore

/// The data of an Apple Account in one app for the legacy interfaces: its purchases and the next renewals of its
/// subscriptions.
struct LegacyAccount {
    /// The maximum number of rows in a version 1 notification.
    static let notificationRows = 100

    /// A purchase and the number of its product.
    struct Purchase {
        /// The transaction.
        let transaction: TransactionPayload
        /// The App Store's number of the product; 0 in the Sandbox.
        let itemNumber: Int64
    }

    /// The listed purchases, the newest first.
    ///
    /// Finished consumables and refunded non-renewing subscriptions are omitted, except the one that the notification
    /// names.
    let purchases: [Purchase]
    /// The App Store's number of the app; 0 in the Sandbox.
    let appNumber: Int64
    /// The purchase that a notification names.
    let named: String?
    /// The next renewal of each subscription.
    let renewals: [RenewalInfoPayload]
    /// The newest receipt in Base64.
    let receipt: String

    /// Returns `latest_receipt`, `latest_receipt_info` with at most `limit` rows, and `pending_renewal_info`.
    ///
    /// With `statesNumbers`, each row contains the numbers of its app and product, as a notification's may.
    func members(excludingOld: Bool = false, limit: Int = .max, statesNumbers: Bool = false) -> [JSONMember] {
        var seen: Set<String> = []
        let rows = self.purchases.filter { purchase in
            let transaction = purchase.transaction
            guard excludingOld, transaction.type == .autoRenewableSubscription else { return true }
            return seen.insert(transaction.originalTransactionId ?? "").inserted
        }
        var shown = Array(rows.prefix(limit))
        if let named, let row = rows.first(where: { $0.transaction.transactionId == named }),
            !shown.contains(where: { $0.transaction.transactionId == named })
        {
            shown[limit - 1] = row
        }
        return [
            JSONMember(key: "latest_receipt", value: .string(self.receipt)),
            JSONMember(
                key: "latest_receipt_info",
                value: .array(
                    shown.map { self.row($0, statesNumbers: statesNumbers) }
                )
            ),
            JSONMember(key: "pending_renewal_info", value: .array(self.renewals.map { Self.renewal($0).json })),
        ]
    }

    private func row(_ purchase: Purchase, statesNumbers: Bool) -> JSONValue {
        let transaction = purchase.transaction
        var row = Self.row(transaction)
        // Only the notification about it contains the refund date of a consumable.
        if transaction.type == .consumable, transaction.transactionId != self.named { row.canceledAt = nil }
        let json = row.json(isLatest: true, group: transaction.subscriptionGroupIdentifier)
        guard statesNumbers, case .object(let members) = json else { return json }
        return .object(
            members + [
                JSONMember(key: "item_id", value: .string(String(purchase.itemNumber))),
                JSONMember(key: "app_item_id", value: .string(String(self.appNumber))),
            ]
        )
    }

    /// Returns a transaction in the form of the legacy interfaces.
    static func row(_ transaction: TransactionPayload) -> ReceiptTransaction {
        var row = ReceiptTransaction()
        row.quantity = transaction.quantity.map { Int64($0) }
        row.productID = transaction.productId
        row.transactionID = transaction.transactionId
        row.originalTransactionID = transaction.originalTransactionId
        row.purchasedAt = transaction.purchaseDate
        row.originallyPurchasedAt = transaction.originalPurchaseDate
        row.expiresAt = transaction.expiresDate
        row.canceledAt = transaction.revocationDate
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

    /// Returns a renewal in the form of the legacy interfaces.
    static func renewal(_ payload: RenewalInfoPayload) -> PendingRenewal {
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
