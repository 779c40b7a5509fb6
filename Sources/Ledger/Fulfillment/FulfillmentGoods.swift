/// What one purchase pays for, and has to be fulfilled.
///
/// It is what the transaction says times its quantity, never what an order said.
package struct FulfillmentGoods: Hashable, Sendable {
    /// What was bought.
    package let productID: ProductID
    /// What kind of product it is.
    package let kind: TransactionSnapshot.Kind
    /// How many were bought.
    package let quantity: Int
    /// The coins that it brings, by the coin's name.
    package let coins: [String: Int]
    /// The coins that make up for a price in the App Store above the shop's own, by the coin's name; a part of their
    /// own that follows the purchase's refund.
    package let difference: [String: Int]
    /// Why they cannot be counted, where they cannot: then no coins are named.
    package let flaw: FulfillmentReason?

    /// Goods of these parts.
    package init(
        productID: ProductID,
        kind: TransactionSnapshot.Kind,
        quantity: Int,
        coins: [String: Int] = [:],
        difference: [String: Int] = [:],
        flaw: FulfillmentReason? = nil
    ) {
        self.productID = productID
        self.kind = kind
        self.quantity = quantity
        self.coins = coins
        self.difference = difference
        self.flaw = flaw
    }

    /// What a transaction pays for by a catalog, or `nil` when nothing is to be fulfilled.
    ///
    /// Coins are fulfilled whenever the catalog grants them. A consumable without coins is fulfilled itself, and so is
    /// whatever else is bought once and unlocks no entitlement, known to the catalog or not; entitlements are the
    /// ledger's to answer for. A period of a subscription is fulfilled only where the catalog grants coins for it.
    ///
    /// - Throws: `FulfillmentGoodsError` where the goods cannot be counted.
    package init?(
        _ snapshot: TransactionSnapshot,
        catalog: Catalog
    ) throws(FulfillmentGoodsError) {
        let product = catalog.products[snapshot.productID]
        let coins = (product?.coins(for: snapshot) ?? [:]).filter { $0.value != 0 }
        let isItself: Bool =
            switch snapshot.kind {
            case .autoRenewable: false
            case .consumable: true
            case .nonConsumable, .nonRenewing: product?.unlocks.isEmpty ?? true
            }
        guard isItself || !coins.isEmpty else { return nil }
        guard snapshot.quantity > 0 else { throw .quantity }
        var counted: [String: Int] = [:]
        for (name, perUnit) in coins {
            let (sum, overflows) = perUnit.multipliedReportingOverflow(by: snapshot.quantity)
            guard !overflows, sum > 0 else { throw .tooMany }
            counted[name] = sum
        }
        self.init(
            productID: snapshot.productID,
            kind: snapshot.kind,
            quantity: snapshot.quantity,
            coins: counted,
            difference: try Self.difference(snapshot, product: product, catalog: catalog)
        )
    }

    /// The coins for the difference between the shop's price and the nearest price point that is not below it.
    ///
    /// Who paid less than that price, by an offer, has paid less of a difference; who paid in another currency than the
    /// shop's price is in is credited nothing, and neither is a purchase whose price Apple did not say.
    private static func difference(
        _ snapshot: TransactionSnapshot,
        product: Product?,
        catalog: Catalog
    ) throws(FulfillmentGoodsError) -> [String: Int] {
        guard let shop = product?.shopPrice, let name = shop.differenceCoin, let rate = catalog.coins[name]?.apple,
            let point = shop.storePrice(among: catalog.pricePoints), let paid = snapshot.price,
            paid.currency == point.currency
        else { return [:] }
        let quantity = Int64(snapshot.quantity)
        let (asked, overflows) = point.amountMilliunits.multipliedReportingOverflow(by: quantity)
        guard !overflows else { throw .tooMany }
        let coins: Int
        if paid.amountMilliunits >= asked {
            guard let perUnit = shop.difference(paid: point, rate: rate) else { return [:] }
            let (sum, isTooMany) = perUnit.multipliedReportingOverflow(by: snapshot.quantity)
            guard !isTooMany else { throw .tooMany }
            coins = sum
        } else {
            let (own, isTooLarge) = shop.price.amountMilliunits.multipliedReportingOverflow(by: quantity)
            guard !isTooLarge else { throw .tooMany }
            let whole = ShopPrice(Money(amountMilliunits: own, currency: paid.currency))
            coins = whole.difference(paid: paid, rate: rate) ?? 0
        }
        return coins > 0 ? [name: coins] : [:]
    }

    /// All coins of one purchase, by the coin's name; `nil` where they are too many to be counted.
    package var allCoins: [String: Int]? {
        var sums = self.coins
        for (name, coins) in self.difference {
            let (sum, overflows) = (sums[name] ?? 0).addingReportingOverflow(coins)
            guard !overflows else { return nil }
            sums[name] = sum
        }
        return sums
    }
}

/// Why it cannot be said what a purchase pays for.
package enum FulfillmentGoodsError: Error, Hashable, Sendable {
    /// Its quantity is zero or less.
    case quantity
    /// It brings more coins than can be counted.
    case tooMany
}
