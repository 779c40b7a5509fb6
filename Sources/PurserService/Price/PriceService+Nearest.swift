package import Ledger

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
    package func coins(of app: AppName) throws(PriceError) -> [String: Coin] { try self.app(app).catalogue.coins }

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
        let catalog = try self.app(app).catalogue.pricePoints.all(in: sum.currency)
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
