/// A row of a summary sales report.
public struct SalesRow: Hashable, Sendable {
    /// The number of the row's line in the report, counted from 1.
    public let line: Int
    /// The product identifier of an in-app purchase, or the SKU of the app.
    public let sku: String
    /// The type of the product.
    public let productType: SalesProductType
    /// The number of units, in thousandths; negative for refunds, and a fraction for a credit.
    public let unitsThousandths: Int64
    /// The developer's proceeds of one unit, in milliunits, as the report states them; positive even if the units are
    /// negative.
    public let proceedsMilliunits: Int64
    /// The first day of the period.
    public let beginDate: ReportDate
    /// The last day of the period.
    public let endDate: ReportDate
    /// The currency of the customer price (ISO 4217); empty if there is no price.
    public let customerCurrency: String
    /// The country of the storefront, two letters (ISO 3166-1 alpha-2).
    public let country: String
    /// The currency of the proceeds, which can differ from that of the price; empty if there are no proceeds.
    public let proceedsCurrency: String
    /// The customer price of one unit, in milliunits, including taxes, as the report states it: negative for refunds.
    public let customerPriceMilliunits: Int64
    /// Apple's identifier of the product.
    public let appleIdentifier: String
    /// Apple's code of a promotion; empty for most rows.
    public let promoCode: String
    /// The SKU of the app that the in-app purchase belongs to.
    public let parentIdentifier: String
    /// `New` or `Renewal` for an auto-renewable subscription, otherwise empty.
    public let subscription: String
    /// Apple's name for the length of the subscription period.
    public let period: String
    /// `Rate After One Year` if the higher rate applies.
    public let proceedsReason: String
    /// `Yes` if the subscriber keeps an older price.
    public let preservedPricing: String
    /// `Pay Up Front`, `Pay As You Go`, an offer identifier, or empty.
    public let orderType: String

    /// Whether the row is a refund.
    public var isRefund: Bool { self.unitsThousandths < 0 }

    /// The price of one unit, in milliunits; never negative.
    public var unitPriceMilliunits: Int64 { abs(self.customerPriceMilliunits) }

    /// The developer's proceeds of one unit, in milliunits; never negative for refunds, whose units are negative.
    ///
    /// For refunds too, Apple states the proceeds of one unit as a positive number. One report had a negative number,
    /// which means the same, so for refunds the sign is dropped. For a sale, a negative number is a loss and keeps its
    /// sign.
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

    /// Returns the product of thousandths and milliunits, clamped to the range of the type.
    private static func product(_ thousandths: Int64, _ milliunits: Int64) -> Int64 {
        let isNegative = (thousandths < 0) != (milliunits < 0)
        let (high, low) = thousandths.magnitude.multipliedFullWidth(by: milliunits.magnitude)
        guard high < 1000 else { return isNegative ? -Int64.max : Int64.max }
        let (quotient, remainder) = UInt64(1000).dividingFullWidth((high, low))
        let rounded = min(quotient, UInt64(Int64.max) - 1) + (remainder >= 500 ? 1 : 0)
        return isNegative ? -Int64(rounded) : Int64(rounded)
    }
}

/// The product type of a row, as Apple's page "Product type identifiers" lists it; unknown identifiers keep their
/// value.
public struct SalesProductType: RawRepresentable, Hashable, Sendable {
    /// Apple's identifier, such as `IA1` or `IAY-M`.
    public let rawValue: String

    /// Creates a product type, whether or not this version knows it.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The meaning of a product type for accounting.
    public enum Kind: Hashable, Sendable {
        /// A consumable or a non-consumable.
        case purchase
        /// A restored non-consumable, without a payment.
        case restored
        /// A non-renewing subscription.
        case nonRenewingSubscription
        /// An auto-renewable subscription.
        case autoRenewableSubscription
        /// An app or a bundle of apps.
        case app
        /// A download without a payment: an update or a redownload.
        case download
        /// An identifier that Apple has not listed; its amounts are counted.
        case unknown
    }

    private static let listed: [String: Kind] = [
        "IA1": .purchase, "IA1-M": .purchase, "FI1": .purchase, "IA3": .restored, "IA9": .nonRenewingSubscription,
        "IA9-M": .nonRenewingSubscription, "IAY": .autoRenewableSubscription, "IAY-M": .autoRenewableSubscription,
        "IAC": .autoRenewableSubscription, "1": .app, "1F": .app, "1T": .app, "1E": .app, "1EP": .app, "1EU": .app,
        "1-B": .app, "F1": .app, "F1-B": .app, "3": .download, "3F": .download, "3T": .download, "3E": .download,
        "7": .download, "7F": .download, "7T": .download, "F7": .download,
    ]

    /// The kind of product; ``Kind/unknown`` for an identifier that Apple has not listed.
    public var kind: Kind { Self.listed[self.rawValue] ?? .unknown }

    /// Whether the product was bought inside an app; for an unlisted identifier its first letters decide.
    public var isInAppPurchase: Bool {
        switch self.kind {
        case .purchase, .restored, .nonRenewingSubscription, .autoRenewableSubscription: true
        case .app, .download: false
        case .unknown: self.rawValue.hasPrefix("IA") || self.rawValue.hasPrefix("FI")
        }
    }
}
