import AppStore

extension TransactionFacts {
    /// What the store signs about this transaction, as it is, at an instant.
    func payload(app: WorldApp, signedAt: Int64) -> TransactionPayload {
        var payload = TransactionPayload()
        payload.transactionId = self.id
        payload.originalTransactionId = self.originalId
        payload.webOrderLineItemId = self.webOrderLineItemId
        payload.bundleId = app.bundleId
        payload.productId = self.product.id
        payload.subscriptionGroupIdentifier = self.product.group
        payload.purchaseDate = Timestamp(milliseconds: self.purchasedAt)
        payload.originalPurchaseDate = Timestamp(milliseconds: self.originallyPurchasedAt)
        payload.expiresDate = self.expiresAt.map { Timestamp(milliseconds: $0) }
        payload.quantity = Int32(self.quantity)
        payload.type = self.product.type
        payload.appAccountToken = self.appAccountToken
        payload.inAppOwnershipType = .purchased
        payload.signedDate = Timestamp(milliseconds: signedAt)
        payload.environment = AppStoreEnvironment(rawValue: app.environment.rawValue)
        payload.transactionReason = self.isRenewal ? .renewal : .purchase
        payload.storefront = self.storefront.code
        payload.storefrontId = self.storefront.id
        payload.price = self.price.milliunits
        payload.currency = self.price.currency
        payload.appTransactionId = self.appTransactionId
        payload.isUpgraded = self.isUpgraded ? true : nil
        if let revocation = self.revocation {
            payload.revocationDate = Timestamp(milliseconds: revocation.at)
            payload.revocationReason = revocation.reason
            payload.revocationType = revocation.percentage == nil ? .refundFull : .refundProrated
            payload.revocationPercentage = revocation.percentage.map { Int32($0) }
        }
        return payload
    }

    /// The transaction as its customer sees it.
    func purchase(by customer: WorldCustomer, in app: WorldApp) -> WorldPurchase {
        WorldPurchase(
            transactionId: self.id,
            originalTransactionId: self.originalId,
            customer: customer,
            bundleId: app.bundleId,
            productId: self.product.id,
            quantity: self.quantity,
            purchasedAt: Timestamp(milliseconds: self.purchasedAt),
            expiresAt: self.expiresAt.map { Timestamp(milliseconds: $0) },
            revokedAt: self.revocation.map { Timestamp(milliseconds: $0.at) },
            isRenewal: self.isRenewal
        )
    }
}

extension WorldProduct {
    /// Apple's word for the kind.
    fileprivate var type: ProductType {
        switch self.kind {
        case .autoRenewable: .autoRenewableSubscription
        case .nonConsumable: .nonConsumable
        case .consumable: .consumable
        case .nonRenewing: .nonRenewingSubscription
        }
    }
}
