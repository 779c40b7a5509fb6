/// The kind of a token for external purchases through custom links.
public struct ExternalPurchaseTokenType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension ExternalPurchaseTokenType {
    /// For the commission on acquiring a customer.
    public static let acquisition = ExternalPurchaseTokenType(rawValue: "ACQUISITION")
    /// For the commission on store services.
    public static let services = ExternalPurchaseTokenType(rawValue: "SERVICES")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExternalPurchaseTokenType] = [.acquisition, .services]
}
