/// Why data about a customer's purchases may be sent to Apple.
package enum ConsentBasis: String, Hashable, Sendable, CaseIterable {
    /// He agreed, and has not said no since.
    case given
    /// He has said nothing, and the regime of the purchase's storefront takes that for a yes.
    case storefront

    /// The basis at an instant; `nil` where nothing may be sent.
    ///
    /// - Parameters:
    ///   - consents: What the customer agreed to, with what became of it.
    ///   - rescindedAt: When consent was last rescinded for the Apple account that paid; `nil` if never.
    ///   - regime: The regime of the purchase's storefront.
    ///   - now: The instant.
    package init?(_ consents: [Consent], rescindedAt: Instant?, regime: ConsentRegime, at now: Instant) {
        if let standing = Consent.standing(among: consents, at: now) {
            // Who agreed after a parent had rescinded it has agreed anew.
            guard rescindedAt.map({ $0 < standing.givenAt }) ?? true else { return nil }
            self = .given
            return
        }
        let hasWithdrawn = consents.contains { $0.withdrawal.map { $0.withdrawnAt <= now } ?? false }
        guard regime == .optOut, rescindedAt == nil, !hasWithdrawn else { return nil }
        self = .storefront
    }
}
