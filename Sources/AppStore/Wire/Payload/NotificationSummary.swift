/// The result of extending the renewal dates of many subscribers.
public struct NotificationSummary: WireObject {
    /// Where the subscriptions were bought.
    public var environment: AppStoreEnvironment?
    /// Apple's id of the app.
    public var appAppleId: Int64?
    /// The app's bundle id.
    public var bundleId: String?
    /// The product whose renewals were extended.
    public var productId: String?
    /// The id, a UUID, of the request.
    public var requestIdentifier: String?
    /// The storefronts that were asked for, ISO 3166-1 alpha-3; absent for all.
    public var storefrontCountryCodes: [String]?
    /// How many renewals were extended.
    public var succeededCount: Int64?
    /// How many could not be extended.
    public var failedCount: Int64?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<NotificationSummary> = [
        WireField("environment", \.environment),
        WireField("appAppleId", \.appAppleId),
        WireField("bundleId", \.bundleId),
        WireField("productId", \.productId),
        WireField("requestIdentifier", \.requestIdentifier),
        WireField("storefrontCountryCodes", \.storefrontCountryCodes),
        WireField("succeededCount", \.succeededCount),
        WireField("failedCount", \.failedCount),
    ]
}
