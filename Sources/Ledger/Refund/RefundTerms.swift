/// What the terms of a storefront promise whoever wants his money back.
///
/// Apple's terms and the law of a country change, so a shop may replace any row; what is here is a beginning.
package struct RefundTerms: Hashable, Sendable {
    /// How many days after the purchase a refund needs no reason; `nil` where there is no such right.
    package let unconditionalDays: Int64?
    /// How many days after the purchase a refund with a reason may be asked for.
    package let conditionalDays: Int64
    /// How many unconditional refunds a year an Apple Account has; `nil` is no bound.
    package let unconditionalPerYear: Int64?
    /// How many conditional refunds a year an Apple Account has; `nil` is no bound.
    package let conditionalPerYear: Int64?

    /// Terms of these values.
    package init(
        unconditionalDays: Int64?,
        conditionalDays: Int64 = 90,
        unconditionalPerYear: Int64? = nil,
        conditionalPerYear: Int64? = nil
    ) {
        self.unconditionalDays = unconditionalDays
        self.conditionalDays = conditionalDays
        self.unconditionalPerYear = unconditionalPerYear
        self.conditionalPerYear = conditionalPerYear
    }

    /// Whether a refund needs no reason.
    ///
    /// - Parameters:
    ///   - age: The time from the purchase to the request.
    ///   - usedThisYear: How many unconditional refunds the Apple Account has had within a year.
    /// - Returns: Whether it needs none.
    package func isUnconditional(age: Span, usedThisYear: Int64) -> Bool {
        guard let days = self.unconditionalDays, age < .days(days) else { return false }
        return self.unconditionalPerYear.map { usedThisYear < $0 } ?? true
    }

    /// The storefronts of the European Union, by ISO 3166-1 alpha-3 code.
    package static let europeanUnion: Set<String> = [
        "AUT", "BEL", "BGR", "CYP", "CZE", "DEU", "DNK", "ESP", "EST", "FIN", "FRA", "GRC", "HRV", "HUN",
        "IRL", "ITA", "LTU", "LUX", "LVA", "MLT", "NLD", "POL", "PRT", "ROU", "SVK", "SVN", "SWE",
    ]

    /// The region of a storefront by which rules speak of it: `EU` for all of the European Union, else its own code.
    package static func region(of storefront: String) -> String {
        Self.europeanUnion.contains(storefront) ? "EU" : storefront
    }

    /// The rows to begin with, by region; whatever is not listed has `elsewhere`.
    package static let table: [String: Self] = [
        "EU": Self(unconditionalDays: 14),
        "TWN": Self(unconditionalDays: 7),
        "CHN": Self(unconditionalDays: 90, unconditionalPerYear: 1, conditionalPerYear: 2),
    ]
    /// The terms of every other storefront.
    package static let elsewhere = Self(unconditionalDays: nil)
}
