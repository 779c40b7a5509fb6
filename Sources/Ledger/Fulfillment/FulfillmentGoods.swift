/// The goods that one purchase pays for.
///
/// They are derived from the transaction and its quantity, never from an order.
package struct FulfillmentGoods: Hashable, Sendable {
    /// The product.
    package let productID: ProductID
    /// The kind of product.
    package let kind: TransactionSnapshot.Kind
    /// The quantity.
    package let quantity: Int
    /// The coins that the purchase grants, by the coin's name.
    package let coins: [String: Int]
    /// The coins that compensate for a price in the App Store above the shop's own, by the coin's name.
    ///
    /// They are separate from the granted coins, and a refund of the purchase revokes them too.
    package let difference: [String: Int]
    /// The reason why the goods cannot be counted; then no coins are stated.
    ///
    /// `nil` when they can.
    package let flaw: FulfillmentReason?

    /// Creates goods with these values.
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

    /// Creates the goods of a transaction by a catalog; `nil` when nothing is to be fulfilled.
    ///
    /// Coins are fulfilled whenever the catalog grants them. A consumable without coins is fulfilled itself, and so is
    /// any other single purchase that unlocks no entitlement, whether the catalog knows it or not; the ledger itself
    /// answers for entitlements. A period of a subscription is fulfilled only when the catalog grants coins for it.
    ///
    /// - Throws: `FulfillmentGoodsError` when the goods cannot be counted.
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

    /// Returns the coins for the difference between the shop's price and the lowest price point that is not below it.
    ///
    /// A customer who paid less than that price, by an offer, gets less of a difference. A purchase in a currency other
    /// than that of the shop's price gets no coins, and neither does a purchase whose price Apple did not state.
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

    /// All coins of one purchase, by the coin's name; `nil` when the number overflows.
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

/// The reason why the goods of a purchase cannot be counted.
package enum FulfillmentGoodsError: Error, Hashable, Sendable {
    /// The quantity is zero or less.
    case quantity
    /// The number of coins overflows.
    case tooMany
}
