package import AppStore

/// Ready-made payloads of one app, for tests that are about something else.
package enum SamplePayloads {
    /// The bundle id of all samples.
    package static let bundleID = "com.example.shop"
    /// The App Store's number of the app in all samples.
    package static let appAppleID: Int64 = 1_234_567_890
    /// The instant at which all samples were signed: 2026-03-01T12:00:00Z.
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
        TransactionPayload.with {
            $0.transactionId = id
            $0.originalTransactionId = originalID
            $0.webOrderLineItemId = "3\(id)"
            $0.bundleId = Self.bundleID
            $0.productId = productID
            $0.subscriptionGroupIdentifier = "21000001"
            $0.purchaseDate = Timestamp(milliseconds: signedAt.milliseconds - 1000)
            $0.originalPurchaseDate = Timestamp(milliseconds: signedAt.milliseconds - 1000)
            $0.expiresDate = Timestamp(milliseconds: signedAt.milliseconds + 31 * 86_400_000)
            $0.quantity = 1
            $0.type = .autoRenewableSubscription
            $0.appAccountToken = token
            $0.inAppOwnershipType = .purchased
            $0.signedDate = signedAt
            $0.environment = environment
            $0.transactionReason = .purchase
            $0.storefront = "USA"
            $0.storefrontId = "143441"
            $0.price = 9990
            $0.currency = "USD"
        }
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
        RenewalInfoPayload.with {
            $0.originalTransactionId = originalID
            $0.autoRenewProductId = productID
            $0.productId = productID
            $0.autoRenewStatus = .on
            $0.isInBillingRetryPeriod = false
            $0.signedDate = signedAt
            $0.environment = environment
            $0.renewalDate = Timestamp(milliseconds: signedAt.milliseconds + 31 * 86_400_000)
            $0.renewalPrice = 9990
            $0.currency = "USD"
        }
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
        NotificationPayload.with {
            $0.notificationType = type
            $0.subtype = subtype
            $0.notificationUUID = uuid
            $0.data = .with {
                $0.appAppleId = Self.appAppleID
                $0.bundleId = Self.bundleID
                $0.bundleVersion = "1"
                $0.environment = environment
                $0.signedTransactionInfo = transaction
                $0.signedRenewalInfo = renewalInfo
                $0.status = status
            }
            $0.version = "2.0"
            $0.signedDate = signedAt
        }
    }
}
