/// The taxes that Apple deducts from what customers pay, by storefront and date, as far as sources state them.
///
/// A storefront without a row has no known tax, which an estimate states. When a rate changes, one more row is enough.
package struct TaxTable: Sendable {
    /// The amount to which a rate applies.
    package enum Base: Hashable, Sendable {
        /// The price without tax, contained in the price: value added tax, goods and services tax.
        case price
        /// The developer's proceeds.
        case proceeds
    }

    /// The rate of a storefront from a day on.
    package struct Row: DatedRow, Hashable, Sendable {
        /// The storefront, two letters.
        package let country: String
        /// The first day; `nil` for always.
        package let from: PacificDay?
        /// The rate in tenths of a percent.
        package let perMille: Int64
        /// The amount to which the rate applies.
        package let base: Base
        /// Whether only developers outside of the country pay it.
        package let isForForeigners: Bool
        /// The source that published the rate.
        package let source: String

        /// Creates a row of these values.
        package init(
            _ country: String,
            from day: String? = nil,
            perMille: Int64,
            of base: Base = .price,
            isForForeigners: Bool = false,
            source: String
        ) {
            self.country = country
            self.from = day.flatMap { PacificDay(text: $0) }
            self.perMille = perMille
            self.base = base
            self.isForForeigners = isForForeigners
            self.source = source
        }
    }

    /// The rows.
    package let rows: [Row]

    /// Creates a table of rows.
    package init(rows: [Row]) { self.rows = rows }

    /// Returns the row that applies to a storefront on a day, or `nil` where none is known.
    package func row(for country: String, on day: PacificDay, of base: Base) -> Row? {
        self.rows.filter { $0.country == country && $0.base == base }.latest(on: day)
    }

    private static let priceTables = "Apple's price tables: the proceeds are the share of the whole price"
    private static let august = "Apple news of 2025-08-21, reprinted at aibottel.com/?p=3979"

    /// The rates published up to autumn 2026.
    package static let published = TaxTable(rows: [
        Row("US", perMille: 0, source: Self.priceTables),
        Row("CA", perMille: 0, source: Self.priceTables),
        Row("CN", perMille: 0, source: "a published sales report: 18.00 sold, 15.30 received at 15 %"),
        Row("EE", from: "2025-08-21", perMille: 240, source: Self.august),
        Row("RO", from: "2025-08-21", perMille: 210, source: Self.august),
        Row("PH", from: "2025-08-21", perMille: 120, isForForeigners: true, source: Self.august),
        Row("VN", from: "2025-08-21", perMille: 100, isForForeigners: true, source: Self.august),
        Row(
            "BR",
            from: "2025-05-16",
            perMille: 100,
            of: .proceeds,
            isForForeigners: true,
            source: "macmagazine.com.br, 2025-05-16"
        ),
    ])
}
