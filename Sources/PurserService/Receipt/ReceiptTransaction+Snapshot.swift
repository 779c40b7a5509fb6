import AppStore
import Ledger

extension ReceiptTransaction {
    /// What the ledger knows of a transaction, as an old interface writes it.
    init(_ snapshot: TransactionSnapshot) {
        self.init()
        self.quantity = Int64(snapshot.quantity)
        self.productID = snapshot.productID.rawValue
        self.transactionID = snapshot.transactionID.rawValue
        self.originalTransactionID = snapshot.originalTransactionID.rawValue
        self.purchasedAt = Timestamp(milliseconds: snapshot.purchaseAt.milliseconds)
        self.expiresAt = snapshot.expiresAt.map { Timestamp(milliseconds: $0.milliseconds) }
        self.cancelledAt = snapshot.revocation.map { Timestamp(milliseconds: $0.revokedAt.milliseconds) }
        self.cancellationReason = snapshot.revocation?.reason.map { Int64($0) }
        self.webOrderLineItemID = snapshot.webOrderLineItemID.flatMap { Int64($0.rawValue) }
        self.isTrial = snapshot.offer?.discountType == "FREE_TRIAL"
        self.isIntroductory = snapshot.offer?.type == 1 && self.isTrial != true
        self.promotionalOfferID = snapshot.offer?.type == 2 ? snapshot.offer?.identifier : nil
        self.offerCode = snapshot.offer?.type == 3 ? snapshot.offer?.identifier : nil
        self.isUpgraded = snapshot.isUpgraded
        self.ownership = InAppOwnershipType(rawValue: snapshot.ownership.rawValue)
        self.appAccountToken = snapshot.accountToken.map { "\($0)" }
    }
}

extension PendingRenewal {
    /// What the ledger knows of a renewal, as an old interface writes it.
    init(_ renewal: RenewalSnapshot) {
        self.init()
        self.originalTransactionID = renewal.originalTransactionID.rawValue
        self.productID = renewal.productID.rawValue
        self.autoRenewProductID = renewal.autoRenewProductID?.rawValue
        self.autoRenews = renewal.autoRenew
        self.expirationIntent = renewal.expirationIntent.map { Int64($0) }
        self.isInBillingRetry = renewal.isInBillingRetry
        self.graceEndsAt = renewal.gracePeriodExpiresAt.map { Timestamp(milliseconds: $0.milliseconds) }
        self.priceIncreaseStatus = renewal.priceIncreaseStatus.map { Int64($0) }
        self.autoRenewStatusChangedAt = renewal.renewStatusChangedAt.map { Timestamp(milliseconds: $0.milliseconds) }
    }
}
