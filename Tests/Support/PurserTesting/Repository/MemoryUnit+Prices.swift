import Ledger

extension MemoryUnit {
    /// Stores prices, all of them or none.
    func keep(_ prices: [FetchedPrice], of app: AppName) throws {
        self.open { memory in memory.prices.keep(prices, of: app) }
    }

    /// The fetched prices of a product.
    func fetchedPrices(
        of product: ProductID,
        app: AppName,
        limit: Int
    ) throws -> [FetchedPrice] {
        self.open { memory in
            Array((memory.prices.fetched[app] ?? []).filter { $0.product == product }.prefix(limit))
        }
    }

    /// The fetched prices in a storefront.
    func fetchedPrices(
        in storefront: String,
        app: AppName,
        limit: Int
    ) throws -> [FetchedPrice] {
        self.open { memory in
            Array((memory.prices.fetched[app] ?? []).filter { $0.storefront == storefront }.prefix(limit))
        }
    }

    /// Stores the price points of storefronts, all of them or none.
    func keep(
        _ ladders: [PriceLadder],
        of app: AppName,
        at _: Instant,
        by _: String
    ) throws {
        self.open { memory in
            for ladder in ladders { memory.prices.ladders[app, default: [:]][ladder.storefront] = ladder }
        }
    }

    /// The price points of the storefronts with a currency.
    func priceLadders(in currency: String, app: AppName) throws -> [PriceLadder] {
        self.open { memory in
            (memory.prices.ladders[app] ?? [:]).values.filter { $0.currency == currency }
                .sorted { $0.storefront < $1.storefront }
        }
    }

    /// Returns the customers' answers to price increases in one page.
    func priceConsents(
        of app: AppName,
        after place: Int64,
        limit _: Int
    ) throws -> PriceConsentPage {
        self.open { memory in
            let facts = memory.facts[MemoryState.Scope(app: app, environment: .production)]
            return PriceConsentPage(counts: place == 0 ? facts?.priceConsents ?? [:] : [:], next: nil)
        }
    }
}

/// The prices and price points of `InMemoryRepository`.
struct MemoryPrices: Sendable {
    /// The prices by app.
    var fetched: [AppName: [FetchedPrice]] = [:]
    /// The price points by app and storefront.
    var ladders: [AppName: [String: PriceLadder]] = [:]

    /// Stores prices instead of those with the same key.
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
