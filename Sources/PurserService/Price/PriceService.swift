package import AppStore
package import Ledger

/// Returns current, past and suggested prices of products, from the catalogs and from Apple's prices.
package struct PriceService: Sendable {
    /// The price of a product in a storefront.
    package struct Listed: Hashable, Sendable {
        /// The product.
        package let product: ProductID
        /// The storefront.
        package let storefront: String
        /// The price in force.
        package let entry: PriceHistory.Entry
        /// The newest catalog's price, where Apple charges another.
        package let contradicted: Money?
    }

    /// The maximum number of prices that are read of one product or one storefront.
    static let fetchedLimit = 100_000

    let repository: any Repository
    let audit: AuditLog
    /// The prices in the versions of the catalogs.
    let versions = CatalogPriceVersions()
    /// Returns the current instant of the ledger's time.
    package let now: @Sendable () -> Instant
    private let apps: [AppName: ServedApp]
    private let fetches: [AppName: PriceFetch]
    /// The combination of limits by which a price increase needs consent; both for an app without.
    let consentLimits: [AppName: PriceIncreaseRule.Limits]
    /// The cache of running fetches and of prices that apps asked for.
    package let cache = PriceCache()

    /// Creates the service for these apps.
    ///
    /// - Parameters:
    ///   - repository: The repository of catalogs, prices and sales.
    ///   - apps: The apps.
    ///   - ambient: Provides the ledger's time.
    ///   - audit: The audit log, which records fetches and imports.
    ///   - fetches: The fetches of the apps that have access to App Store Connect.
    ///   - consentLimits: The combinations of limits by which price increases of apps need consent.
    package init(
        repository: any Repository,
        apps: [ServedApp],
        ambient: Ambient,
        audit: AuditLog,
        fetches: [AppName: PriceFetch] = [:],
        consentLimits: [AppName: PriceIncreaseRule.Limits] = [:]
    ) {
        self.repository = repository
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.audit = audit
        self.fetches = fetches
        self.consentLimits = consentLimits
        self.now = ambient.now
    }

    /// Returns the fetch of an app.
    func fetch(of app: AppName) throws(PriceError) -> PriceFetch {
        guard let fetch = self.fetches[app] else { throw .connectMissing }
        return fetch
    }

    /// Returns the app of a name.
    func app(_ name: AppName) throws(PriceError) -> ServedApp {
        guard let app = self.apps[name] else { throw .unknownApp }
        return app
    }

    /// Returns the prices of a product over time.
    package func history(of product: ProductID, in app: AppName) async throws(PriceError) -> PriceHistory {
        let served = try self.app(app)
        let history = try await self.storing { () throws(RepositoryError) in
            try await self.knownHistory(of: product, in: app)
        }
        guard !history.entries.isEmpty || served.catalog.products[product] != nil else { throw .unknownProduct }
        return history
    }

    /// Returns the prices of a product at an instant, in every storefront where it has one.
    package func prices(
        of product: ProductID,
        storefront: String?,
        at instant: Instant,
        in app: AppName
    ) async throws(PriceError) -> [Listed] {
        let history = try await self.history(of: product, in: app)
        return Self.listed(history, of: product, in: storefront.map { [$0] } ?? history.storefronts, at: instant)
    }

    /// Returns the prices of all products in a storefront at an instant, by product.
    package func prices(
        in storefront: String,
        at instant: Instant,
        in app: AppName
    ) async throws(PriceError) -> [Listed] {
        _ = try self.app(app)
        let histories = try await self.storing { () throws(RepositoryError) in
            try await self.versions.readNew(of: app, in: self.repository)
            return try await self.repository.read { view in
                let fetched = try view.fetchedPricesByProduct(in: storefront, app: app)
                let products = try self.versions.products(in: app, view).union(fetched.keys).sorted { $0 < $1 }
                let catalog = try self.versions.prices(of: products, in: app, view)
                return products.map { product in
                    (product, PriceHistory(catalog: catalog[product] ?? [], fetched: fetched[product] ?? []))
                }
            }
        }
        return histories.flatMap { Self.listed($0.1, of: $0.0, in: [storefront], at: instant) }
    }

    /// Returns the current prices of the products of the current catalog in one storefront.
    ///
    /// Apps may request them each time they open: the method reads no other version of the catalog, and reads Apple's
    /// prices at most once a minute or when they change.
    package func currentPrices(
        in storefront: String,
        of app: ServedApp
    ) async throws(RepositoryError) -> [ProductID: Money] {
        let current = app.live.current
        let now = self.now()
        let version = current.version?.number
        if let known = self.cache.prices(in: storefront, of: app.name, version: version, at: now) { return known }
        let fetched = try await self.repository.read { view in
            try view.fetchedPricesByProduct(in: storefront, app: app.name)
        }
        var prices: [ProductID: Money] = [:]
        for (id, product) in current.catalog.products {
            let said = product.prices?.price(in: storefront, at: now)?.price
            guard let fetched = fetched[id] else {
                prices[id] = said
                continue
            }
            let history = PriceHistory(catalog: [], fetched: fetched)
            prices[id] = history.entry(in: storefront, at: now)?.price ?? said
        }
        self.cache.keep(prices, in: storefront, of: app.name, version: version, at: now)
        return prices
    }

    /// Returns the prices of a product; an empty history where none is known.
    func knownHistory(of product: ProductID, in app: AppName) async throws(RepositoryError) -> PriceHistory {
        try await self.versions.readNew(of: app, in: self.repository)
        let known = try await self.repository.read { view in try self.known(of: product, in: app, view) }
        return PriceHistory(catalog: known.catalog, fetched: known.fetched)
    }

    /// Returns the prices of a product from the catalogs and from Apple that a view has.
    func known(of product: ProductID, in app: AppName, _ view: any ReadView) throws -> KnownPrices {
        KnownPrices(
            catalog: try self.versions.prices(of: [product], in: app, view)[product] ?? [],
            fetched: try view.fetchedPrices(of: product, app: app, limit: Self.fetchedLimit)
        )
    }

    /// Calls the repository and throws its errors as errors of this service.
    func storing<Answer>(_ work: () async throws(RepositoryError) -> Answer) async throws(PriceError) -> Answer {
        do throws(RepositoryError) {
            return try await work()
        } catch {
            throw .storage(error)
        }
    }

    private static func listed(
        _ history: PriceHistory,
        of product: ProductID,
        in storefronts: [String],
        at instant: Instant
    ) -> [Listed] {
        let contradictions = history.contradictions(at: instant)
        return storefronts.compactMap { storefront in
            history.entry(in: storefront, at: instant).map { entry in
                Listed(
                    product: product,
                    storefront: storefront,
                    entry: entry,
                    contradicted: contradictions.first { $0.storefront == storefront }?.catalog
                )
            }
        }
    }
}

extension ReadView {
    /// Returns the fetched prices of a storefront, by product.
    fileprivate func fetchedPricesByProduct(in storefront: String, app: AppName) throws -> [ProductID: [FetchedPrice]] {
        let prices = try self.fetchedPrices(in: storefront, app: app, limit: PriceService.fetchedLimit)
        return Dictionary(grouping: prices, by: \.product)
    }
}

extension PriceService {
    /// The price points around a price.
    package struct Nearest: Hashable, Sendable {
        /// The requested price.
        package let sum: Money
        /// The storefronts that have these price points; empty where only the catalog has them.
        package let storefronts: [String]
        /// The price point that equals the price, or those below and above it.
        package let points: [NearPrice]
    }

    /// Returns the coins of an app's catalog, by name.
    package func coins(of app: AppName) throws(PriceError) -> [String: Coin] { try self.app(app).catalog.coins }

    /// Returns the price points around a price: fetched or imported ones, or otherwise those of the catalog.
    ///
    /// - Parameters:
    ///   - sum: The price; not negative.
    ///   - storefront: The storefront; required where several with different price points have the currency.
    ///   - app: The app.
    /// - Returns: The price points.
    /// - Throws: ``PriceError/pointsUnknown(currency:)`` and ``PriceError/storefrontNeeded(_:)``.
    package func nearest(
        to sum: Money,
        storefront: String?,
        in app: AppName
    ) async throws(PriceError) -> Nearest {
        let catalog = try self.app(app).catalog.pricePoints.all(in: sum.currency)
        let kept = try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in try view.priceLadders(in: sum.currency, app: app) }
        }
        let ladders = kept.filter { ladder in storefront.map { $0 == ladder.storefront } ?? true }
        if let first = ladders.first {
            guard ladders.haveSamePrices else { throw .storefrontNeeded(ladders.map(\.storefront)) }
            return Nearest(sum: sum, storefronts: ladders.map(\.storefront), points: first.around(sum))
        }
        guard !catalog.isEmpty else { throw .pointsUnknown(currency: sum.currency) }
        let place = storefront ?? ""
        let points = catalog.map { PricePoint(storefront: place, price: $0) }
        let ladder = PriceLadder(storefront: place, currency: sum.currency, points: points)
        return Nearest(sum: sum, storefronts: [], points: ladder.around(sum))
    }
}

extension PriceService {
    /// The number of subscriptions that are read at once.
    private static let consentPage = 1000
    /// The maximum number of subscriptions that are read for one answer.
    private static let consentLimit = 500_000

    /// Returns how many subscribers of a product consented to a price increase; `nil` for products that are not
    /// subscriptions.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - app: The app.
    /// - Returns: The counts, and whether every subscription was counted.
    /// - Throws: The reason why the ledger cannot be read.
    package func consents(
        of product: ProductID,
        in app: AppName
    ) async throws(PriceError) -> (counts: PriceConsents, isComplete: Bool)? {
        guard try self.app(app).catalog.products[product]?.kind == .autoRenewable else { return nil }
        return try await self.storing { () throws(RepositoryError) in
            // Half a million subscriptions would hold a view for long, so each page is a read of its own.
            var counts = PriceConsents()
            var place: Int64 = 0
            for _ in 0..<Self.consentLimit / Self.consentPage {
                let page = try await self.repository.read { [place] view in
                    try view.priceConsents(of: app, after: place, limit: Self.consentPage)
                }
                counts += page.counts[product] ?? PriceConsents()
                guard let next = page.next else { return (counts, true) }
                place = next
            }
            return (counts, false)
        }
    }
}
