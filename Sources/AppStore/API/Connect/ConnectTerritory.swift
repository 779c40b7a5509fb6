/// A storefront with its currency.
public struct ConnectTerritory: Hashable, Sendable {
    /// The storefront, three letters (ISO 3166-1 alpha-3; Apple's `XKS` is Kosovo).
    public let id: String
    /// Its currency (ISO 4217); `nil` when the answer does not say.
    public let currency: String?

    /// Reads a storefront.
    init(_ resource: ConnectResource) throws(ConnectError) {
        self.id = resource.id
        self.currency = try resource.text("currency")
    }
}
