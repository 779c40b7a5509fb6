/// One transaction of a subscriber report.
public struct SubscriberRow: Hashable, Sendable {
    /// The number of its line in the report, counted from 1.
    public let line: Int
    /// The day of the transaction or of its refund.
    public let date: ReportDate
    /// Apple's number of the subscription.
    public let subscriptionAppleID: String
    /// How many, in thousandths; a refund's are seen with either sign.
    public let unitsThousandths: Int64
    /// What the customer paid for one; negative for a refund.
    public let customerPriceMilliunits: Int64
    /// The currency of the price (ISO 4217).
    public let customerCurrency: String
    /// What the developer gets for one.
    public let proceedsMilliunits: Int64
    /// The currency of the proceeds.
    public let proceedsCurrency: String
    /// The storefront, two letters (ISO 3166-1 alpha-2).
    public let country: String
    /// Whether the money was paid back.
    public let isRefund: Bool
    /// The day of the purchase whose money was paid back.
    public let purchaseDate: ReportDate?
    /// Apple's random number of the subscriber.
    public let subscriberID: String
}
