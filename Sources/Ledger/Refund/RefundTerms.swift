/// The refund terms of a storefront for customers.
///
/// Apple's terms and the law of a country change, so a shop may replace any row; the built-in rows are defaults.
package struct RefundTerms: Hashable, Sendable {
    /// The time after the purchase within which a refund needs no reason; `nil` where every refund needs one.
    package var unconditional: Span?
    /// The time after the purchase within which a customer may request a refund with a reason.
    package var conditional: Span
    /// The maximum number of unconditional refunds of an Apple Account in all; `nil` is no limit.
    package var unconditionalEver: Int64?
    /// The maximum number of unconditional refunds of an Apple Account in a year; `nil` is no limit.
    package var unconditionalPerYear: Int64?
    /// The maximum number of additional conditional refunds of an Apple Account in a year; `nil` is no limit.
    package var conditionalPerYear: Int64?
    /// The time within which refunded money arrives.
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

    /// Whether a number limits the refunds of an Apple Account, so that its earlier refunds need to be known.
    package var isBounded: Bool {
        self.unconditionalEver != nil || self.unconditionalPerYear != nil || self.conditionalPerYear != nil
    }

    /// Returns whether a refund needs no reason.
    ///
    /// - Parameters:
    ///   - age: The time from the purchase to the request.
    ///   - left: The remaining opportunities of the Apple Account under these terms.
    /// - Returns: Whether it needs none.
    package func isUnconditional(age: Span, _ left: RefundOpportunities) -> Bool {
        guard let length = self.unconditional, age < length else { return false }
        return left.unconditional != 0
    }

    /// Returns whether the terms allow a refund, with a reason or without one.
    ///
    /// - Parameters:
    ///   - age: The time from the purchase to the request.
    ///   - left: The remaining opportunities of the Apple Account under these terms.
    /// - Returns: Whether the terms still allow it.
    package func isInside(age: Span, _ left: RefundOpportunities) -> Bool {
        if self.isUnconditional(age: age, left) { return true }
        return age < self.conditional && left.conditional != 0
    }

    /// The storefronts of the European Union, by ISO 3166-1 alpha-3 code.
    package static let europeanUnion = Set(Storefront.europeanUnion.map(\.code))

    /// Returns the region of a storefront that rules use: `EU` for all of the European Union, otherwise its own code.
    package static func region(of storefront: String) -> String {
        Self.europeanUnion.contains(storefront) ? RefundTermsTable.europe : storefront
    }
}

/// The refund terms of every storefront, in rows that a shop may replace.
package struct RefundTermsTable: Hashable, Sendable {
    /// The row of all storefronts of the European Union.
    package static let europe = "EU"
    /// The row of every storefront without a row of its own.
    package static let elsewhere = "elsewhere"
    /// The default rows.
    package static let beginning: [String: RefundTerms] = [
        Self.europe: RefundTerms(unconditional: .days(14)),
        "TWN": RefundTerms(unconditional: .days(7)),
        "CHN": RefundTerms(unconditional: .days(90), unconditionalEver: 1, conditionalPerYear: 2),
        Self.elsewhere: RefundTerms(unconditional: nil),
    ]

    /// The rows with which the shop replaces or extends the default rows.
    package let own: [String: RefundTerms]

    /// Creates a table in which these rows replace the default ones.
    package init(own: [String: RefundTerms] = [:]) { self.own = own }

    /// Returns the terms of a storefront: its own row, otherwise the row of its region, otherwise the row of all
    /// others.
    package subscript(storefront: String) -> RefundTerms {
        let names = [storefront, RefundTerms.region(of: storefront), Self.elsewhere]
        for name in names {
            if let terms = self.own[name] ?? Self.beginning[name] { return terms }
        }
        return RefundTerms(unconditional: nil)
    }

    /// Every row in effect, by its name.
    package var rows: [String: RefundTerms] { Self.beginning.merging(self.own) { $1 } }
}

/// The refunds that an Apple Account may still request under the terms of a storefront.
///
/// Apple does not state which refunds were granted without a reason, so the first ones count as those.
package struct RefundOpportunities: Hashable, Sendable {
    /// The number of refunds without a reason that are left; `nil` is no limit.
    package let unconditional: Int64?
    /// The number of refunds with a reason that are left; `nil` is no limit.
    package let conditional: Int64?

    /// The length of a year in which refunds count.
    package static let year = Span.days(365)

    /// Creates the opportunities that an Apple Account has after its refunds.
    ///
    /// - Parameters:
    ///   - terms: The terms of the storefront.
    ///   - refunds: The instants of the refunds of the Apple Account that are still in force, in any order, each
    ///     purchase once.
    ///   - now: The instant of the request.
    package init(by terms: RefundTerms, after refunds: [Instant], at now: Instant) {
        let ever = Int64(refunds.count)
        let thisYear = Int64(refunds.count { $0 > now - Self.year })
        let leftEver = terms.unconditionalEver.map { max(0, $0 - ever) }
        let leftThisYear = terms.unconditionalPerYear.map { max(0, $0 - thisYear) }
        self.unconditional = [leftEver, leftThisYear].compactMap(\.self).min()
        // Of the refunds of this year, those that needed no reason.
        let withoutEver = terms.unconditionalEver.map { max(0, $0 - (ever - thisYear)) }
        let without = [withoutEver, terms.unconditionalPerYear].compactMap(\.self).min() ?? 0
        let withReason = max(0, thisYear - without)
        self.conditional = terms.conditionalPerYear.map { max(0, $0 - withReason) }
    }
}

/// A refund that Apple granted to an Apple Account and that is still in force.
package struct AccountRefund: Hashable, Sendable {
    /// The maximum number of transactions of one Apple Account that are read: no terms have so high a limit.
    package static let longestList = 1000

    /// The refunded transaction; of several for the same purchase, the one refunded last.
    package let transactionID: TransactionID
    /// The key of the purchase.
    package let purchase: PurchaseKey
    /// The instant at which Apple refunded it.
    package let refundedAt: Instant

    /// Creates a refund of these values.
    package init(transactionID: TransactionID, purchase: PurchaseKey, refundedAt: Instant) {
        self.transactionID = transactionID
        self.purchase = purchase
        self.refundedAt = refundedAt
    }

    /// Returns each purchase once, in the order of a list: restores create further transactions for a purchase.
    package static func purchases(among refunds: [Self]) -> [Self] {
        var known: Set<PurchaseKey> = []
        return refunds.filter { known.insert($0.purchase).inserted }
    }
}
