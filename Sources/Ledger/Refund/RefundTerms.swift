/// What the terms of a storefront promise whoever wants his money back.
///
/// Apple's terms and the law of a country change, so a shop may replace any row; what is here is a beginning.
package struct RefundTerms: Hashable, Sendable {
    /// How long after the purchase a refund needs no reason; `nil` where there is no such right.
    package var unconditional: Span?
    /// How long after the purchase a refund with a reason may be asked for.
    package var conditional: Span
    /// How many unconditional refunds an Apple Account has in all its life; `nil` is no bound.
    package var unconditionalEver: Int64?
    /// How many unconditional refunds a year an Apple Account has; `nil` is no bound.
    package var unconditionalPerYear: Int64?
    /// How many conditional refunds a year an Apple Account has besides; `nil` is no bound.
    package var conditionalPerYear: Int64?
    /// When the money is there that went back.
    package var arrival: RefundArrival

    /// Terms of these values.
    package init(
        unconditional: Span?,
        conditional: Span = .days(90),
        unconditionalEver: Int64? = nil,
        unconditionalPerYear: Int64? = nil,
        conditionalPerYear: Int64? = nil,
        arrival: RefundArrival = RefundArrival()
    ) {
        self.unconditional = unconditional
        self.conditional = conditional
        self.unconditionalEver = unconditionalEver
        self.unconditionalPerYear = unconditionalPerYear
        self.conditionalPerYear = conditionalPerYear
        self.arrival = arrival
    }

    /// Whether a number bounds the refunds of an Apple Account, so that those it had need to be known.
    package var isBounded: Bool {
        self.unconditionalEver != nil || self.unconditionalPerYear != nil || self.conditionalPerYear != nil
    }

    /// Whether a refund needs no reason.
    ///
    /// - Parameters:
    ///   - age: The time from the purchase to the request.
    ///   - left: What the Apple Account has left by these terms.
    /// - Returns: Whether it needs none.
    package func isUnconditional(age: Span, _ left: RefundOpportunities) -> Bool {
        guard let length = self.unconditional, age < length else { return false }
        return left.unconditional != 0
    }

    /// Whether a refund may be asked for at all, with a reason or without one.
    ///
    /// - Parameters:
    ///   - age: The time from the purchase to the request.
    ///   - left: What the Apple Account has left by these terms.
    /// - Returns: Whether the terms still speak of it.
    package func isInside(age: Span, _ left: RefundOpportunities) -> Bool {
        if self.isUnconditional(age: age, left) { return true }
        return age < self.conditional && left.conditional != 0
    }

    /// The storefronts of the European Union, by ISO 3166-1 alpha-3 code.
    package static let europeanUnion: Set<String> = [
        "AUT", "BEL", "BGR", "CYP", "CZE", "DEU", "DNK", "ESP", "EST", "FIN", "FRA", "GRC", "HRV", "HUN",
        "IRL", "ITA", "LTU", "LUX", "LVA", "MLT", "NLD", "POL", "PRT", "ROU", "SVK", "SVN", "SWE",
    ]

    /// The region of a storefront by which rules speak of it: `EU` for all of the European Union, else its own code.
    package static func region(of storefront: String) -> String {
        Self.europeanUnion.contains(storefront) ? RefundTermsTable.europe : storefront
    }
}
