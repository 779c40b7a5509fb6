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
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<ExternalPurchaseToken> = [
        WireField("externalPurchaseId", \.externalPurchaseId),
        WireField("tokenCreationDate", \.tokenCreationDate),
        WireField("appAppleId", \.appAppleId),
        WireField("bundleId", \.bundleId),
        WireField("tokenType", \.tokenType),
        WireField("tokenExpirationDate", \.tokenExpirationDate),
    ]
}

/// The kind of a token for external purchases through custom links.
public struct ExternalPurchaseTokenType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// For the commission on acquiring a customer.
    public static let acquisition = ExternalPurchaseTokenType(rawValue: "ACQUISITION")
    /// For the commission on store services.
    public static let services = ExternalPurchaseTokenType(rawValue: "SERVICES")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExternalPurchaseTokenType] = [.acquisition, .services]
}
