import Ledger
import Notation

/// What Apple signed, field by field.
extension TransactionSnapshot {
    /// The fields by Apple's names.
    var facts: [DashboardFact?] {
        [
            DashboardFact("transactionId", self.transactionID.rawValue, isID: true),
            DashboardFact("originalTransactionId", self.originalTransactionID.rawValue, isID: true),
            DashboardFact("previousOriginalTransactionId", self.previousOriginalTransactionID?.rawValue, isID: true),
            DashboardFact("webOrderLineItemId", self.webOrderLineItemID?.rawValue, isID: true),
            DashboardFact("appTransactionId", self.appTransactionID?.rawValue, isID: true),
            DashboardFact("productId", self.productID.rawValue, isID: true), DashboardFact("type", self.kind.rawValue),
            DashboardFact("purchaseDate", at: self.purchaseAt), DashboardFact("expiresDate", at: self.expiresAt),
            DashboardFact("quantity", "\(self.quantity)"),
            DashboardFact("inAppOwnershipType", self.ownership.rawValue),
            DashboardFact("appAccountToken", self.accountToken?.description ?? self.malformedAccountToken, isID: true),
            DashboardFact("isUpgraded", self.isUpgraded ? "true" : nil),
            DashboardFact("transactionReason", self.reason?.rawValue),
        ] + self.termFacts + [
            DashboardFact("revocationDate", at: self.revocation?.revokedAt),
            DashboardFact("revocationReason", (self.revocation?.reason).map { "\($0)" }),
            DashboardFact("revocationType", self.revocation?.type),
            DashboardFact("revocationPercentage", (self.revocation?.percentageMilliunits).map { "\($0)" }),
            DashboardFact("signedDate", at: self.signedAt),
            DashboardFact("purchaseDigest", self.digest.text, isID: true),
        ]
    }

    /// The fields about price and offer.
    private var termFacts: [DashboardFact?] {
        [
            DashboardFact("price", self.price.map { "\($0.amountMilliunits)" }),
            DashboardFact("currency", self.price?.currency), DashboardFact("storefront", self.storefront),
            DashboardFact("offerType", self.offer.map { "\($0.type)" }),
            DashboardFact("offerIdentifier", self.offer?.identifier, isID: true),
            DashboardFact("offerDiscountType", self.offer?.discountType),
            DashboardFact("offerPeriod", self.offer?.period),
            DashboardFact("billingPeriodNumber", (self.commitment?.periodNumber).map { "\($0)" }),
            DashboardFact("totalBillingPeriods", (self.commitment?.periodCount).map { "\($0)" }),
            DashboardFact("commitmentExpiresDate", at: self.commitment?.expiresAt),
        ]
    }
}

extension RenewalSnapshot {
    /// The fields by Apple's names.
    var facts: [DashboardFact?] {
        [
            DashboardFact("originalTransactionId", self.originalTransactionID.rawValue, isID: true),
            DashboardFact("productId", self.productID.rawValue, isID: true),
            DashboardFact("autoRenewProductId", self.autoRenewProductID?.rawValue, isID: true),
            DashboardFact("autoRenewStatus", self.autoRenew.map { $0 ? "1" : "0" }),
            DashboardFact("renewalDate", at: self.renewalAt),
            DashboardFact("gracePeriodExpiresDate", at: self.gracePeriodExpiresAt),
            DashboardFact("isInBillingRetryPeriod", self.isInBillingRetry ? "true" : nil),
            DashboardFact("expirationIntent", self.expirationIntent.map { "\($0)" }),
            DashboardFact("priceIncreaseStatus", self.priceIncreaseStatus.map { "\($0)" }),
            DashboardFact("renewalPrice", self.price.map { "\($0.amountMilliunits)" }),
            DashboardFact("currency", self.price?.currency),
            DashboardFact("offerType", self.offer.map { "\($0.type)" }),
            DashboardFact("offerIdentifier", self.offer?.identifier, isID: true),
            DashboardFact("offerDiscountType", self.offer?.discountType),
            DashboardFact("offerPeriod", self.offer?.period),
            DashboardFact("appAccountToken", self.accountToken?.description, isID: true),
            DashboardFact("appTransactionId", self.appTransactionID?.rawValue, isID: true),
            DashboardFact("signedDate", at: self.signedAt),
            DashboardFact("purchaseDigest", self.digest.text, isID: true),
        ]
    }
}

extension PayloadDigest {
    /// The digest as hexadecimal digits.
    var text: String { Hexadecimal.text(Hexadecimal.bytes(of: self.rawValue)) }
}
