extension AppStoreRequest where Answer == StatusResponse {
    /// Get All Subscription Statuses of a customer.
    ///
    /// - Parameters:
    ///   - anyTransactionID: Any transaction id, original transaction id or app transaction id of the customer.
    ///   - statuses: Only subscriptions in one of these; in any when empty.
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

/// The answer to Get All Subscription Statuses.
public struct StatusResponse: WireObject {
    /// Where the subscriptions were bought.
    public var environment: AppStoreEnvironment?
    /// The app's bundle id.
    public var bundleId: String?
    /// Apple's id of the app.
    public var appAppleId: Int64?
    /// The customer's subscriptions, by group.
    public var data: [SubscriptionGroupIdentifierItem]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<StatusResponse> = [
        WireField("environment", \.environment),
        WireField("bundleId", \.bundleId),
        WireField("appAppleId", \.appAppleId),
        WireField("data", \.data),
    ]
}

/// The customer's subscriptions in one group.
public struct SubscriptionGroupIdentifierItem: WireObject {
    /// The group.
    public var subscriptionGroupIdentifier: String?
    /// The newest transaction of each subscription.
    public var lastTransactions: [LastTransactionsItem]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<SubscriptionGroupIdentifierItem> = [
        WireField("subscriptionGroupIdentifier", \.subscriptionGroupIdentifier),
        WireField("lastTransactions", \.lastTransactions),
    ]
}

/// The newest transaction of one subscription, and its state.
public struct LastTransactionsItem: WireObject {
    /// The state of the subscription.
    public var status: SubscriptionStatus?
    /// The id of the chain's first transaction.
    public var originalTransactionId: String?
    /// The newest transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal info, signed.
    public var signedRenewalInfo: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<LastTransactionsItem> = [
        WireField("status", \.status),
        WireField("originalTransactionId", \.originalTransactionId),
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}

/// The state of an auto-renewable subscription as Apple sees it.
public struct SubscriptionStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Paid and running.
    public static let active = SubscriptionStatus(rawValue: 1)
    /// Ended.
    public static let expired = SubscriptionStatus(rawValue: 2)
    /// Unpaid; Apple keeps trying to charge.
    public static let inBillingRetry = SubscriptionStatus(rawValue: 3)
    /// Unpaid, with access while Apple keeps trying to charge.
    public static let inBillingGracePeriod = SubscriptionStatus(rawValue: 4)
    /// Refunded, or no longer shared or assigned.
    public static let revoked = SubscriptionStatus(rawValue: 5)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [SubscriptionStatus] = [
        .active,
        .expired,
        .inBillingRetry,
        .inBillingGracePeriod,
        .revoked,
    ]
}
