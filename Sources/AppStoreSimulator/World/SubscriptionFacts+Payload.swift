import AppStore

extension SubscriptionFacts {
    /// Apple's number for what the subscription is.
    var status: SubscriptionStatus {
        switch self.phase {
        case .active: .active
        case .expired: .expired
        case .billingRetry: .inBillingRetry
        case .gracePeriod: .inBillingGracePeriod
        case .revoked: .revoked
        }
    }

    /// What the store signs about the next renewal, as it stands, at an instant.
    func payload(app: WorldApp, signedAt: Int64) -> RenewalInfoPayload {
        var payload = RenewalInfoPayload()
        payload.expirationIntent = self.expirationIntent
        payload.originalTransactionId = self.originalId
        payload.autoRenewProductId = self.nextProduct.id
        payload.productId = self.product.id
        payload.autoRenewStatus = self.autoRenews ? .on : .off
        payload.isInBillingRetryPeriod = self.isInBillingRetry
        payload.gracePeriodExpiresDate = self.graceEndsAt.map { Timestamp(milliseconds: $0) }
        payload.signedDate = Timestamp(milliseconds: signedAt)
        payload.environment = AppStoreEnvironment(rawValue: app.environment.rawValue)
        payload.recentSubscriptionStartDate = Timestamp(milliseconds: self.streakBeganAt)
        payload.renewalDate = Timestamp(milliseconds: self.expiresAt)
        if self.autoRenews {
            let price = self.nextProduct.price(in: self.storefront)
            payload.renewalPrice = price.milliunits
            payload.currency = price.currency
        }
        payload.appTransactionId = self.appTransactionId
        payload.appAccountToken = self.appAccountToken
        return payload
    }
}
