import AppStore
package import Ledger

extension PriceService {
    /// The number of rows of an answer at which a part of a fetch ends.
    private static let rowLimit = 4000

    /// Fetches the prices of products from App Store Connect and stores those that changed.
    ///
    /// The fetch stores one product after another. It ends after a minute, after some thousand changes, or where
    /// Apple's rate limit is reached; ``UpdateResult/next`` then names the product after which to continue. From then
    /// on Apple's prices take precedence over those of the catalog; the catalog itself does not change.
    ///
    /// - Parameters:
    ///   - product: The only product to fetch; `nil` fetches all products of the catalog that are on sale.
    ///   - last: The last product of the previous part; `nil` begins with the first product.
    ///   - app: The app; at most one fetch of its prices runs at a time.
    ///   - name: The caller, for the audit log.
    ///   - reason: The caller's reason, for the audit log.
    ///   - isPreview: Whether the prices are not stored.
    /// - Returns: The prices that changed and the issues found.
    /// - Throws: The reason why no product was fetched.
    package func fetch(
        _ product: ProductID?,
        after last: ProductID? = nil,
        in app: AppName,
        by name: String,
        reason: String? = nil,
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
        let record = Self.record(.priceFetch, product?.rawValue ?? "all products", in: app, by: name, reason)
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
                    let update = ProductPrices(
                        product: one.id,
                        prices: answer.prices,
                        ladders: ladders,
                        at: now
                    )
                    if isPreview {
                        found.add(try await self.comparison(of: update, in: app))
                    } else {
                        let isFirst = result.productCount == 0
                        found.add(try await self.keep(update, isFirst ? record : nil, in: app, by: name))
                    }
                    for ladder in ladders { found.pointCounts[ladder.storefront] = ladder.points.count }
                } else {
                    found.missing.append(one.id)
                }
                result = found
                if !ladders.isEmpty { isPointed = true }
            } catch {
                // An error before the first product means that nothing was stored.
                guard result.productCount > 0 else { throw error }
                result.next = done
                result.stop = error
                break
            }
            done = one.id
        }
        if !isPreview, result.productCount == 0 {
            _ = try await self.storing { () throws(RepositoryError) in try await self.audit.add(record) }
        }
        result.isKept = !isPreview
        return result
    }

    /// Returns App Store Connect's ids of products, which one request finds for all parts of a fetch.
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

    /// Returns App Store Connect's prices of a product; `nil` where it does not know the product.
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
}
