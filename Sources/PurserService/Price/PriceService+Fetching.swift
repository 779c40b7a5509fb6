package import Ledger

extension PriceService {
    /// Asks App Store Connect what products cost, and keeps what is news.
    ///
    /// Nothing is kept unless everything was answered. Apple's prices win over those of the catalog from then on;
    /// the catalog itself stays as it is.
    ///
    /// - Parameters:
    ///   - product: The only product to ask about; without it, all of the catalog that are on sale.
    ///   - app: The app.
    ///   - name: Who asks.
    ///   - isPreview: Whether nothing is kept.
    /// - Returns: What was found.
    /// - Throws: Why nothing was.
    package func fetch(
        _ product: ProductID?,
        in app: AppName,
        by name: String,
        isPreview: Bool
    ) async throws(PriceError) -> Findings {
        let catalog = try self.app(app).catalogue.products
        if let product, catalog[product] == nil { throw .unknownProduct }
        let fetch = try self.fetch(of: app)
        let products = catalog.values.filter { one in product.map { $0 == one.id } ?? !one.isRetired }
            .sorted { $0.id < $1.id }
        let now = self.now()
        let answer = try await fetch.answer(about: products, at: now, by: name)
        var findings = Findings()
        findings.missing = answer.missing
        for ladder in answer.ladders { findings.pointCounts[ladder.storefront] = ladder.points.count }
        var news: [[FetchedPrice]] = []
        for (product, prices) in answer.prices.sorted(by: { $0.key < $1.key }) {
            news.append(try await self.news(prices, of: product, at: now, in: app, into: &findings))
        }
        guard !isPreview else { return findings }
        let ofFirst = news.first ?? []
        try await self.entering(.priceFetch, product?.rawValue ?? "all products", in: app, by: name) {
            () throws(RepositoryError) in
            try await self.repository.keep(ofFirst, of: app)
        }
        // Each product by itself, so that purchases need not wait for all of them.
        for prices in news.dropFirst() where !prices.isEmpty {
            try await self.storing { () throws(RepositoryError) in
                try await self.repository.keep(prices, of: app)
            }
        }
        try await self.storing { () throws(RepositoryError) in
            try await self.repository.keep(answer.ladders, of: app, at: now, by: name)
        }
        findings.isKept = true
        return findings
    }
}
