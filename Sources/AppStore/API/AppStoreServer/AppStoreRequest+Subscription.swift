extension AppStoreRequest where Response == StatusResponse {
    /// Returns the states of all subscriptions of a customer (Get All Subscription Statuses).
    ///
    /// - Parameters:
    ///   - anyTransactionID: Any transaction, original transaction, or app transaction identifier of the customer.
    ///   - statuses: The states to include; empty for all.
    /// - Returns: The request.
    public static func subscriptionStatuses(
        of anyTransactionID: String,
        in statuses: [SubscriptionStatus] = []
    ) -> Self {
        Self(
            .getAllSubscriptionStatuses,
            "GET",
            ["inApps", "v1", "subscriptions", anyTransactionID],
            query: statuses.map { (name: "status", value: String($0.rawValue)) }
        ) { $0.data != nil }
    }
}

/// The response to Get All Subscription Statuses.
public struct StatusResponse: WireObject {
    /// The environment of the subscriptions.
    public var environment: AppStoreEnvironment?
    /// The app's bundle identifier.
    public var bundleId: String?
    /// The app's identifier in the App Store.
    public var appAppleId: Int64?
    /// The customer's subscriptions by group.
    public var data: [SubscriptionGroupIdentifierItem]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<StatusResponse> = [
        WireField("environment", \.environment),
        WireField("bundleId", \.bundleId),
        WireField("appAppleId", \.appAppleId),
        WireField("data", \.data),
    ]
}

/// A customer's subscriptions in one group.
public struct SubscriptionGroupIdentifierItem: WireObject {
    /// The identifier of the subscription group.
    public var subscriptionGroupIdentifier: String?
    /// The latest transaction of each subscription.
    public var lastTransactions: [LastTransactionsItem]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<SubscriptionGroupIdentifierItem> = [
        WireField("subscriptionGroupIdentifier", \.subscriptionGroupIdentifier),
        WireField("lastTransactions", \.lastTransactions),
    ]
}

/// The latest transaction of a subscription, with its state.
public struct LastTransactionsItem: WireObject {
    /// The state of the subscription.
    public var status: SubscriptionStatus?
    /// The original transaction identifier, that of the chain's first transaction.
    public var originalTransactionId: String?
    /// The latest transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal information, signed.
    public var signedRenewalInfo: SignedData?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<LastTransactionsItem> = [
        WireField("status", \.status),
        WireField("originalTransactionId", \.originalTransactionId),
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}

/// The state of an auto-renewable subscription according to Apple.
public struct SubscriptionStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The subscription is active.
    public static let active = SubscriptionStatus(rawValue: 1)
    /// The subscription has expired.
    public static let expired = SubscriptionStatus(rawValue: 2)
    /// The subscription is in billing retry: the payment failed, and Apple continues to try.
    public static let inBillingRetry = SubscriptionStatus(rawValue: 3)
    /// The subscription is in the billing grace period: the payment failed, and the customer keeps access while Apple
    /// tries again.
    public static let inBillingGracePeriod = SubscriptionStatus(rawValue: 4)
    /// The subscription was refunded, or is no longer shared or assigned.
    public static let revoked = SubscriptionStatus(rawValue: 5)

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [SubscriptionStatus] = [
        .active,
        .expired,
        .inBillingRetry,
        .inBillingGracePeriod,
        .revoked,
    ]
}
