/// The rows of a report; rows that agree in everything but their numbers are added up, and rows are sorted by their
/// text.
struct ReportTally {
    /// The names of the columns.
    let columns: [String]
    /// The columns that are added up, in hundredths.
    private let counted: [Int]
    private var rows: [[String]: [Int64]] = [:]

    /// Creates a report without rows.
    init(columns: [String], counting counted: [String]) {
        self.columns = columns
        self.counted = columns.indices.filter { counted.contains(columns[$0]) }
    }

    /// Whether there are no rows.
    var isEmpty: Bool { self.rows.isEmpty }

    /// Adds to a row; `values` contains the text of columns by name, `counts` the hundredths.
    mutating func add(_ values: [String: String], _ counts: [String: Int64]) {
        let fields = self.columns.map { values[$0] ?? "" }
        let old = self.rows[fields] ?? Array(repeating: 0, count: self.counted.count)
        self.rows[fields] = self.counted.indices.map { old[$0] + (counts[self.columns[self.counted[$0]]] ?? 0) }
    }

    /// The sorted rows as texts, with their sums in hundredths.
    var sums: [(fields: [String], hundredths: [Int64])] {
        self.rows.map { fields, counts in
            var fields = fields
            for (index, count) in zip(self.counted, counts) {
                fields[index] = DecimalPrice.text(count * 10)
            }
            return (fields, counts)
        }
        .sorted { $0.fields.lexicographicallyPrecedes($1.fields) { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
    }

    /// The sorted rows as texts.
    var lines: [[String]] { self.sums.map(\.fields) }
}

/// The text of a report: tab-separated lines, the first with the column names; an empty field is a space.
enum ReportText {
    /// Returns the text of a report: lines before the column names, the names, the rows, and lines after them.
    ///
    /// With `hasNewColumn` the report has an additional column that no published description contains.
    static func text(
        columns: [String],
        rows: [[String]],
        before: [[String]] = [],
        after: [[String]] = [],
        hasNewColumn: Bool = false
    ) -> [UInt8] {
        func widened(_ fields: [String], _ added: String) -> [String] {
            guard hasNewColumn, fields.count > 4 else { return fields }
            return fields.prefix(4) + [added] + fields.dropFirst(4)
        }
        let lines = before + [widened(columns, "Sales Channel")] + rows.map { widened($0, "App Store") } + after
        var text: [UInt8] = []
        for line in lines {
            let fields = line.map { $0.isEmpty ? " " : Self.plain($0) }
            text += fields.joined(separator: "\t").utf8
            text.append(0x0A)
        }
        return text
    }

    /// Returns text without tabs and line ends, which would shift the fields.
    private static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }
}

/// The values of periods, offers and products in reports.
enum ReportValues {
    /// Returns the length of a subscription's period, such as `7 Days`, `1 Month` or `1 Year`.
    static func period(_ period: SubscriptionPeriod) -> String {
        func counted(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }
        if period.months == 0 { return counted(period.days, "Day") }
        return period.months % 12 == 0 ? counted(period.months / 12, "Year") : counted(period.months, "Month")
    }

    /// Returns the value of the column `Order Type`: the payment mode, or the identifier of a promotional offer.
    static func orderType(_ offer: WorldOffer?) -> String {
        guard let offer else { return "" }
        if offer.kind == .promotional, let id = offer.id { return String(id.prefix(30)) }
        return offer.mode == .free ? "" : Self.mode(offer)
    }

    /// Returns the payment mode of an offer.
    static func mode(_ offer: WorldOffer) -> String {
        switch offer.mode {
        case .free: "Free Trial"
        case .payAsYouGo: "Pay As You Go"
        case .payUpFront: "Pay Up Front"
        case .oneTime: ""
        }
    }

    /// Returns Apple's product type identifier of a transaction.
    static func type(_ product: WorldProduct, isRestored: Bool) -> String {
        switch product.kind {
        case .autoRenewable: "IAY"
        case .nonRenewing: "IA9"
        case .consumable, .nonConsumable: isRestored ? "IA3" : "IA1"
        }
    }

    /// The developer's name in all reports.
    static let developer = "Simulated Developer"
}
