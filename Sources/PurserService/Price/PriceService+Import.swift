package import Ledger

extension PriceService {
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
        try await self.storing { () throws(RepositoryError) in
            try await self.audit.enter(Self.record(.priceImport, "price points", in: app, by: name)) {
                () throws(RepositoryError) in
                try await self.repository.write { unit in try unit.keep(file.ladders, of: app, at: now, by: name) }
            }
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
        let update = ProductPrices(product: product, prices: prices, at: now)
        var result = UpdateResult()
        if isPreview {
            result.add(try await self.comparison(of: update, in: app))
        } else {
            let record = Self.record(.priceImport, product.rawValue, in: app, by: name)
            result.add(try await self.keep(update, record, in: app, by: name))
        }
        result.isKept = !isPreview
        return result
    }
}
