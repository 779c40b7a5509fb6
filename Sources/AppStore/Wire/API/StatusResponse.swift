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
