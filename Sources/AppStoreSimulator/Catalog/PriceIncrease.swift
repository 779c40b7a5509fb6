/// Apple's rule for price increases that need the subscribers' consent.
///
/// Follows "Auto-renewable subscription price increase thresholds" of App Store Connect Help.
public enum PriceIncrease {
    /// Returns whether an increase needs consent: it is large, it is not the first within a year, or the region
    /// requires consent.
    ///
    /// An increase is large when it exceeds half of the old price and also 5 US dollars a period, or 50 for a yearly
    /// subscription; other currencies use ``thresholdMilliunits(in:)``. `increasesInLastYear` is the number of earlier
    /// increases. A price that does not rise needs no consent; a price in another currency cannot be compared and needs
    /// consent.
    public static func needsConsent(
        from old: WorldPrice,
        to new: WorldPrice,
        period: SubscriptionPeriod,
        storefront: WorldStorefront,
        increasesInLastYear: Int
    ) -> Bool {
        guard old.currency == new.currency else { return true }
        guard new.milliunits > old.milliunits else { return false }
        if increasesInLastYear > 0 || Self.regionsThatAlwaysAsk.contains(storefront.code) { return true }
        let (increase, isBeyondRange) = new.milliunits.subtractingReportingOverflow(old.milliunits)
        guard !isBeyondRange else { return true }
        guard increase > old.milliunits / 2 else { return false }
        // For a currency without a threshold only the share decides, so that no customer pays much more without
        // consent.
        guard let threshold = Self.thresholdMilliunits(in: new.currency) else { return true }
        return increase > (period.months >= 12 ? threshold * 10 : threshold)
    }

    /// Storefronts where every increase needs consent, by alpha-3 code.
    ///
    /// Apple's list follows the laws. South Korea requires consent to every price increase; for another region that
    /// does, a price change can specify `consent: required`.
    public static let regionsThatAlwaysAsk: Set<String> = ["KOR"]

    /// Returns about 5 US dollars in a currency, in milliunits; `nil` for a currency of no storefront.
    ///
    /// Apple converts at current rates and publishes no table. These are round numbers near the rates of 2025, so for
    /// an increase within about ten percent of the threshold Apple's result may differ.
    public static func thresholdMilliunits(in currency: String) -> Int64? {
        Self.thresholds[currency].map { $0 * 100 }
    }

    /// The thresholds in tenths of the currency's unit.
    private static let thresholds: [String: Int64] = [
        "AED": 185, "AUD": 77, "BGN": 85, "BRL": 270, "CAD": 70, "CHF": 40, "CLP": 47_000, "CNY": 360, "COP": 200_000,
        "CZK": 1_050, "DKK": 320, "EGP": 2_400, "EUR": 43, "GBP": 38, "HKD": 390, "HUF": 17_000, "IDR": 820_000,
        "ILS": 170, "INR": 4_400, "JPY": 7_500, "KRW": 70_000, "KZT": 26_000, "MXN": 930, "MYR": 210, "NGN": 75_000,
        "NOK": 500, "NZD": 86, "PEN": 175, "PHP": 2_900, "PKR": 14_000, "PLN": 185, "QAR": 182, "RON": 220,
        "RUB": 4_000,
        "SAR": 188, "SEK": 480, "SGD": 65, "THB": 1_620, "TRY": 2_100, "TWD": 1_530, "TZS": 125_000, "USD": 50,
        "VND": 1_310_000, "ZAR": 870,
    ]
}
