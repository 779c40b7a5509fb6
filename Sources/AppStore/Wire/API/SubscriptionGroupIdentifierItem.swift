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
