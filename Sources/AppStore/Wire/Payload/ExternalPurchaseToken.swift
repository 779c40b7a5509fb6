/// A token for external purchases, which a notification is about.
///
/// It states no environment; identifiers that begin with `SANDBOX` belong to the Sandbox.
public struct ExternalPurchaseToken: WireObject {
    /// The token's identifier.
    public var externalPurchaseId: String?
    /// The time at which the token was created.
    public var tokenCreationDate: Timestamp?
    /// The app's identifier in the App Store.
    public var appAppleId: Int64?
    /// The app's bundle identifier.
    public var bundleId: String?
    /// The token's type, for custom links only.
    public var tokenType: ExternalPurchaseTokenType?
    /// The time at which the token expires, for custom links only.
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

/// The type of a token for external purchases through custom links.
public struct ExternalPurchaseTokenType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The token for the commission on acquiring a customer.
    public static let acquisition = ExternalPurchaseTokenType(rawValue: "ACQUISITION")
    /// The token for the commission on store services.
    public static let services = ExternalPurchaseTokenType(rawValue: "SERVICES")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExternalPurchaseTokenType] = [.acquisition, .services]
}
