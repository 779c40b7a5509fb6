package import Ledger

/// The purchases of an order number from one of Apple's emails, with the result for each.
package struct RecoveredOrder: Hashable, Sendable {
    /// The number, in Apple's spelling.
    package let number: String
    /// The customer for whom the purchases were recovered.
    package let customer: CustomerID
    /// The purchases, in Apple's order.
    package let purchases: [RecoveredPurchase]
}

/// A purchase of a recovered order number, with its result.
package struct RecoveredPurchase: Hashable, Sendable {
    /// The transaction.
    package let transactionID: TransactionID
    /// The product.
    package let productID: ProductID
    /// The quantity.
    package let quantity: Int
    /// The instant of the purchase.
    package let purchasedAt: Instant
    /// The result, as a code and as a message for the player.
    package let outcome: PlayerMessage
    /// The entitlements that the purchase unlocks and the coins that it credits, for display; the product id where it
    /// does neither.
    package let goods: [Goods]

    /// An item as a player knows it.
    package enum Goods: Hashable, Sendable {
        /// An entitlement, with its name in each language.
        case entitlement(EntitlementDefinition)
        /// A number of coins of a kind.
        case coins(String, Int)
        /// Another product.
        case product(ProductID)
    }

    /// Returns the names of the items in a language.
    package func name(in language: String) -> String {
        self.goods.map { goods in
            switch goods {
            case .entitlement(let entitlement):
                entitlement.displayNames[language] ?? entitlement.displayNames[PlayerMessages.fallback]
                    ?? entitlement.name.rawValue
            case .coins(let coin, let count): "\(count) \(coin)"
            case .product(let product): product.rawValue
            }
        }.joined(separator: ", ")
    }

    /// Returns the items of a product.
    static func goods(of product: ProductID, quantity: Int, in catalog: Catalog) -> [Goods] {
        guard let known = catalog.products[product] else { return [.product(product)] }
        let entitlements = known.unlocks.map { name in
            Goods.entitlement(catalog.entitlements[name] ?? EntitlementDefinition(name: name))
        }
        let coins = known.grants.sorted { $0.key < $1.key }.compactMap { coin, each in
            let (count, isTooMany) = each.multipliedReportingOverflow(by: quantity)
            return isTooMany ? nil : Goods.coins(coin, count)
        }
        return entitlements.isEmpty && coins.isEmpty ? [.product(product)] : entitlements + coins
    }
}
