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
