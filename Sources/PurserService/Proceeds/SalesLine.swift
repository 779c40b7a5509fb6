import AppStore

/// One row of a sales report as it is written into files, with every value exactly as the report has it.
package struct SalesLine: Sendable {
    /// The values by `SalesColumn.allCases`, without the spaces around them; empty where the report has none.
    private let values: [String]

    /// A row of these values, in the order of `SalesColumn.allCases`.
    package init(values: [String]) { self.values = values }

    /// The head of a file in CSV, with its end.
    package static var csvHead: String { CSVText.line(["report"] + SalesColumn.allCases.map(\.rawValue)) }

    /// The row in CSV with the number of its report, with its end; days as `2026-03-01`.
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

    /// The row as a JSON object with the number of its report; days as `2026-03-01`, and nothing for what is empty.
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
    /// `03/01/2026`, and empty text for what is empty.
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

    /// A number as JSON writes it, with the same decimals: `.70` is `0.70`; `nil` for what is no number.
    private static func number(_ text: String) -> String? {
        guard ReportDecimal.thousandths(text) != nil || Self.isWhole(text) else { return nil }
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = text.drop { $0 == "-" || $0 == "+" }
        let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let whole = parts[0].drop { $0 == "0" }
        let decimals = parts.count == 2 && !parts[1].isEmpty ? "." + parts[1] : ""
        return (isNegative ? "-" : "") + (whole.isEmpty ? "0" : whole) + decimals
    }

    /// Whether a text is an identifier of digits, which may be longer than an amount.
    private static func isWhole(_ text: String) -> Bool {
        (1...30).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

/// The columns of a sales report under the names and in the order that bills in the field have.
package enum SalesColumn: String, CaseIterable, Sendable {
    /// Always `APPLE`.
    case provider
    /// The country of Apple's, `US`.
    case providerCountry = "provider_country"
    /// Apple's number of the app or the product.
    case appleIdentifier = "apple_identifier"
    /// The product, or the SKU of an app.
    case sku
    /// The developer's name.
    case developer
    /// The name of the app or the product.
    case title
    /// The app's version.
    case version
    /// What kind of thing was sold, such as `IA1`.
    case productTypeIdentifier = "product_type_identifier"
    /// How many; negative for refunds.
    case units
    /// What the developer gets for one.
    case developerProceeds = "developer_proceeds"
    /// The currency of proceeds.
    case currencyOfProceeds = "currency_of_proceeds"
    /// The first day.
    case beginDate = "begin_date"
    /// The last day.
    case endDate = "end_date"
    /// What the customer paid for one; negative for refunds.
    case customerPrice = "customer_price"
    /// The currency of the price.
    case customerCurrency = "customer_currency"
    /// The storefront, two letters.
    case countryCode = "country_code"
    /// Apple's code of a promotion.
    case promoCode = "promo_code"
    /// The SKU of the app that a purchase was made in.
    case parentIdentifier = "parent_identifier"
    /// `New` or `Renewal`.
    case subscription
    /// The length of a period.
    case period
    /// The app's category.
    case category
    /// Whether a bundle was completed.
    case cmb
    /// The kind of device.
    case device
    /// The platforms of the app.
    case supportedPlatforms = "supported_platforms"
    /// Why the rate is another than usual.
    case proceedsReason = "proceeds_reason"
    /// Whether an older price was kept.
    case preservedPricing = "preserved_pricing"
    /// The client, such as `News`.
    case client
    /// The offer.
    case orderType = "order_type"

    /// What its values are.
    enum Form {
        /// Text of Apple's or of people.
        case text
        /// A number with decimals, or a whole one.
        case number
        /// A day.
        case date
    }

    /// What its values are.
    var form: Form {
        switch self {
        case .appleIdentifier, .units, .developerProceeds, .customerPrice: .number
        case .beginDate, .endDate: .date
        default: .text
        }
    }

    /// What Apple calls it, the usual name first.
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
