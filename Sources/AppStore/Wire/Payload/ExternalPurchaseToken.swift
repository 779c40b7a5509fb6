/// A token for external purchases that a notification is about.
///
/// It has no environment: ids that begin with `SANDBOX` are the Sandbox's.
public struct ExternalPurchaseToken: WireObject {
    /// The token's id.
    public var externalPurchaseId: String?
    /// When the token was created.
    public var tokenCreationDate: Timestamp?
    /// Apple's id of the app.
    public var appAppleId: Int64?
    /// The app's bundle id.
    public var bundleId: String?
    /// The token's kind, for custom links only.
    public var tokenType: ExternalPurchaseTokenType?
    /// When the token ends, for custom links only.
    public var tokenExpirationDate: Timestamp?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<ExternalPurchaseToken> = [
        WireField("externalPurchaseId", \.externalPurchaseId),
        WireField("tokenCreationDate", \.tokenCreationDate),
        WireField("appAppleId", \.appAppleId),
        WireField("bundleId", \.bundleId),
        WireField("tokenType", \.tokenType),
        WireField("tokenExpirationDate", \.tokenExpirationDate),
    ]
}
