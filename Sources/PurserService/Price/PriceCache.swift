package import Ledger
import Synchronization

/// A server's cache of prices: the apps whose prices are being fetched from App Store Connect, Apple's ids of their
/// products, and the prices of storefronts that apps asked for.
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

    /// The time for which Apple's ids are valid for the further parts of a fetch.
    private static let term = Span.hours(1)
    /// The time for which the prices of a storefront are valid, as another node or a planned change may have replaced
    /// them.
    private static let pricesTerm = Span.minutes(1)
    /// The maximum number of cached storefronts, of all apps together.
    private static let placeLimit = 1000

    private let state = Mutex(State())

    /// Creates an empty cache.
    package init() {}

    /// Marks the prices of an app as being fetched; the caller ends it with `end`.
    ///
    /// - Returns: Whether no other fetch of the app's prices is running.
    package func begin(_ app: AppName) -> Bool {
        self.state.withLock { $0.fetching.insert(app).inserted }
    }

    /// Ends what `begin` began.
    package func end(_ app: AppName) {
        self.state.withLock { _ = $0.fetching.remove(app) }
    }

    /// Returns the ids of an app's products that an earlier part of a fetch found; `nil` where they are too old.
    func ids(of app: AppName, at now: Instant) -> [ProductID: String]? {
        self.state.withLock { state in
            guard let listed = state.listed[app], listed.at <= now, now - listed.at < Self.term else { return nil }
            return listed.ids
        }
    }

    /// Stores the ids of an app's products.
    func keep(_ ids: [ProductID: String], of app: AppName, at now: Instant) {
        self.state.withLock { $0.listed[app] = Listed(ids: ids, at: now) }
    }

    /// Returns the prices of a storefront with a version of the catalog; `nil` where they have to be read.
    func prices(in storefront: String, of app: AppName, version: Int64?, at now: Instant) -> [ProductID: Money]? {
        self.state.withLock { state in
            guard let known = state.prices[Place(app: app, storefront: storefront)], known.version == version,
                known.at <= now, now - known.at < Self.pricesTerm
            else { return nil }
            return known.prices
        }
    }

    /// Stores the prices of a storefront with a version of the catalog.
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

    /// Removes the prices of an app's storefronts, because they changed.
    func forgetPrices(of app: AppName) {
        self.state.withLock { state in state.prices = state.prices.filter { $0.key.app != app } }
    }
}
