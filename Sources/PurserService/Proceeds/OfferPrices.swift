import Ledger

/// The products' own prices for rows that were sold with an offer, for the cost of the offers.
///
/// The catalog's price counts; without one, the price that was fetched from App Store Connect or imported.
struct OfferPrices {
    /// The maximum number of products whose fetched prices are kept in memory.
    private static let productLimit = 20

    private let app: ServedApp
    private var fetched: [ProductID: PriceHistory] = [:]
    /// The rows whose price the catalog does not have.
    private var rows: [ProceedsRow] = []

    /// Creates the prices of an app's products.
    init(of app: ServedApp) { self.app = app }

    /// Adds a row of a report to a statement; one whose price the catalog lacks waits for `addWaiting`.
    mutating func add(_ row: ProceedsRow, to statement: inout ProceedsStatement) {
        let price = row.hasOffer ? self.catalogPrice(of: row) : nil
        if row.hasOffer, price == nil { self.rows.append(row) } else { statement.add(row, ownPrice: price) }
    }

    /// Adds the rows that wait to a statement, with Apple's stored prices.
    mutating func addWaiting(
        to statement: inout ProceedsStatement,
        by service: ProceedsService
    ) async throws(ProceedsError) {
        // So the prices of each product are read once.
        let rows = self.rows.sorted { $0.product < $1.product }
        self.rows = []
        for row in rows { statement.add(row, ownPrice: try await self.fetchedPrice(of: row, by: service)) }
    }

    /// Returns the catalog's price of a product without an offer, where and when it was sold.
    private func catalogPrice(of row: ProceedsRow) -> Money? {
        guard let storefront = Storefront(alpha2: row.country) else { return nil }
        let prices = self.app.catalog.products[row.product]?.prices
        return prices?.price(in: storefront.code, at: row.day.begin)?.price
    }

    /// Returns Apple's stored price of a product, where and when it was sold.
    private mutating func fetchedPrice(
        of row: ProceedsRow,
        by service: ProceedsService
    ) async throws(ProceedsError) -> Money? {
        guard let storefront = Storefront(alpha2: row.country) else { return nil }
        if self.fetched[row.product] == nil {
            let (product, app) = (row.product, self.app.name)
            let prices = try await service.read { view in
                try view.fetchedPrices(of: product, app: app, limit: PriceService.fetchedLimit)
            }
            if self.fetched.count >= Self.productLimit { self.fetched = [:] }
            self.fetched[product] = PriceHistory(catalog: [], fetched: prices)
        }
        return self.fetched[row.product]?.entry(in: storefront.code, at: row.day.begin)?.price
    }
}
