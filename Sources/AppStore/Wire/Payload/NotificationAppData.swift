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

    /// The fields, in Apple's order.
    public static let fields: WireFields<NotificationAppData> = [
        WireField("appAppleId", \.appAppleId),
        WireField("bundleId", \.bundleId),
        WireField("environment", \.environment),
        WireField("signedAppTransactionInfo", \.signedAppTransactionInfo),
    ]
}
