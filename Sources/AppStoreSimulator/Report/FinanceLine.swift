/// A row of a financial report, as its texts and as the numbers in them.
struct FinanceLine {
    /// The row's texts, in the order of the columns.
    let fields: [String]
    /// How many were sold, in hundredths; negative where the store paid back.
    let hundredths: Int64
    /// The storefront, two letters.
    let country: String
    /// The currency of the share.
    let currency: String
    /// The extended share: the quantity times the share of one, in milliunits of whole cents.
    let milliunits: Int64

    /// A row that lacks its extended share.
    init(_ fields: [String], hundredths: Int64, columns: [String]) {
        func place(_ column: String) -> Int? {
            columns.firstIndex { $0.lowercased() == column.lowercased() }
        }
        func text(_ column: String) -> String { place(column).map { fields[$0] } ?? "" }
        let share = (try? DecimalPrice.milliunits(text("Partner Share"))) ?? 0
        let exact = hundredths * share
        let rounded = (exact + (exact < 0 ? -500 : 500)) / 1_000 * 10
        var all = fields
        if let extended = place("Extended Partner Share") { all[extended] = DecimalPrice.text(rounded) }
        self.fields = all
        self.hundredths = hundredths
        self.country = text("Country Of Sale")
        self.currency = text("Partner Share Currency")
        self.milliunits = rounded
    }
}
