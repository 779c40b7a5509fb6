/// Apple's commission on in-app purchases, by storefront and date, as far as sources state it.
///
/// The table holds only published rates, each row with its source; when Apple changes a rate, one more row is enough.
/// The rates are those of purchases through the App Store; the table does not cover other ways of payment.
package struct CommissionTable: Sendable {
    /// The rates of some storefronts from a day on.
    package struct Row: DatedRow, Hashable, Sendable {
        /// The storefronts, two letters each; empty for all storefronts that no other row names.
        package let countries: Set<String>
        /// The first day in Pacific time; `nil` for always.
        package let from: PacificDay?
        /// The standard rate in tenths of a percent of the price without tax.
        package let standardPerMille: Int64
        /// The rate of the Small Business Program, and of subscriptions after a year of paid service.
        package let reducedPerMille: Int64
        /// The source that published the rates.
        package let source: String
        /// Whether sources agree on the rates; an estimate states where they do not.
        package let isSettled: Bool

        /// Creates a row of these values.
        package init(
            _ countries: Set<String>,
            from day: String? = nil,
            standard standardPerMille: Int64,
            reduced reducedPerMille: Int64,
            source: String,
            isSettled: Bool = true
        ) {
            self.countries = countries
            self.from = day.flatMap { PacificDay(text: $0) }
            self.standardPerMille = standardPerMille
            self.reducedPerMille = reducedPerMille
            self.source = source
            self.isSettled = isSettled
        }
    }

    /// The rows.
    package let rows: [Row]

    /// Creates a table of rows.
    package init(rows: [Row]) { self.rows = rows }

    /// Returns the row that applies to a storefront on a day: the latest that names it, or else the latest for all.
    package func row(for country: String, on day: PacificDay) -> Row? {
        self.rows.filter { $0.countries.contains(country) }.latest(on: day)
            ?? self.rows.filter(\.countries.isEmpty).latest(on: day)
    }

    private static let europeanUnion: Set<String> = [
        "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT", "LT", "LU",
        "LV",
        "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
    ]

    /// The rates published up to autumn 2026.
    package static let published = CommissionTable(rows: [
        Row([], standard: 300, reduced: 150, source: "Apple, App Store commission"),
        Row(
            ["CN"],
            from: "2026-03-15",
            standard: 250,
            reduced: 120,
            source: "techtimes.com/articles/315143"
        ),
        Row(
            ["JP"],
            from: "2025-12-18",
            standard: 260,
            reduced: 150,
            source: "mjtsai.com/blog/2025/12/18, quoting Apple"
        ),
        Row(
            ["BR"],
            from: "2026-06-18",
            standard: 260,
            reduced: 150,
            source: "zbrandco.com and c114pro.com/terminalnews/172642, quoting Apple"
        ),
        // Terms for purchases outside of the App Store were published; the rates inside it are an open question.
        Row(
            Self.europeanUnion,
            from: "2026-10-01",
            standard: 300,
            reduced: 150,
            source: "no source for the rates inside the App Store",
            isSettled: false
        ),
    ])
}

/// The paid service of a subscriber, which decides whether the reduced commission applies.
package enum PaidService {
    /// The amount of paid service after which the reduced commission applies.
    static let year = Span.days(365)
    /// The longest gap in service; a longer one restarts the count.
    static let longestGap = Span.days(60)

    /// Returns whether a purchase of a chain began after more than a year of paid service.
    ///
    /// Free periods and refunded periods do not count. The chain is one subscription; it does not include service of
    /// earlier subscriptions of the group, so the answer may be `false` for a subscriber who changed plans across
    /// chains.
    package static func isAfterOneYear(_ transaction: TransactionID, in chain: Chain) -> Bool {
        let purchases = chain.purchases.filter { purchase in
            purchase.snapshot.kind == .autoRenewable && purchase.snapshot.ownership == .purchased
        }.sorted { $0.begunAt < $1.begunAt }
        guard let position = purchases.firstIndex(where: { $0.transactionIDs.contains(transaction) }) else {
            return false
        }
        var served: Int64 = 0
        var end: Instant?
        for (index, purchase) in purchases[...position].enumerated() {
            if let end, purchase.begunAt - end > Self.longestGap { served = 0 }
            guard index < position else { break }
            let next = purchases[index + 1].begunAt
            let isPaid = (purchase.snapshot.price?.amountMilliunits ?? 1) > 0 && !purchase.isRevoked
            let until = min(purchase.endsAt, next)
            // More than a year has the same meaning as a year, and adding up dates far apart would overflow.
            if isPaid { served += min(max(0, (until - purchase.begunAt).milliseconds), Self.year.milliseconds) }
            end = max(end ?? until, until)
        }
        return served >= Self.year.milliseconds
    }
}
