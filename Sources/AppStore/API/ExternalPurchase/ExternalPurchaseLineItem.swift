/// An external transaction in a report: a purchase, a payment of a subscription, or a refund.
///
/// The required fields depend on `eventType` and `productType`. Amounts are in thousandths of the currency unit.
public struct ExternalPurchaseLineItem: WireObject {
    /// The identifier of the line item, at most 128 characters, unique in the app.
    public var lineItemId: String?
    /// The time of the transaction.
    public var creationDate: Timestamp?
    /// The kind of transaction.
    public var eventType: ExternalPurchaseEventType?
    /// The type of product; a refund has none.
    public var productType: ExternalPurchaseProductType?
    /// The product identifier, at most 256 characters.
    public var productIdentifier: String?
    /// The quantity.
    public var quantity: Int32?
    /// The event of the subscription.
    public var subscriptionEvent: ExternalPurchaseSubscriptionEvent?
    /// The start of the subscription period.
    public var subscriptionStartDate: Timestamp?
    /// The end of the subscription period.
    public var subscriptionEndDate: Timestamp?
    /// The number of days of paid service so far.
    public var subscriptionDaysOfPaidService: Int32?
    /// The identifier of the line item that this one follows or refunds.
    public var referenceLineItemId: String?
    /// Whether this replaces an earlier line item.
    public var restatement: Bool?
    /// Whether the earlier line item was submitted by mistake.
    public var erroneouslySubmitted: Bool?
    /// The currency of the price, ISO 4217.
    public var pricingCurrency: String?
    /// The currency of the amounts, ISO 4217.
    public var reportingCurrency: String?
    /// The exchange rate between the two currencies, spelled as in the report; present only if they differ.
    public var exchangeRate: JSONValue?
    /// The amount excluding tax.
    public var amountTaxExclusive: Int64?
    /// The amount including tax.
    public var amountTaxInclusive: Int64?
    /// The amount excluding tax that remains after refunds.
    public var netAmountTaxExclusive: Int64?
    /// The amount of the tax.
    public var taxAmount: Int64?
    /// The country of the tax, ISO 3166-1 alpha-3.
    public var taxCountry: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<ExternalPurchaseLineItem> = [
        WireField("lineItemId", \.lineItemId),
        WireField("creationDate", \.creationDate),
        WireField("eventType", \.eventType),
        WireField("productType", \.productType),
        WireField("productIdentifier", \.productIdentifier),
        WireField("quantity", \.quantity),
        WireField("subscriptionEvent", \.subscriptionEvent),
        WireField("subscriptionStartDate", \.subscriptionStartDate),
        WireField("subscriptionEndDate", \.subscriptionEndDate),
        WireField("subscriptionDaysOfPaidService", \.subscriptionDaysOfPaidService),
        WireField("referenceLineItemId", \.referenceLineItemId),
        WireField("restatement", \.restatement),
        WireField("erroneouslySubmitted", \.erroneouslySubmitted),
        WireField("pricingCurrency", \.pricingCurrency),
        WireField("reportingCurrency", \.reportingCurrency),
        WireField("exchangeRate", \.exchangeRate),
        WireField("amountTaxExclusive", \.amountTaxExclusive),
        WireField("amountTaxInclusive", \.amountTaxInclusive),
        WireField("netAmountTaxExclusive", \.netAmountTaxExclusive),
        WireField("taxAmount", \.taxAmount),
        WireField("taxCountry", \.taxCountry),
    ]
}

/// The kind of an external transaction.
public struct ExternalPurchaseEventType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A purchase.
    public static let buy = ExternalPurchaseEventType(rawValue: "BUY")
    /// A refund.
    public static let refund = ExternalPurchaseEventType(rawValue: "REFUND")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExternalPurchaseEventType] = [.buy, .refund]
}

/// The type of product in an external purchase.
public struct ExternalPurchaseProductType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A one-time purchase.
    public static let oneTimeBuy = ExternalPurchaseProductType(rawValue: "ONE_TIME_BUY")
    /// A subscription.
    public static let subscription = ExternalPurchaseProductType(rawValue: "SUBSCRIPTION")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExternalPurchaseProductType] = [.oneTimeBuy, .subscription]
}

/// The event of a subscription in an external purchase.
public struct ExternalPurchaseSubscriptionEvent: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The subscription started.
    public static let subscriptionStart = ExternalPurchaseSubscriptionEvent(rawValue: "SUBSCRIPTION_START")
    /// The subscription renewed.
    public static let renewal = ExternalPurchaseSubscriptionEvent(rawValue: "RENEWAL")
    /// The subscription changed.
    public static let subscriptionChange = ExternalPurchaseSubscriptionEvent(rawValue: "SUBSCRIPTION_CHANGE")
    /// The subscription was paid.
    public static let subscriptionPayment = ExternalPurchaseSubscriptionEvent(rawValue: "SUBSCRIPTION_PAYMENT")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExternalPurchaseSubscriptionEvent] = [
        .subscriptionStart,
        .renewal,
        .subscriptionChange,
        .subscriptionPayment,
    ]
}
