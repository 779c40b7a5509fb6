package import Ledger
import Synchronization

/// What a server remembers of prices as long as it runs: which apps App Store Connect is asked about now, by which ids
/// Apple knows their products, and the prices that apps in the field were sent of a storefront.
package final class PriceCache: Sendable {
    private struct Listed {
        let ids: [ProductID: String]
        let at: Instant
    }

    private struct Place: Hashable {
        let app: AppName
        let storefront: String
    }

    private struct CachedPrices {
        let prices: [ProductID: Money]
        let version: Int64?
        let at: Instant
    }

    private struct State {
        var fetching: Set<AppName> = []
        var listed: [AppName: Listed] = [:]
        var prices: [Place: CachedPrices] = [:]
    }

    /// How long Apple's ids are good for the further parts of a fetch.
    private static let term = Span.hours(1)
    /// How long the prices of a storefront are good, which another node or a planned change may have overtaken.
    private static let pricesTerm = Span.minutes(1)
    /// The most storefronts, of all apps together, whose prices are remembered.
    private static let placeLimit = 1000

    private let state = Mutex(State())

    /// A memory without anything in it.
    package init() {}

    /// Begins to ask about an app; the caller ends it with `end`.
    ///
    /// - Returns: Whether no other fetch asks about it.
    package func begin(_ app: AppName) -> Bool {
        self.state.withLock { $0.fetching.insert(app).inserted }
    }

    /// Ends what `begin` began.
    package func end(_ app: AppName) {
        self.state.withLock { _ = $0.fetching.remove(app) }
    }

    /// The ids of an app's products that an earlier part of a fetch found; `nil` where they are too old.
    func ids(of app: AppName, at now: Instant) -> [ProductID: String]? {
        self.state.withLock { state in
            guard let listed = state.listed[app], listed.at <= now, now - listed.at < Self.term else { return nil }
            return listed.ids
        }
    }

    /// Remembers the ids of an app's products.
    func keep(_ ids: [ProductID: String], of app: AppName, at now: Instant) {
        self.state.withLock { $0.listed[app] = Listed(ids: ids, at: now) }
    }

    /// The prices of a storefront with a version of the catalog; `nil` where they have to be read.
    func prices(in storefront: String, of app: AppName, version: Int64?, at now: Instant) -> [ProductID: Money]? {
        self.state.withLock { state in
            guard let known = state.prices[Place(app: app, storefront: storefront)], known.version == version,
                known.at <= now, now - known.at < Self.pricesTerm
            else { return nil }
            return known.prices
        }
    }

    /// Remembers the prices of a storefront with a version of the catalog.
    func keep(
        _ prices: [ProductID: Money],
        in storefront: String,
        of app: AppName,
        version: Int64?,
        at now: Instant
    ) {
        self.state.withLock { state in
            if state.prices.count >= Self.placeLimit { state.prices = [:] }
            state.prices[Place(app: app, storefront: storefront)] = CachedPrices(
                prices: prices,
                version: version,
                at: now
            )
        }
    }

    /// Forgets the prices of an app's storefronts, because others are kept now.
    func forgetPrices(of app: AppName) {
        self.state.withLock { state in state.prices = state.prices.filter { $0.key.app != app } }
    }
}
