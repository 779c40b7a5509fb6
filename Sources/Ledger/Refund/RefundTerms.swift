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
    package var timing: RefundTiming

    /// Terms of these values.
    package init(
        unconditional: Span?,
        conditional: Span = .days(90),
        unconditionalEver: Int64? = nil,
        unconditionalPerYear: Int64? = nil,
        conditionalPerYear: Int64? = nil,
        timing: RefundTiming = RefundTiming()
    ) {
        self.unconditional = unconditional
        self.conditional = conditional
        self.unconditionalEver = unconditionalEver
        self.unconditionalPerYear = unconditionalPerYear
        self.conditionalPerYear = conditionalPerYear
        self.timing = timing
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

/// The refund terms of every storefront, by rows that a shop may replace.
package struct RefundTermsTable: Hashable, Sendable {
    /// The row of all storefronts of the European Union.
    package static let europe = "EU"
    /// The row of every storefront that has none of its own.
    package static let elsewhere = "elsewhere"
    /// The rows to begin with.
    package static let beginning: [String: RefundTerms] = [
        Self.europe: RefundTerms(unconditional: .days(14)),
        "TWN": RefundTerms(unconditional: .days(7)),
        "CHN": RefundTerms(unconditional: .days(90), unconditionalEver: 1, conditionalPerYear: 2),
        Self.elsewhere: RefundTerms(unconditional: nil),
    ]

    /// The rows that the shop has put in the place of those, or beside them.
    package let own: [String: RefundTerms]

    /// A table with these rows in the place of those to begin with.
    package init(own: [String: RefundTerms] = [:]) { self.own = own }

    /// The terms of a storefront: its own row, else that of its region, else that of everything else.
    package subscript(storefront: String) -> RefundTerms {
        let names = [storefront, RefundTerms.region(of: storefront), Self.elsewhere]
        for name in names {
            if let terms = self.own[name] ?? Self.beginning[name] { return terms }
        }
        return RefundTerms(unconditional: nil)
    }

    /// Every row that counts, by its name.
    package var rows: [String: RefundTerms] { Self.beginning.merging(self.own) { $1 } }
}

/// How often an Apple Account may still ask for refunds by the terms of a storefront.
///
/// Apple does not say which refunds were given without a reason, so the first ones count as those.
package struct RefundOpportunities: Hashable, Sendable {
    /// How many refunds without a reason are left; `nil` is no bound.
    package let unconditional: Int64?
    /// How many refunds with a reason are left; `nil` is no bound.
    package let conditional: Int64?

    /// The length of a year in which refunds count.
    package static let year = Span.days(365)

    /// The opportunities that an Apple Account has after its refunds.
    ///
    /// - Parameters:
    ///   - terms: The terms of the storefront.
    ///   - refunds: When the Apple Account had refunds that still stand, in any order, each purchase once.
    ///   - now: The instant at which it asks.
    package init(by terms: RefundTerms, after refunds: [Instant], at now: Instant) {
        let ever = Int64(refunds.count)
        let thisYear = Int64(refunds.count { $0 > now - Self.year })
        let leftEver = terms.unconditionalEver.map { max(0, $0 - ever) }
        let leftThisYear = terms.unconditionalPerYear.map { max(0, $0 - thisYear) }
        self.unconditional = [leftEver, leftThisYear].compactMap(\.self).min()
        // Of the refunds of this year, those that had needed no reason.
        let withoutEver = terms.unconditionalEver.map { max(0, $0 - (ever - thisYear)) }
        let without = [withoutEver, terms.unconditionalPerYear].compactMap(\.self).min() ?? 0
        let withReason = max(0, thisYear - without)
        self.conditional = terms.conditionalPerYear.map { max(0, $0 - withReason) }
    }
}

/// A refund that Apple granted to an Apple Account and that still stands.
package struct AccountRefund: Hashable, Sendable {
    /// The most transactions of one Apple Account that are read: terms never bound so many.
    package static let longestList = 1000

    /// The transaction that was refunded; of several for the same purchase, the one refunded last.
    package let transactionID: TransactionID
    /// What was bought once.
    package let purchase: PurchaseKey
    /// When Apple refunded it.
    package let refundedAt: Instant

    /// A refund of these values.
    package init(transactionID: TransactionID, purchase: PurchaseKey, refundedAt: Instant) {
        self.transactionID = transactionID
        self.purchase = purchase
        self.refundedAt = refundedAt
    }

    /// Returns each purchase once, as restores bring further transactions for it, in the order of a list.
    package static func purchases(among refunds: [Self]) -> [Self] {
        var known: Set<PurchaseKey> = []
        return refunds.filter { known.insert($0.purchase).inserted }
    }
}
