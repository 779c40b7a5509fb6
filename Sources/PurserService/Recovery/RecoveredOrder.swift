package import Ledger

/// What became of the purchases of an order number from one of Apple's mails.
package struct RecoveredOrder: Hashable, Sendable {
    /// The number, as Apple spells it.
    package let number: String
    /// For whom it was recovered.
    package let customer: CustomerID
    /// Each of its purchases, in Apple's order.
    package let purchases: [RecoveredPurchase]
}

/// One purchase of a recovered order number, and what became of it.
package struct RecoveredPurchase: Hashable, Sendable {
    /// The transaction.
    package let transactionID: TransactionID
    /// What was bought.
    package let productID: ProductID
    /// How many of it.
    package let quantity: Int
    /// When.
    package let purchasedAt: Instant
    /// What became of it, in a word and for the player.
    package let outcome: PlayerMessage
    /// The entitlements that it unlocks and the coins that it brings, as the player's language has them; the product's
    /// id where it does neither.
    package let goods: [Goods]

    /// What a player calls what he bought.
    package enum Goods: Hashable, Sendable {
        /// An entitlement, by what people call it in each language.
        case entitlement(EntitlementDefinition)
        /// Coins of a kind.
        case coins(String, Int)
        /// Anything else.
        case product(ProductID)
    }

    /// What the player calls it, in a language.
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

    /// What a product gives, as players call it.
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
