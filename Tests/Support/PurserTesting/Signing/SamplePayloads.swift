package import AppStore

/// Ready-made payloads of one app, for tests that are about something else.
package enum SamplePayloads {
    /// The bundle id of all samples.
    package static let bundleID = "com.example.shop"
    /// The App Store's number of the app in all samples.
    package static let appAppleID: Int64 = 1_234_567_890
    /// When all samples were signed: 2026-03-01T12:00:00Z.
    package static let signedAt = Timestamp(milliseconds: 1_772_366_400_000)

    /// A month of a subscription.
    package static func transaction(
        id: String = "2000000000000001",
        originalID: String = "2000000000000001",
        productID: String = "pro.monthly",
        token: String? = nil,
        signedAt: Timestamp = Self.signedAt,
        environment: AppStoreEnvironment = .production
    ) -> TransactionPayload {
        TransactionPayload(
            transactionId: id,
            originalTransactionId: originalID,
            webOrderLineItemId: "3\(id)",
            bundleId: Self.bundleID,
            productId: productID,
            subscriptionGroupIdentifier: "21000001",
            purchaseDate: Timestamp(milliseconds: signedAt.milliseconds - 1000),
            originalPurchaseDate: Timestamp(milliseconds: signedAt.milliseconds - 1000),
            expiresDate: Timestamp(milliseconds: signedAt.milliseconds + 31 * 86_400_000),
            quantity: 1,
            type: .autoRenewableSubscription,
            appAccountToken: token,
            inAppOwnershipType: .purchased,
            signedDate: signedAt,
            environment: environment,
            transactionReason: .purchase,
            storefront: "USA",
            storefrontId: "143441",
            price: 9990,
            currency: "USD"
        )
    }

    /// A consumable.
    package static func consumable(
        id: String = "2000000000000900",
        productID: String = "gems.600",
        quantity: Int32 = 1,
        signedAt: Timestamp = Self.signedAt,
        environment: AppStoreEnvironment = .production
    ) -> TransactionPayload {
        var payload = self.transaction(
            id: id,
            originalID: id,
            productID: productID,
            signedAt: signedAt,
            environment: environment
        )
        payload.webOrderLineItemId = nil
        payload.subscriptionGroupIdentifier = nil
        payload.expiresDate = nil
        payload.type = .consumable
        payload.quantity = quantity
        return payload
    }

    /// A frame to own for good.
    package static func frame(
        id: String = "2000000000000001",
        token: String? = nil,
        environment: AppStoreEnvironment = .production
    ) -> TransactionPayload {
        var payload = self.consumable(id: id, productID: "frame.gold", environment: environment)
        payload.type = .nonConsumable
        payload.appAccountToken = token
        return payload
    }

    /// The renewal info that goes with `transaction`.
    package static func renewalInfo(
        originalID: String = "2000000000000001",
        productID: String = "pro.monthly",
        signedAt: Timestamp = Self.signedAt,
        environment: AppStoreEnvironment = .production
    ) -> RenewalInfoPayload {
        RenewalInfoPayload(
            originalTransactionId: originalID,
            autoRenewProductId: productID,
            productId: productID,
            autoRenewStatus: .on,
            isInBillingRetryPeriod: false,
            signedDate: signedAt,
            environment: environment,
            renewalDate: Timestamp(milliseconds: signedAt.milliseconds + 31 * 86_400_000),
            renewalPrice: 9990,
            currency: "USD"
        )
    }

    /// A notification around signed parts.
    package static func notification(
        type: NotificationType = .subscribed,
        subtype: NotificationSubtype? = .initialBuy,
        uuid: String = "002e14d5-51f5-4503-b5a8-c3a1af68eb20",
        transaction: SignedData?,
        renewalInfo: SignedData? = nil,
        status: SubscriptionStatus? = .active,
        signedAt: Timestamp = Self.signedAt,
        environment: AppStoreEnvironment = .production
    ) -> NotificationPayload {
        NotificationPayload(
            notificationType: type,
            subtype: subtype,
            notificationUUID: uuid,
            data: NotificationData(
                appAppleId: Self.appAppleID,
                bundleId: Self.bundleID,
                bundleVersion: "1",
                environment: environment,
                signedTransactionInfo: transaction,
                signedRenewalInfo: renewalInfo,
                status: status
            ),
            version: "2.0",
            signedDate: signedAt
        )
    }
}
