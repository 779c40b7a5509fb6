/// What settlement follows from month to month: units of one product, in one storefront, sold or refunded.
package struct SettlementLine: Hashable, Comparable, Sendable {
    /// The product.
    package let product: ProductID
    /// The storefront, two letters (ISO 3166-1 alpha-2); `nil` where the ledger does not know it.
    package let storefront: String?
    /// Whether it was sold or refunded.
    package let direction: SaleGroup.Direction

    /// A line of these values.
    package init(product: ProductID, storefront: String?, direction: SaleGroup.Direction = .sale) {
        self.product = product
        self.storefront = storefront
        self.direction = direction
    }

    /// Orders lines by product, storefront and direction.
    package static func < (left: Self, right: Self) -> Bool {
        if left.product != right.product { return left.product < right.product }
        if left.storefront != right.storefront { return (left.storefront ?? "") < (right.storefront ?? "") }
        return left.direction.rawValue < right.direction.rawValue
    }
}
