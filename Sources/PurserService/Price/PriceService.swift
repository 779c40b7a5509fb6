package import Ledger

/// Answers what products cost, cost before and should have cost, by what the catalogs say and what Apple charges.
package struct PriceService: Sendable {
    /// The price of a product in a storefront.
    package struct Listed: Hashable, Sendable {
        /// The product.
        package let product: ProductID
        /// The storefront.
        package let storefront: String
        /// What counts; `nil` where none does at the instant.
        package let entry: PriceHistory.Entry
        /// What the newest catalog says, where Apple charges another price.
        package let contradicted: Money?
    }

    /// The most prices of one product or one storefront that are read.
    private static let fetchedLimit = 100_000
    /// How many sales are read at once.
    private static let salesPage = 1000
    /// The most products whose prices are kept while sales are looked through.
    private static let productLimit = 2000

    let repository: any Repository
    let audit: AuditLog
    /// Says which instant it is in the ledger's time.
    package let now: @Sendable () -> Instant
    private let apps: [AppName: ServedApp]
    private let versions: CatalogPriceVersions
    private let fetches: [AppName: PriceFetch]
    /// Remembers which fetches run and which prices apps were sent.
    package let cache = PriceCache()

    /// Creates the service of these apps.
    ///
    /// - Parameters:
    ///   - repository: Keeps catalogs, prices and sales.
    ///   - apps: The apps.
    ///   - ambient: Its time is that of the ledger.
    ///   - audit: Where is entered who fetched or imported prices.
    ///   - fetches: What asks App Store Connect, for the apps that have access to it.
    package init(
        repository: any Repository,
        apps: [ServedApp],
        ambient: Ambient,
        audit: AuditLog,
        fetches: [AppName: PriceFetch] = [:]
    ) {
        self.repository = repository
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.audit = audit
        self.fetches = fetches
        self.now = ambient.now
        self.versions = CatalogPriceVersions(repository: repository)
    }

    /// Returns what asks App Store Connect about an app.
    func fetch(of app: AppName) throws(PriceError) -> PriceFetch {
        guard let fetch = self.fetches[app] else { throw .connectMissing }
        return fetch
    }

    /// Returns an app that is served.
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

    /// Returns the prices of a product in every storefront in which one counts at an instant.
    package func prices(
        of product: ProductID,
        storefront: String?,
        at instant: Instant,
        in app: AppName
    ) async throws(PriceError) -> [Listed] {
        let history = try await self.history(of: product, in: app)
        return Self.listed(history, of: product, in: storefront.map { [$0] } ?? history.storefronts, at: instant)
    }

    /// Returns the prices of all products in a storefront in which one counts at an instant, by product.
    package func prices(
        in storefront: String,
        at instant: Instant,
        in app: AppName
    ) async throws(PriceError) -> [Listed] {
        _ = try self.app(app)
        let histories = try await self.storing { () throws(RepositoryError) in
            let fetched = try await self.fetched(in: storefront, app: app)
            let products = try await self.versions.products(in: app).union(fetched.keys).sorted { $0 < $1 }
            let catalog = try await self.versions.prices(of: products, in: app)
            return products.map { product in
                (product, PriceHistory(catalog: catalog[product] ?? [], fetched: fetched[product] ?? []))
            }
        }
        return histories.flatMap { Self.listed($0.1, of: $0.0, in: [storefront], at: instant) }
    }

    /// Returns the prices of the products of the catalog that counts, in one storefront and now.
    ///
    /// It reads no other version of the catalog, and what Apple charges at most once a minute or where that changes, so
    /// that apps may ask it as often as they open.
    package func currentPrices(
        in storefront: String,
        of app: ServedApp
    ) async throws(RepositoryError) -> [ProductID: Money] {
        let current = app.live.current
        let now = self.now()
        let version = current.version?.number
        if let known = self.cache.prices(in: storefront, of: app.name, version: version, at: now) { return known }
        let fetched = try await self.fetched(in: storefront, app: app.name)
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

    /// Returns the sales of a span of time whose price is none that their product could have had.
    ///
    /// - Parameters:
    ///   - span: The span; its upper bound is not part of it.
    ///   - app: The app; only Production has money.
    /// - Returns: The mismatches.
    /// - Throws: Why sales or prices cannot be read.
    package func mismatches(within span: Range<Instant>, in app: AppName) async throws(PriceError) -> PriceMismatches {
        _ = try self.app(app)
        return try await self.storing { () throws(RepositoryError) in
            var mismatches = PriceMismatches()
            var known = 0
            var pages = SalePages(in: self.repository, of: app, within: span, limit: Self.salesPage)
            while let sales = try await pages.next() {
                for sale in sales {
                    if !mismatches.knows(sale.product), known < Self.productLimit {
                        known += 1
                        mismatches.take(try await self.knownHistory(of: sale.product, in: app), of: sale.product)
                    }
                    mismatches.add(sale)
                }
            }
            return mismatches
        }
    }

    /// Returns the prices of a product, without any where none is known.
    func knownHistory(of product: ProductID, in app: AppName) async throws(RepositoryError) -> PriceHistory {
        let (catalog, fetched) = try await self.known(of: product, in: app)
        return PriceHistory(catalog: catalog, fetched: fetched)
    }

    /// Returns what catalogs and Apple say of the prices of a product.
    func known(
        of product: ProductID,
        in app: AppName
    ) async throws(RepositoryError) -> (catalog: [PriceHistory.CatalogPrices], fetched: [FetchedPrice]) {
        let catalog = try await self.versions.prices(of: [product], in: app)[product] ?? []
        return (catalog, try await self.repository.fetchedPrices(of: product, app: app, limit: Self.fetchedLimit))
    }

    /// Returns what was fetched of a storefront, by product.
    private func fetched(
        in storefront: String,
        app: AppName
    ) async throws(RepositoryError) -> [ProductID: [FetchedPrice]] {
        let prices = try await self.repository.fetchedPrices(in: storefront, app: app, limit: Self.fetchedLimit)
        return Dictionary(grouping: prices, by: \.product)
    }

    /// Calls the repository, and throws its errors as this service's.
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

extension PriceService {
    /// The price points around a price.
    package struct Nearest: Hashable, Sendable {
        /// The price that was asked about.
        package let sum: Money
        /// The storefronts that have these price points; none where only the catalog names them.
        package let storefronts: [String]
        /// The price point that is equal, or those below and above.
        package let points: [NearPrice]
    }

    /// Returns the coins of an app's catalog, by name.
    package func coins(of app: AppName) throws(PriceError) -> [String: Coin] { try self.app(app).catalog.coins }

    /// Returns the price points around a price: those that were fetched or imported, or else those of the catalog.
    ///
    /// - Parameters:
    ///   - sum: The price; no less than nothing.
    ///   - storefront: The storefront, where several with different price points have the currency.
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
            try await self.repository.priceLadders(in: sum.currency, app: app)
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
    /// How many subscriptions are looked at once.
    private static let consentPage = 1000
    /// The most subscriptions that are looked at for one answer.
    private static let consentLimit = 500_000

    /// Returns what the customers of a subscription said to a higher price; `nil` for products that are none.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - app: The app.
    /// - Returns: The counts, and whether every subscription was looked at.
    /// - Throws: Why the ledger cannot be read.
    package func consents(
        of product: ProductID,
        in app: AppName
    ) async throws(PriceError) -> (counts: PriceConsents, isComplete: Bool)? {
        guard try self.app(app).catalog.products[product]?.kind == .autoRenewable else { return nil }
        return try await self.storing { () throws(RepositoryError) in
            var counts = PriceConsents()
            var place: Int64 = 0
            for _ in 0..<Self.consentLimit / Self.consentPage {
                let page = try await self.repository.priceConsents(of: app, after: place, limit: Self.consentPage)
                counts += page.counts[product] ?? PriceConsents()
                guard let next = page.next else { return (counts, true) }
                place = next
            }
            return (counts, false)
        }
    }
}
