package import Ledger

extension PriceService {
    /// The result of a fetch or an import of prices.
    package struct UpdateResult: Hashable, Sendable {
        /// A price that changed.
        package struct Change: Hashable, Sendable {
            /// The price that Apple charges.
            package let price: FetchedPrice
            /// The previous price; `nil` where none was known.
            package let before: Money?
        }

        /// The prices that changed.
        package var changes: [Change] = []
        /// The prices of Apple that differ from those of the newest catalog, by product.
        package var contradictions: [ProductID: [PriceHistory.Contradiction]] = [:]
        /// The products that Apple does not know, or that the file lacks.
        package var missing: [ProductID] = []
        /// The number of products for which Apple's prices are known.
        package var productCount = 0
        /// The number of price points found, by storefront.
        package var pointCounts: [String: Int] = [:]
        /// Whether the result was stored; a preview stores nothing.
        package var isKept = false
        /// The last product of this part of a fetch, after which the next part begins; `nil` where no products are
        /// left.
        package var next: ProductID?
        /// The reason why a fetch ended early; prices found before it stay stored.
        package var stop: PriceError?

        /// The number of rows that an answer has with this result.
        var rowCount: Int {
            self.changes.count + self.missing.count + self.contradictions.values.reduce(0) { $0 + $1.count }
        }

        /// Creates an empty result.
        package init() {}

        /// Adds the prices of a product.
        mutating func add(_ comparison: PriceComparison) {
            self.changes += comparison.changes
            if !comparison.contradictions.isEmpty {
                self.contradictions[comparison.product] = comparison.contradictions
            }
            self.productCount += 1
        }
    }

    /// Compares Apple's prices of a product with the known ones.
    func comparison(of update: ProductPrices, in app: AppName) async throws(PriceError) -> PriceComparison {
        let known = try await self.storing { () throws(RepositoryError) in
            try await self.versions.readNew(of: app, in: self.repository)
            return try await self.repository.read { view in try self.known(of: update.product, in: app, view) }
        }
        return PriceComparison(ComparedPrices(update, after: known))
    }

    /// Compares Apple's prices of a product with the known ones, and stores those that changed together with the entry
    /// of the audit log, if any.
    func keep(
        _ update: ProductPrices,
        _ record: AuditRecord?,
        in app: AppName,
        by name: String
    ) async throws(PriceError) -> PriceComparison {
        defer { self.cache.forgetPrices(of: app) }
        let compared = try await self.storing { () throws(RepositoryError) in
            try await self.versions.readNew(of: app, in: self.repository)
            return try await self.audit.enter(record) { () throws(RepositoryError) -> ComparedPrices in
                try await self.repository.write { unit in
                    let compared = ComparedPrices(update, after: try self.known(of: update.product, in: app, unit))
                    if !compared.newPrices.isEmpty { try unit.keep(compared.newPrices, of: app) }
                    if !update.ladders.isEmpty {
                        try unit.keep(update.ladders, of: app, at: update.at, by: name)
                    }
                    return compared
                }
            }
        }
        return PriceComparison(compared)
    }

    /// Returns the record of a fetch or an import for the audit log.
    static func record(
        _ action: AuditAction,
        _ subject: String,
        in app: AppName,
        by name: String,
        _ reason: String? = nil
    ) -> AuditRecord {
        AuditRecord(by: name, action, on: subject, reason: reason, details: ["app": app.rawValue])
    }
}

/// Apple's prices of a product, fetched or imported.
struct ProductPrices: Sendable {
    /// The product.
    let product: ProductID
    /// The prices.
    let prices: [FetchedPrice]
    /// The price points that were fetched with them, if any.
    var ladders: [PriceLadder] = []
    /// The instant of the fetch or the import.
    let at: Instant
}

/// The prices of a product from the catalogs and from Apple.
struct KnownPrices: Sendable {
    /// The prices in the versions of the catalogs.
    let catalog: [PriceHistory.CatalogPrices]
    /// The prices that were fetched or imported.
    let fetched: [FetchedPrice]
}

/// Apple's prices of a product, with those that were known before and those of them that are new.
struct ComparedPrices: Sendable {
    /// Apple's prices.
    let update: ProductPrices
    /// The prices that were known before.
    let known: KnownPrices
    /// The prices of the storefronts that changed.
    ///
    /// Where one price of a storefront changed, they include all of its prices.
    let newPrices: [FetchedPrice]

    /// Finds the new prices of an update.
    init(_ update: ProductPrices, after known: KnownPrices) {
        let last = Dictionary(grouping: known.fetched, by: \.storefront).mapValues { prices in
            let newest = prices.map(\.fetchedAt).max()
            return prices.filter { $0.fetchedAt == newest }
        }
        var newPrices: [FetchedPrice] = []
        for (storefront, found) in Dictionary(grouping: update.prices, by: \.storefront).sorted(by: { $0.key < $1.key })
        {
            let old = last[storefront] ?? []
            let isSame =
                old.count == found.count
                && found.allSatisfy { price in old.contains { $0.saysTheSame(as: price) } }
            if !isSame { newPrices += found }
        }
        self.update = update
        self.known = known
        self.newPrices = newPrices
    }
}

/// The result of comparing Apple's prices of a product with the known ones.
struct PriceComparison: Sendable {
    /// The product.
    let product: ProductID
    /// The prices that changed.
    let changes: [PriceService.UpdateResult.Change]
    /// The prices that differ from those of the newest catalog.
    let contradictions: [PriceHistory.Contradiction]

    /// Compares an update with the prices that were known before it.
    init(_ compared: ComparedPrices) {
        let (known, newPrices, now) = (compared.known, compared.newPrices, compared.update.at)
        let before = PriceHistory(catalog: known.catalog, fetched: known.fetched)
        let after = PriceHistory(catalog: known.catalog, fetched: known.fetched + newPrices)
        self.product = compared.update.product
        self.changes = newPrices.compactMap { price in
            let instant = max(price.startsAt ?? now, now)
            let old = before.entry(in: price.storefront, at: instant)?.price
            // A price that has ended is not a change.
            guard after.entry(in: price.storefront, at: instant)?.price == price.price, old != price.price else {
                return nil
            }
            return PriceService.UpdateResult.Change(price: price, before: old)
        }
        self.contradictions = after.contradictions(at: now)
    }
}
