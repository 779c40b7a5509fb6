extension AppStoreRequest where Answer == AdvancedCommerceSubscriptionCancelResponse {
    /// Cancel a Subscription: it does not renew; access goes on until the period's end.
    public static func cancelSubscription(
        _ transactionID: String,
        _ request: AdvancedCommerceSubscriptionCancelRequest
    ) -> Self {
        Self(.cancelSubscription, "POST", Self.subscription("cancel", transactionID), body: request) {
            $0.signedTransactionInfo != nil
        }
    }
}

extension AppStoreRequest where Answer == AdvancedCommerceSubscriptionChangeMetadataResponse {
    /// Change Subscription Metadata: names, descriptions and SKUs.
    public static func changeSubscriptionMetadata(
        of transactionID: String,
        _ request: AdvancedCommerceSubscriptionChangeMetadataRequest
    ) -> Self {
        Self(.changeSubscriptionMetadata, "POST", Self.subscription("changeMetadata", transactionID), body: request) {
            $0.signedTransactionInfo != nil
        }
    }
}

extension AppStoreRequest where Answer == AdvancedCommerceSubscriptionPriceChangeResponse {
    /// Change Subscription Price of the next renewal, a day before it at the latest.
    public static func changeSubscriptionPrice(
        of transactionID: String,
        _ request: AdvancedCommerceSubscriptionPriceChangeRequest
    ) -> Self {
        Self(.changeSubscriptionPrice, "POST", Self.subscription("changePrice", transactionID), body: request) {
            $0.signedTransactionInfo != nil
        }
    }
}

extension AppStoreRequest where Answer == AdvancedCommerceSubscriptionMigrateResponse {
    /// Migrate a Subscription from a product of App Store Connect to the Advanced Commerce API.
    public static func migrateSubscription(
        _ transactionID: String,
        _ request: AdvancedCommerceSubscriptionMigrateRequest
    ) -> Self {
        Self(.migrateSubscription, "POST", Self.subscription("migrate", transactionID), body: request) {
            $0.signedTransactionInfo != nil
        }
    }
}

extension AppStoreRequest where Answer == AdvancedCommerceSubscriptionRevokeResponse {
    /// Revoke Subscription: it ends now, refunded in full or in part.
    public static func revokeSubscription(
        _ transactionID: String,
        _ request: AdvancedCommerceSubscriptionRevokeRequest
    ) -> Self {
        Self(.revokeSubscription, "POST", Self.subscription("revoke", transactionID), body: request) {
            $0.signedTransactionInfo != nil
        }
    }
}

extension AppStoreRequest where Answer == AdvancedCommerceRequestRefundResponse {
    /// Request Transaction Refund, item by item.
    public static func requestTransactionRefund(
        of transactionID: String,
        _ request: AdvancedCommerceRequestRefundRequest
    ) -> Self {
        Self(
            .requestTransactionRefund,
            "POST",
            ["advancedCommerce", "v1", "transaction", "requestRefund", transactionID],
            body: request
        ) { $0.signedTransactionInfo != nil }
    }
}

extension AppStoreRequest {
    fileprivate static func subscription(_ verb: String, _ transactionID: String) -> [String] {
        ["advancedCommerce", "v1", "subscription", verb, transactionID]
    }
}
