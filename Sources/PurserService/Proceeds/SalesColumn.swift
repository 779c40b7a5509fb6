/// The columns of a sales report under the names and in the order that bills in the field have.
package enum SalesColumn: String, CaseIterable, Sendable {
    case provider
    case providerCountry = "provider_country"
    case appleIdentifier = "apple_identifier"
    case sku
    case developer
    case title
    case version
    case productTypeIdentifier = "product_type_identifier"
    case units
    case developerProceeds = "developer_proceeds"
    case currencyOfProceeds = "currency_of_proceeds"
    case beginDate = "begin_date"
    case endDate = "end_date"
    case customerPrice = "customer_price"
    case customerCurrency = "customer_currency"
    case countryCode = "country_code"
    case promoCode = "promo_code"
    case parentIdentifier = "parent_identifier"
    case subscription
    case period
    case category
    case cmb
    case device
    case supportedPlatforms = "supported_platforms"
    case proceedsReason = "proceeds_reason"
    case preservedPricing = "preserved_pricing"
    case client
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
