public import AppStore

/// Applies Apple's `PriceIncreaseRule` to prices of a simulated world.
public enum PriceIncrease {
    /// Returns whether an increase needs consent: it is large, it is not the first within a year, or the storefront
    /// requires consent at the time it is scheduled.
    ///
    /// `increasesInLastYear` is the number of earlier increases. A price that does not rise needs no consent; a price in
    /// another currency cannot be compared and needs consent.
    public static func needsConsent(
        from old: WorldPrice,
        to new: WorldPrice,
        period: SubscriptionPeriod,
        storefront: WorldStorefront,
        scheduledAt instant: Timestamp,
        increasesInLastYear: Int,
        limits: PriceIncreaseRule.Limits = .both
    ) -> Bool {
        PriceIncreaseRule(limits: limits).consent(
            to: PriceIncreaseRule.Increase(
                from: old.milliunits,
                old.currency,
                to: new.milliunits,
                new.currency,
                period: period.months >= 12 ? .yearly : .shorter,
                storefront: storefront.code,
                scheduledAt: instant,
                isRepeated: increasesInLastYear > 0
            )
        ) != .notRequired
    }

    /// Returns about 5 US dollars in a currency, in milliunits; `nil` for a currency of no storefront.
    public static func thresholdMilliunits(in currency: String) -> Int64? {
        PriceIncreaseRule.thresholdMilliunits(in: currency)
    }
}
