package import AppStore
package import Ledger

/// Applies Apple's rule about consent to the price changes of a subscription.
extension PriceService {
    /// The span within which a second increase needs consent.
    private static let year = Span.days(365)

    /// Returns for each change whether subscribers must consent to it.
    ///
    /// Without a period in the catalog the answer may depend on whether the subscription is yearly. An increase counts
    /// as scheduled when it applies, because the history does not state an earlier instant.
    ///
    /// - Parameters:
    ///   - changes: The changes of the product, in ascending order of time.
    ///   - product: The product.
    ///   - app: The app.
    /// - Returns: An answer for each change; `nil` for a first price, and for every change of a product that is no
    ///   auto-renewable subscription.
    /// - Throws: The reason why the app is unknown.
    package func consents(
        to changes: [PriceHistory.Change],
        of product: ProductID,
        in app: AppName
    ) throws(PriceError) -> [PriceIncreaseRule.Consent?] {
        let known = try self.app(app).catalog.products[product]
        guard let known, known.kind == .autoRenewable else { return changes.map { _ in nil } }
        let period: PriceIncreaseRule.Period =
            known.period.map { $0.months >= 12 ? .yearly : .shorter } ?? .unknown
        let rule = PriceIncreaseRule(limits: self.consentLimits[app] ?? .both)
        var latest: [String: Instant] = [:]
        return changes.map { change in
            guard let before = change.before, let price = change.entry.price else { return nil }
            let at = change.entry.from
            let increase = PriceIncreaseRule.Increase(
                from: before.amountMilliunits,
                before.currency,
                to: price.amountMilliunits,
                price.currency,
                period: period,
                storefront: change.storefront,
                scheduledAt: Timestamp(milliseconds: at.milliseconds),
                isRepeated: latest[change.storefront].map { at - $0 < Self.year } ?? false
            )
            if before.currency == price.currency, price.amountMilliunits > before.amountMilliunits {
                latest[change.storefront] = at
            }
            return rule.consent(to: increase)
        }
    }
}
