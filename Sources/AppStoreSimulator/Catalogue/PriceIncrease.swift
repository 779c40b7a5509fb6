/// Apple's rule for which price increases subscribers must agree to.
public enum PriceIncrease {
    /// Whether an increase needs consent: it is large, or not the first in a year.
    ///
    /// Large is more than half of the price, and more than 5 units a period, or 50 a year.
    public static func needsConsent(
        from old: WorldPrice,
        to new: WorldPrice,
        period: SubscriptionPeriod,
        storefront: WorldStorefront,
        increasesInLastYear: Int
    ) -> Bool {
        let increase = new.milliunits - old.milliunits
        guard increase > 0 else { return false }
        if increasesInLastYear > 0 { return true }
        let limit: Int64 = period.months >= 12 ? 50_000 : 5_000
        return increase * 2 > old.milliunits && increase > limit
    }
}
