import AppStore

/// A row of a sales report for export, with every value exactly as in the report.
package struct SalesLine: Sendable {
    /// The values in the order of `SalesColumn.allCases`, trimmed; empty where the report has none.
    private let values: [String]

    /// Creates a row of these values, in the order of `SalesColumn.allCases`.
    package init(values: [String]) { self.values = values }

    /// The header line of a CSV file, with its line end.
    package static var csvHead: String { CSVText.line(["report"] + SalesColumn.allCases.map(\.rawValue)) }

    /// Returns the row as a line of CSV with the number of its report and its line end; days as `2026-03-01`.
    package func csv(report number: Int64) -> String {
        CSVText.line(
            ["\(number)"]
                + zip(SalesColumn.allCases, self.values).map { column, value in
                    switch column.form {
                    case .text: CSVText.guarded(value)
                    case .number: Self.number(value) ?? CSVText.guarded(value)
                    case .date: ReportDate(reported: value)?.text ?? CSVText.guarded(value)
                    }
                }
        )
    }

    /// Returns the row as a JSON object with the number of its report; days as `2026-03-01`; empty values are omitted.
    package func json(report number: Int64) -> [UInt8] {
        let members = zip(SalesColumn.allCases, self.values).compactMap { column, value -> JSONMember? in
            guard !value.isEmpty else { return nil }
            if column.form == .date, let date = ReportDate(reported: value) {
                return JSONMember(key: column.rawValue, value: .string(date.text))
            }
            return JSONMember(key: column.rawValue, value: Self.value(value, column))
        }
        return JSONValue.object([JSONMember(key: "report", value: .number("\(number)"))] + members).json()
    }

    /// The row as the object of a bill: all 28 keys, numbers as JSON numbers with the decimals of the report, days as
    /// `03/01/2026`, and an empty string for an empty value.
    package var bill: [UInt8] {
        let members = zip(SalesColumn.allCases, self.values).map { column, value in
            if column.form == .date, let date = ReportDate(reported: value) {
                return JSONMember(key: column.rawValue, value: .string(date.reported))
            }
            return JSONMember(key: column.rawValue, value: Self.value(value, column))
        }
        return JSONValue.object(members).json()
    }

    private static func value(_ text: String, _ column: SalesColumn) -> JSONValue {
        guard column.form == .number, let number = Self.number(text) else { return .string(text) }
        return .number(number)
    }

    /// Returns a number as JSON writes it, with the same decimals: `.70` becomes `0.70`; `nil` for other texts.
    private static func number(_ text: String) -> String? {
        guard ReportDecimal.thousandths(text) != nil || Self.isWhole(text) else { return nil }
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = text.drop { $0 == "-" || $0 == "+" }
        let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let whole = parts[0].drop { $0 == "0" }
        let decimals = parts.count == 2 && !parts[1].isEmpty ? "." + parts[1] : ""
        return (isNegative ? "-" : "") + (whole.isEmpty ? "0" : whole) + decimals
    }

    /// Returns whether a text is an identifier of digits, which may be longer than an amount.
    private static func isWhole(_ text: String) -> Bool {
        (1...30).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

/// The columns of a sales report, with the names and in the order of the bill format.
package enum SalesColumn: String, CaseIterable, Sendable {
    /// Always `APPLE`.
    case provider
    /// Apple's country, `US`.
    case providerCountry = "provider_country"
    /// The Apple ID of the app or the product.
    case appleIdentifier = "apple_identifier"
    /// The product id, or the SKU of an app.
    case sku
    /// The developer's name.
    case developer
    /// The name of the app or the product.
    case title
    /// The app's version.
    case version
    /// The kind of product, such as `IA1`.
    case productTypeIdentifier = "product_type_identifier"
    /// The number of units; negative for refunds.
    case units
    /// The developer's proceeds for one unit.
    case developerProceeds = "developer_proceeds"
    /// The currency of the proceeds.
    case currencyOfProceeds = "currency_of_proceeds"
    /// The first day of the report.
    case beginDate = "begin_date"
    /// The last day of the report.
    case endDate = "end_date"
    /// The customer price of one unit; negative for refunds.
    case customerPrice = "customer_price"
    /// The currency of the price.
    case customerCurrency = "customer_currency"
    /// The storefront, two letters.
    case countryCode = "country_code"
    /// Apple's code of a promotion.
    case promoCode = "promo_code"
    /// The SKU of the app in which the purchase was made.
    case parentIdentifier = "parent_identifier"
    /// `New` or `Renewal`.
    case subscription
    /// The length of a subscription period.
    case period
    /// The app's category.
    case category
    /// Whether a bundle was completed (Complete My Bundle).
    case cmb
    /// The kind of device.
    case device
    /// The platforms of the app.
    case supportedPlatforms = "supported_platforms"
    /// The reason for a rate other than the standard one.
    case proceedsReason = "proceeds_reason"
    /// Whether the subscriber keeps a preserved price.
    case preservedPricing = "preserved_pricing"
    /// The client, such as `News`.
    case client
    /// The offer.
    case orderType = "order_type"

    /// The type of a column's values.
    enum Form {
        /// Text from Apple or from people.
        case text
        /// A number, with or without decimals.
        case number
        /// A day.
        case date
    }

    /// The type of the column's values.
    var form: Form {
        switch self {
        case .appleIdentifier, .units, .developerProceeds, .customerPrice: .number
        case .beginDate, .endDate: .date
        default: .text
        }
    }

    /// Apple's names of the column, the current name first.
    var reportNames: [String] {
        switch self {
        case .sku: ["SKU"]
        case .cmb: ["CMB"]
        case .developerProceeds: ["Developer Proceeds", "Developer Proceeds (per unit)"]
        case .currencyOfProceeds: ["Currency of Proceeds"]
        default:
            [
                self.rawValue.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
                    .joined(separator: " ")
            ]
        }
    }
}
