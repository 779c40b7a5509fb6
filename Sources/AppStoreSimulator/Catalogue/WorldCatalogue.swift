/// Everything an app of a world sells.
///
/// As JSON it is `{"products": [...]}`.
public struct WorldCatalogue: Hashable, Sendable {
    /// The products, in the order given.
    public let products: [WorldProduct]

    /// A catalogue of these products.
    public init(_ products: [WorldProduct]) {
        self.products = products
    }

    /// The product with this identifier, compared byte for byte.
    public func product(_ id: String) -> WorldProduct? {
        self.products.first { $0.id.utf8.elementsEqual(id.utf8) }
    }
}
