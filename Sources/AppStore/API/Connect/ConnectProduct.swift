/// A product of an app: an in-app purchase or a subscription.
public struct ConnectProduct: Hashable, Sendable {
    /// App Store Connect's id, which prices are asked for with.
    public let id: String
    /// The product id by which the app asks StoreKit for it.
    public let productID: String

    /// Reads a product; one without a product id is unreadable.
    init(_ resource: ConnectResource) throws(ConnectError) {
        guard let productID = try resource.text("productId") else { throw .unreadable }
        self.id = resource.id
        self.productID = productID
    }
}
