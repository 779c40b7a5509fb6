package import Ledger

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
        guard try self.app(app).catalogue.products[product]?.kind == .autoRenewable else { return nil }
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
