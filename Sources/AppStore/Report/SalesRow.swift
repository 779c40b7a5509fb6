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
