/// Apple's rule for price increases of auto-renewable subscriptions that need the subscribers' consent.
///
/// Follows "Auto-renewable subscription price increase thresholds" of App Store Connect Help, and the storefronts whose
/// law requires consent to every increase (``mandates``). An increase without consent is one that Apple only announces.
public struct PriceIncreaseRule: Hashable, Sendable {
    /// The combination of the two limits, a share of the old price and an amount, that makes an increase large.
    ///
    /// Apple's page joins them with "and", which leaves open whether an increase must exceed both.
    public enum Limits: String, Hashable, Sendable, CaseIterable {
        /// An increase is large when it exceeds both limits.
        case both
        /// An increase is large when it exceeds one of the limits.
        case either
    }

    /// A storefront in which every increase needs consent, from a day on.
    public struct Mandate: Hashable, Sendable {
        /// The storefront, three letters (ISO 3166-1 alpha-3).
        public let storefront: String
        /// The first day, `2025-08-04`; `nil` where it is unknown and the mandate counts as always valid.
        public let day: String?
        /// The beginning of that day in Pacific time; increases that were scheduled before it follow the old rule.
        public let from: Timestamp?
        /// The source of the mandate.
        public let source: String
        /// Whether a page of Apple states it, rather than the press.
        public let isStatedByApple: Bool
    }

    /// The reason why an increase needs consent.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The storefront requires consent to every increase.
        case storefront
        /// It is not the first increase within a year.
        case repeated
        /// It exceeds the limits.
        case large
        /// The prices are in different currencies and cannot be compared.
        case otherCurrency
    }

    /// The answer to whether an increase needs consent.
    public enum Consent: Hashable, Sendable {
        /// It needs none.
        case notRequired
        /// It needs consent, for this reason.
        case required(Reason)
        /// It needs consent, because it is large, unless the subscription is yearly.
        case requiredUnlessYearly
    }

    /// The length of a subscription's period, as far as the limits depend on it.
    public enum Period: Hashable, Sendable {
        /// Less than a year.
        case shorter
        /// A year.
        case yearly
        /// It is unknown.
        case unknown
    }

    /// One increase.
    public struct Increase: Hashable, Sendable {
        /// The old price in milliunits.
        public var old: Int64
        /// The currency of the old price.
        public var oldCurrency: String
        /// The new price in milliunits.
        public var new: Int64
        /// The currency of the new price.
        public var currency: String
        /// The length of the subscription's period.
        public var period: Period
        /// The storefront, three letters.
        public var storefront: String
        /// The instant at which the increase was scheduled.
        public var scheduledAt: Timestamp
        /// Whether the year before has an earlier increase.
        public var isRepeated: Bool

        /// Creates an increase of these values.
        public init(
            from old: Int64,
            _ oldCurrency: String,
            to new: Int64,
            _ currency: String,
            period: Period,
            storefront: String,
            scheduledAt: Timestamp,
            isRepeated: Bool = false
        ) {
            self.old = old
            self.oldCurrency = oldCurrency
            self.new = new
            self.currency = currency
            self.period = period
            self.storefront = storefront
            self.scheduledAt = scheduledAt
            self.isRepeated = isRepeated
        }
    }

    /// The combination of the limits.
    public var limits: Limits

    /// Creates the rule with a combination of the limits.
    public init(limits: Limits = .both) { self.limits = limits }

    /// Returns whether an increase needs consent.
    ///
    /// A price that does not rise needs none. A price in another currency cannot be compared and needs consent.
    public func consent(to increase: Increase) -> Consent {
        guard increase.oldCurrency == increase.currency else { return .required(.otherCurrency) }
        guard increase.new > increase.old else { return .notRequired }
        if Self.isMandated(in: increase.storefront, at: increase.scheduledAt) { return .required(.storefront) }
        if increase.isRepeated { return .required(.repeated) }
        switch increase.period {
        case .shorter: return self.isLarge(increase, isYearly: false) ? .required(.large) : .notRequired
        case .yearly: return self.isLarge(increase, isYearly: true) ? .required(.large) : .notRequired
        case .unknown:
            guard self.isLarge(increase, isYearly: false) else { return .notRequired }
            return self.isLarge(increase, isYearly: true) ? .required(.large) : .requiredUnlessYearly
        }
    }

    /// Returns whether an increase exceeds the limits: half of the old price, and about 5 US dollars a period, or 50
    /// for a yearly subscription.
    private func isLarge(_ increase: Increase, isYearly: Bool) -> Bool {
        let (amount, isBeyondRange) = increase.new.subtractingReportingOverflow(increase.old)
        guard !isBeyondRange else { return true }
        let exceedsShare = amount > increase.old / 2
        // For a currency without a threshold only the share decides, so that no customer pays much more without
        // consent.
        guard let threshold = Self.thresholdMilliunits(in: increase.currency) else { return exceedsShare }
        let exceedsAmount = amount > (isYearly ? threshold * 10 : threshold)
        switch self.limits {
        case .both: return exceedsShare && exceedsAmount
        case .either: return exceedsShare || exceedsAmount
        }
    }

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

extension PriceIncreaseRule {
    /// The storefronts in which every increase needs consent, as far as sources name them; there may be more.
    public static let mandates: [Mandate] =
        [Mandate(storefront: "KOR", day: nil, from: nil, source: "App Store Connect Help", isStatedByApple: true)]
        + ["AUT", "DEU", "POL"].map { storefront in
            Mandate(
                storefront: storefront,
                day: "2025-08-04",
                from: Timestamp(milliseconds: 1_754_290_800_000),
                source: "macobserver.com/news/apple-updates-app-store-tax-and-pricing-rules",
                isStatedByApple: false
            )
        }

    /// Returns whether every increase that is scheduled at an instant needs consent in a storefront.
    public static func isMandated(in storefront: String, at instant: Timestamp) -> Bool {
        Self.mandates.contains { mandate in
            mandate.storefront == storefront && (mandate.from.map { $0 <= instant } ?? true)
        }
    }
}
