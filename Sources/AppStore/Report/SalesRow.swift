/// One row of a summary sales report.
public struct SalesRow: Hashable, Sendable {
    /// The number of its line in the report, counted from 1.
    public let line: Int
    /// The product id of an in-app purchase, the app's own SKU otherwise.
    public let sku: String
    /// What kind of thing was sold.
    public let productType: SalesProductType
    /// How many were sold, in thousandths; negative where money was paid back, and a fraction for a credit.
    public let unitsThousandths: Int64
    /// What the developer gets for one, as the report states it; also positive where units are negative.
    public let proceedsMilliunits: Int64
    /// The first day of the period.
    public let beginDate: ReportDate
    /// The last day of the period.
    public let endDate: ReportDate
    /// The currency of the price (ISO 4217); empty where there is no money.
    public let customerCurrency: String
    /// The storefront, two letters (ISO 3166-1 alpha-2).
    public let country: String
    /// The currency of the proceeds, which may be another than the price's; empty where there is no money.
    public let proceedsCurrency: String
    /// What the customer paid for one, with taxes, as the report states it: negative on refunds.
    public let customerPriceMilliunits: Int64
    /// Apple's number of the product.
    public let appleIdentifier: String
    /// Apple's code of a promotion, empty for most.
    public let promoCode: String
    /// The SKU of the app that sold an in-app purchase.
    public let parentIdentifier: String
    /// `New` or `Renewal` of an auto-renewable subscription, empty otherwise.
    public let subscription: String
    /// The length of a subscription's period in Apple's words.
    public let period: String
    /// `Rate After One Year` where the higher rate counts.
    public let proceedsReason: String
    /// `Yes` where a subscriber keeps an older price.
    public let preservedPricing: String
    /// `Pay Up Front`, `Pay As You Go`, an offer's id, or empty.
    public let orderType: String

    /// Whether the row is about money that was paid back.
    public var isRefund: Bool { self.unitsThousandths < 0 }

    /// The price of one, never negative.
    public var unitPriceMilliunits: Int64 { abs(self.customerPriceMilliunits) }

    /// What the developer gets for one: never negative on refunds, whose units say that it was paid back.
    ///
    /// Apple states the proceeds of one as a positive number on refunds too; a negative one was seen once and means the
    /// same. On a sale a negative one stays what it is: a loss, never income.
    public var unitProceedsMilliunits: Int64 {
        self.isRefund ? abs(self.proceedsMilliunits) : self.proceedsMilliunits
    }

    /// The proceeds of all units, negative for refunds, rounded half away from zero to a milliunit.
    public var totalProceedsMilliunits: Int64 {
        Self.product(self.unitsThousandths, self.unitProceedsMilliunits)
    }

    /// The price of all units, negative for refunds, rounded half away from zero to a milliunit.
    ///
    /// A negative price on a sale stays negative, as ``unitProceedsMilliunits`` does.
    public var totalPriceMilliunits: Int64 {
        Self.product(
            self.unitsThousandths,
            self.isRefund ? self.unitPriceMilliunits : self.customerPriceMilliunits
        )
    }

    /// The product of thousandths and milliunits, held within the range of the type.
    private static func product(_ thousandths: Int64, _ milliunits: Int64) -> Int64 {
        let isNegative = (thousandths < 0) != (milliunits < 0)
        let (high, low) = thousandths.magnitude.multipliedFullWidth(by: milliunits.magnitude)
        guard high < 1000 else { return isNegative ? -Int64.max : Int64.max }
        let (quotient, remainder) = UInt64(1000).dividingFullWidth((high, low))
        let rounded = min(quotient, UInt64(Int64.max) - 1) + (remainder >= 500 ? 1 : 0)
        return isNegative ? -Int64(rounded) : Int64(rounded)
    }
}

/// What a row of a sales report is about, as Apple's "Product type identifiers" page lists it; new ones are kept as
/// they come.
public struct SalesProductType: RawRepresentable, Hashable, Sendable {
    /// Apple's identifier, such as `IA1` or `IAY-M`.
    public let rawValue: String

    /// An identifier, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// What an identifier means for money.
    public enum Kind: Hashable, Sendable {
        /// A consumable or a non-consumable.
        case purchase
        /// A non-consumable that was restored, without money.
        case restored
        /// A subscription that does not renew itself.
        case nonRenewingSubscription
        /// An auto-renewable subscription.
        case autoRenewableSubscription
        /// An app or a bundle of apps.
        case app
        /// A download that costs nothing more: of an update, or again.
        case download
        /// An identifier that is not listed; its money counts.
        case unknown
    }

    private static let listed: [String: Kind] = [
        "IA1": .purchase, "IA1-M": .purchase, "FI1": .purchase, "IA3": .restored, "IA9": .nonRenewingSubscription,
        "IA9-M": .nonRenewingSubscription, "IAY": .autoRenewableSubscription, "IAY-M": .autoRenewableSubscription,
        "IAC": .autoRenewableSubscription, "1": .app, "1F": .app, "1T": .app, "1E": .app, "1EP": .app, "1EU": .app,
        "1-B": .app, "F1": .app, "F1-B": .app, "3": .download, "3F": .download, "3T": .download, "3E": .download,
        "7": .download, "7F": .download, "7T": .download, "F7": .download,
    ]

    /// What it means; ``Kind/unknown`` for an identifier that Apple has not listed.
    public var kind: Kind { Self.listed[self.rawValue] ?? .unknown }

    /// Whether it is about something that was bought inside an app; those that are not listed go by their first
    /// letters.
    public var isInAppPurchase: Bool {
        switch self.kind {
        case .purchase, .restored, .nonRenewingSubscription, .autoRenewableSubscription: true
        case .app, .download: false
        case .unknown: self.rawValue.hasPrefix("IA") || self.rawValue.hasPrefix("FI")
        }
    }
}
