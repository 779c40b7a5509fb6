package import Ledger

extension PriceService {
    /// What a fetch or an import found, and what of it was news.
    package struct UpdateResult: Hashable, Sendable {
        /// A price that is another one than before.
        package struct Change: Hashable, Sendable {
            /// What Apple charges.
            package let price: FetchedPrice
            /// What counted before; `nil` where none was known.
            package let before: Money?
        }

        /// The prices that changed.
        package var changes: [Change] = []
        /// Where Apple charges another price than the newest catalog says, by product.
        package var contradictions: [ProductID: [PriceHistory.Contradiction]] = [:]
        /// The products that Apple does not know, or that are not in the file.
        package var missing: [ProductID] = []
        /// How many products Apple's prices are known of.
        package var productCount = 0
        /// How many price points were found in each storefront.
        package var pointCounts: [String: Int] = [:]
        /// Whether it was kept; a preview keeps nothing.
        package var isKept = false
        /// The last product of this part of a fetch, where others are left; a fetch goes on after it.
        package var next: ProductID?
        /// Why a fetch ended before all products were asked for; what it had found until then stays kept.
        package var stop: PriceError?

        /// How many rows an answer has with it.
        var rowCount: Int {
            self.changes.count + self.missing.count + self.contradictions.values.reduce(0) { $0 + $1.count }
        }

        /// Creates empty findings.
        package init() {}
    }

    /// Imports a file of Apple's price points: each storefront in it has these points from now on.
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
            try await self.repository.keep(file.ladders, of: app, at: now, by: name)
        }
        result.isKept = true
        return result
    }

    /// Imports a file of the prices to which Apple equalizes the price of a product: one in each storefront.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - product: The product.
    ///   - base: The base storefront.
    ///   - app: The app.
    ///   - name: Who imports it.
    ///   - isPreview: Whether nothing is kept.
    /// - Returns: What changed.
    /// - Throws: ``PriceError/basePriceMissing(_:)`` and ``PriceError/pricesAmbiguous(_:)`` for files of other things.
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
            try await self.repository.keep(newPrices, of: app)
        }
        result.isKept = true
        return result
    }

    /// Returns those of a product's prices that say something new of their storefront, and notes what changes.
    ///
    /// A storefront is news as a whole: where one of its prices is, all of them are.
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
            // A price that has ended is no change.
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

    /// Keeps something and enters who did it, both or neither.
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
