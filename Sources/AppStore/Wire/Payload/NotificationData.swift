/// The app and the purchase that a notification is about.
public struct NotificationData: WireObject {
    /// Apple's id of the app; absent in the Sandbox.
    public var appAppleId: Int64?
    /// The app's bundle id.
    public var bundleId: String?
    /// The version of the app.
    public var bundleVersion: String?
    /// Where the purchase was made.
    public var environment: AppStoreEnvironment?
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal info of an auto-renewable subscription, signed.
    public var signedRenewalInfo: SignedData?
    /// The state of the subscription when the notification was signed.
    public var status: SubscriptionStatus?
    /// Why the customer asked for a refund.
    public var consumptionRequestReason: ConsumptionRequestReason?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<NotificationData> = [
        WireField("appAppleId", \.appAppleId),
        WireField("bundleId", \.bundleId),
        WireField("bundleVersion", \.bundleVersion),
        WireField("environment", \.environment),
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
        WireField("status", \.status),
        WireField("consumptionRequestReason", \.consumptionRequestReason),
    ]
}
