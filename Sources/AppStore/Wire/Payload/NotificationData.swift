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

    /// An object with these fields; what is left out is absent.
    public init(
        appAppleId: Int64? = nil,
        bundleId: String? = nil,
        bundleVersion: String? = nil,
        environment: AppStoreEnvironment? = nil,
        signedTransactionInfo: SignedData? = nil,
        signedRenewalInfo: SignedData? = nil,
        status: SubscriptionStatus? = nil,
        consumptionRequestReason: ConsumptionRequestReason? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.appAppleId = appAppleId
        self.bundleId = bundleId
        self.bundleVersion = bundleVersion
        self.environment = environment
        self.signedTransactionInfo = signedTransactionInfo
        self.signedRenewalInfo = signedRenewalInfo
        self.status = status
        self.consumptionRequestReason = consumptionRequestReason
        self.unknownFields = unknownFields
    }

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
