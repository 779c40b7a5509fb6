package import Ledger

/// A row of the cohorts: the subscriptions that began with a product in a month.
package struct FigureCohort: Hashable, Sendable {
    /// The money of a cohort in one currency.
    package struct Value: Hashable, Sendable {
        /// The currency.
        package let currency: String
        /// The number of subscriptions that began in it; 0 where they only changed to it later.
        package let starts: Int64
        /// What customers paid so far for all periods, with taxes, less refunds, in milliunits.
        package let amountMilliunits: Int64

        /// The amount for each subscription that began, rounded half up to a milliunit; `nil` where none began.
        package var averageMilliunits: Int64? {
            guard self.starts > 0 else { return nil }
            let (twice, whole) = (Int128(self.amountMilliunits) * 2 + Int128(self.starts), Int128(self.starts) * 2)
            return Int64(clamping: twice >= 0 ? twice / whole : -((whole - 1 - twice) / whole))
        }
    }

    /// The product.
    package let product: ProductID
    /// The month in UTC, as `2026-03`.
    package let month: String
    /// The number of subscriptions that began.
    package let starts: Int64
    /// How many of them reached each paid period, from the first.
    package let periods: [Int64]
    /// Their money, by currency.
    package let values: [Value]
    /// How many paid periods they have had the time to reach; `nil` where the catalog does not state the period, and
    /// outside Production, where periods take minutes.
    package let time: CohortTime?

    /// Returns the money of several cohorts in one currency.
    package static func value(of cohorts: [Self], in currency: String) -> Value {
        let values = cohorts.flatMap(\.values).filter { $0.currency == currency }
        return Value(
            currency: currency,
            starts: values.reduce(0) { $0 &+ $1.starts },
            amountMilliunits: values.reduce(0) { $0 &+ $1.amountMilliunits }
        )
    }

    /// Returns the rows of some cells, by product and month.
    static func cohorts(
        in cells: [CohortKey: CohortSum],
        of environment: StoreEnvironment,
        catalog: Catalog,
        at now: Instant
    ) -> [Self] {
        struct Beginning: Hashable {
            let product: ProductID
            let month: Int64
        }
        let cohorts = Dictionary(grouping: cells) { Beginning(product: $0.key.product, month: $0.key.month) }
        let rows = cohorts.map { beginning, cells in
            var (counts, values) = ([Int64: Int64](), [Value]())
            for (cell, sum) in cells {
                counts[cell.period, default: 0] += sum.subscriptions
                guard let currency = cell.currency else { continue }
                let (starts, amount) = (sum.subscriptions, sum.amountMilliunits)
                values.append(Value(currency: currency, starts: starts, amountMilliunits: amount))
            }
            let product = environment == .production ? catalog.products[beginning.product] : nil
            return Self(
                product: beginning.product,
                month: CohortMonths.text(of: beginning.month),
                starts: counts[0] ?? 0,
                periods: (0..<(counts.keys.max() ?? 0)).map { counts[$0 + 1] ?? 0 },
                values: values.sorted { $0.currency < $1.currency },
                time: CohortTime(of: product, month: beginning.month, at: now)
            )
        }
        return rows.sorted { $0.product == $1.product ? $0.month < $1.month : $0.product < $1.product }
    }
}

/// The cohorts of some months.
package struct FigureCohorts: Hashable, Sendable {
    /// The cohorts, by product and month.
    package let rows: [FigureCohort]
    /// The products with which subscriptions began in these months, in order, whatever product was asked for.
    package let products: [ProductID]
    /// The last month before them in which a subscription began; `nil` where there is none.
    package let earlierMonth: Int64?
}
