import Ledger

/// What `InMemoryRepository` keeps of what Apple says of prices.
struct BooksPrices: Sendable {
    /// The prices by app.
    var fetched: [AppName: [FetchedPrice]] = [:]
    /// The price points by app and storefront.
    var ladders: [AppName: [String: PriceLadder]] = [:]

    /// Keeps prices instead of those with the same key.
    mutating func keep(_ prices: [FetchedPrice], of app: AppName) {
        var all = self.fetched[app] ?? []
        for price in prices {
            all.removeAll {
                $0.product == price.product && $0.storefront == price.storefront && $0.fetchedAt == price.fetchedAt
                    && $0.startsAt == price.startsAt
            }
            all.append(price)
        }
        self.fetched[app] = all.sorted { Self.key($0) < Self.key($1) }
    }

    private static func key(_ price: FetchedPrice) -> (String, String, Int64, Int64) {
        (
            price.product.rawValue, price.storefront, price.fetchedAt.milliseconds,
            price.startsAt?.milliseconds ?? .min
        )
    }
}
