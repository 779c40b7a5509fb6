/// One row of a financial report.
public struct FinancialRow: Hashable, Sendable {
    /// The number of its line in the report, counted from 1.
    public let line: Int
    /// The first day of the fiscal month, or the day of the sale in the detailed form.
    public let beginDate: ReportDate
    /// The last day of the fiscal month, or the day of the settlement in the detailed form.
    public let endDate: ReportDate
    /// The product id of an in-app purchase, the app's own SKU otherwise.
    public let product: String
    /// How many, in thousandths; negative for returns.
    public let quantityThousandths: Int64
    /// What the developer gets for one, never negative.
    public let shareMilliunits: Int64
    /// What the developer gets for all of them; negative for returns.
    public let totalShareMilliunits: Int64
    /// The currency of the share (ISO 4217).
    public let shareCurrency: String
    /// Whether the money was paid back.
    public let isReturn: Bool
    /// The storefront, two letters (ISO 3166-1 alpha-2).
    public let country: String
    /// What kind of thing was sold.
    public let productType: SalesProductType
    /// Apple's number of the product.
    public let appleIdentifier: String
    /// Apple's code of a promotion, empty for most.
    public let promoCode: String
    /// What the customer paid for one, where the report says so.
    public let customerPriceMilliunits: Int64?
    /// The currency of that price.
    public let customerCurrency: String?
    /// `Pay Up Front`, `Pay As You Go`, an offer's id, or empty.
    public let orderType: String
    /// Apple's code of the region whose money this is, in the detailed form.
    public let region: String
}
