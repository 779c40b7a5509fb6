/// The app's download that a notification is about.
public struct NotificationAppData: WireObject {
    /// Apple's id of the app; absent in the Sandbox.
    public var appAppleId: Int64?
    /// The app's bundle id.
    public var bundleId: String?
    /// Where the app was downloaded.
    public var environment: AppStoreEnvironment?
    /// The app transaction, signed.
    public var signedAppTransactionInfo: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// An object with these fields; what is left out is absent.
    public init(
        appAppleId: Int64? = nil,
        bundleId: String? = nil,
        environment: AppStoreEnvironment? = nil,
        signedAppTransactionInfo: SignedData? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.appAppleId = appAppleId
        self.bundleId = bundleId
        self.environment = environment
        self.signedAppTransactionInfo = signedAppTransactionInfo
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<NotificationAppData> = [
        WireField("appAppleId", \.appAppleId),
        WireField("bundleId", \.bundleId),
        WireField("environment", \.environment),
        WireField("signedAppTransactionInfo", \.signedAppTransactionInfo),
    ]
}
