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
    }

    /// Imports a file of Apple's price points, which replace those of each storefront in it.
    package func importPoints(
        _ file: PricePointFile,
        in app: AppName,
        by name: String,
        isPreview: Bool
    ) async throws(PriceError) -> UpdateResult {
        _ = try self.app(app)
        var result = UpdateResult()
        for ladder in file.ladders { result.pointCounts[ladder.storefront] = ladder.points.count }
        guard !isPreview else { return result }
        let now = self.now()
        try await self.entering(.priceImport, "price points", in: app, by: name) { () throws(RepositoryError) in
            try await self.repository.write { unit in try unit.keep(file.ladders, of: app, at: now, by: name) }
        }
        result.isKept = true
        return result
    }

    /// Imports a file of the prices to which Apple equalizes the price of a product: one for each storefront.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - product: The product.
    ///   - base: Apple's base storefront.
    ///   - app: The app.
    ///   - name: The caller, for the audit log.
    ///   - isPreview: Whether the prices are not stored.
    /// - Returns: The prices that changed.
    /// - Throws: ``PriceError/basePriceMissing(_:)`` and ``PriceError/pricesAmbiguous(_:)`` for other kinds of files.
    package func importPrices(
        _ file: PricePointFile,
        of product: ProductID,
        base: String,
        in app: AppName,
        by name: String,
        isPreview: Bool
    ) async throws(PriceError) -> UpdateResult {
        guard try self.app(app).catalog.products[product] != nil else { throw .unknownProduct }
        let now = self.now()
        var prices: [FetchedPrice] = []
        for ladder in file.ladders {
            guard ladder.points.count == 1, let point = ladder.points.first else {
                throw .pricesAmbiguous(ladder.storefront)
            }
            prices.append(
                FetchedPrice(
                    product: product,
                    storefront: ladder.storefront,
                    price: point.price,
                    startsAt: nil,
                    origin: ladder.storefront == base ? .base : .equalized,
                    source: .imported,
                    fetchedAt: now,
                    fetchedBy: name
                )
            )
        }
        guard prices.contains(where: { $0.storefront == base }) else { throw .basePriceMissing(base) }
        var result = UpdateResult()
        let newPrices = try await self.newPrices(prices, of: product, at: now, in: app, into: &result)
        guard !isPreview else { return result }
        defer { self.cache.forgetPrices(of: app) }
        try await self.entering(.priceImport, product.rawValue, in: app, by: name) { () throws(RepositoryError) in
            try await self.repository.write { unit in try unit.keep(newPrices, of: app) }
        }
        result.isKept = true
        return result
    }

    /// Returns the prices of a product whose storefronts changed, and records the changes.
    ///
    /// Where one price of a storefront changed, all of its prices are returned.
    func newPrices(
        _ prices: [FetchedPrice],
        of product: ProductID,
        at now: Instant,
        in app: AppName,
        into result: inout UpdateResult
    ) async throws(PriceError) -> [FetchedPrice] {
        let (catalog, known) = try await self.storing { () throws(RepositoryError) in
            try await self.known(of: product, in: app)
        }
        let last = Dictionary(grouping: known, by: \.storefront).mapValues { prices in
            let newest = prices.map(\.fetchedAt).max()
            return prices.filter { $0.fetchedAt == newest }
        }
        var newPrices: [FetchedPrice] = []
        for (storefront, found) in Dictionary(grouping: prices, by: \.storefront).sorted(by: { $0.key < $1.key }) {
            let old = last[storefront] ?? []
            let isSame =
                old.count == found.count
                && found.allSatisfy { price in old.contains { $0.saysTheSame(as: price) } }
            if !isSame { newPrices += found }
        }
        let before = PriceHistory(catalog: catalog, fetched: known)
        let after = PriceHistory(catalog: catalog, fetched: known + newPrices)
        for price in newPrices {
            let instant = max(price.startsAt ?? now, now)
            let old = before.entry(in: price.storefront, at: instant)?.price
            // A price that has ended is not a change.
            guard after.entry(in: price.storefront, at: instant)?.price == price.price, old != price.price else {
                continue
            }
            result.changes.append(UpdateResult.Change(price: price, before: old))
        }
        let contradictions = after.contradictions(at: now)
        if !contradictions.isEmpty { result.contradictions[product] = contradictions }
        result.productCount += 1
        return newPrices
    }

    /// Stores prices together with their entry of the audit log, in one transaction.
    func entering(
        _ action: AuditAction,
        _ subject: String,
        in app: AppName,
        by name: String,
        _ work: () async throws(RepositoryError) -> Void
    ) async throws(PriceError) {
        let record = AuditRecord(by: name, action, on: subject, details: ["app": app.rawValue])
        try await self.storing { () throws(RepositoryError) in
            try await self.audit.enter(record, by: work)
        }
    }
}
