import AppStore
package import Ledger

extension PriceService {
    /// The most rows of an answer, beyond which no further product is asked for.
    private static let rowLimit = 4000

    /// Asks App Store Connect what products cost, and keeps what is news.
    ///
    /// It keeps one product after another, and ends after a minute, after some thousand changes, or where Apple's limit
    /// is reached; ``UpdateResult/next`` then says where to go on. Apple's prices win over those of the catalog from
    /// then on; the catalog itself stays as it is.
    ///
    /// - Parameters:
    ///   - product: The only product to ask about; without it, all of the catalog that are on sale.
    ///   - last: The last product of the part before; without it, the first product is the first.
    ///   - app: The app, about which one fetch at a time may ask.
    ///   - name: Who asks.
    ///   - isPreview: Whether nothing is kept.
    /// - Returns: What was found.
    /// - Throws: Why nothing was.
    package func fetch(
        _ product: ProductID?,
        after last: ProductID? = nil,
        in app: AppName,
        by name: String,
        isPreview: Bool
    ) async throws(PriceError) -> UpdateResult {
        let catalog = try self.app(app).catalog.products
        if let product, catalog[product] == nil { throw .unknownProduct }
        let fetch = try self.fetch(of: app)
        guard self.cache.begin(app) else { throw .fetchRunning }
        defer { self.cache.end(app) }
        let begin = ContinuousClock.now
        let now = self.now()
        let all = catalog.values.filter { one in product.map { $0 == one.id } ?? !one.isRetired }
            .sorted { $0.id < $1.id }
        let ids = try await self.ids(of: all, by: fetch, isFirst: last == nil, in: app)
        var result = UpdateResult()
        var done: ProductID?
        var isPointed = last != nil
        for one in all where last.map({ $0 < one.id }) ?? true {
            let isLong = result.rowCount >= Self.rowLimit || ContinuousClock.now - begin >= fetch.partTime
            if done != nil, isLong {
                result.next = done
                break
            }
            do throws(PriceError) {
                var found = result
                let answer = try await Self.answer(of: fetch, about: one, ids[one.id], at: now, by: name)
                var ladders: [PriceLadder] = []
                if let answer {
                    if !isPointed { ladders = try await Self.ladders(of: fetch, for: one, answer.id, in: all) }
                    let newPrices = try await self.newPrices(answer.prices, of: one.id, at: now, in: app, into: &found)
                    for ladder in ladders { found.pointCounts[ladder.storefront] = ladder.points.count }
                    if !isPreview {
                        let isFirst = result.productCount == 0
                        try await self.keep(
                            newPrices,
                            isFirst ? product?.rawValue ?? "all products" : nil,
                            in: app,
                            by: name
                        )
                    }
                } else {
                    found.missing.append(one.id)
                }
                result = found
                if !ladders.isEmpty {
                    if !isPreview { try await self.keep(ladders, of: app, at: now, by: name) }
                    isPointed = true
                }
            } catch {
                // Where nothing was found yet, nothing was kept.
                guard result.productCount > 0 else { throw error }
                result.next = done
                result.stop = error
                break
            }
            done = one.id
        }
        if !isPreview, result.productCount == 0 {
            try await self.keep([], product?.rawValue ?? "all products", in: app, by: name)
        }
        result.isKept = !isPreview
        return result
    }

    /// App Store Connect's ids of products, which are asked for once for all parts of a fetch.
    private func ids(
        of products: [Product],
        by fetch: PriceFetch,
        isFirst: Bool,
        in app: AppName
    ) async throws(PriceError) -> [ProductID: String] {
        let now = self.now()
        if !isFirst, let ids = self.cache.ids(of: app, at: now) { return ids }
        let ids = try await fetch.ids(of: products)
        self.cache.keep(ids, of: app, at: now)
        return ids
    }

    /// What App Store Connect says of a product; `nil` where it does not know it.
    private static func answer(
        of fetch: PriceFetch,
        about product: Product,
        _ id: String?,
        at now: Instant,
        by name: String
    ) async throws(PriceError) -> (id: String, prices: [FetchedPrice])? {
        guard let id else { return nil }
        do throws(ConnectError) {
            return (id, try await fetch.prices(of: product, id: id, at: now, by: name))
        } catch {
            guard case .notFound = error else { throw .connect(error) }
            return nil
        }
    }

    private static func ladders(
        of fetch: PriceFetch,
        for product: Product,
        _ id: String,
        in products: [Product]
    ) async throws(PriceError) -> [PriceLadder] {
        do throws(ConnectError) {
            return try await fetch.ladders(of: product, id: id, PriceFetch.territories(in: products))
        } catch {
            throw .connect(error)
        }
    }

    /// Keeps prices, and with them the entry of the audit log where there is a subject of it.
    private func keep(
        _ prices: [FetchedPrice],
        _ subject: String?,
        in app: AppName,
        by name: String
    ) async throws(PriceError) {
        defer { self.cache.forgetPrices(of: app) }
        guard let subject else {
            guard !prices.isEmpty else { return }
            return try await self.storing { () throws(RepositoryError) in
                try await self.repository.keep(prices, of: app)
            }
        }
        try await self.entering(.priceFetch, subject, in: app, by: name) { () throws(RepositoryError) in
            try await self.repository.keep(prices, of: app)
        }
    }

    private func keep(
        _ ladders: [PriceLadder],
        of app: AppName,
        at now: Instant,
        by name: String
    ) async throws(PriceError) {
        try await self.storing { () throws(RepositoryError) in
            try await self.repository.keep(ladders, of: app, at: now, by: name)
        }
    }
}
