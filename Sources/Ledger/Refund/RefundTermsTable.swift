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
