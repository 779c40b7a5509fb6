/// One external transaction in a report: a purchase, a subscription's payment, or a refund.
///
/// Which fields are needed depends on `eventType` and `productType`. Amounts are thousandths of a currency's
/// unit.
public struct ExternalPurchaseLineItem: WireObject {
    /// Our id of the line item, up to 128 characters, unique in the app.
    public var lineItemId: String?
    /// When the transaction was made.
    public var creationDate: Timestamp?
    /// What happened.
    public var eventType: ExternalPurchaseEventType?
    /// The kind of product; refunds have none.
    public var productType: ExternalPurchaseProductType?
    /// Our id of the product, up to 256 characters.
    public var productIdentifier: String?
    /// How many were bought.
    public var quantity: Int32?
    /// What happened to the subscription.
    public var subscriptionEvent: ExternalPurchaseSubscriptionEvent?
    /// When the subscription's period began.
    public var subscriptionStartDate: Timestamp?
    /// When the subscription's period ends.
    public var subscriptionEndDate: Timestamp?
    /// How many days the customer has paid for so far.
    public var subscriptionDaysOfPaidService: Int32?
    /// The line item that this one follows or refunds.
    public var referenceLineItemId: String?
    /// Whether this replaces an earlier line item.
    public var restatement: Bool?
    /// Whether the earlier line item should not have been sent.
    public var erroneouslySubmitted: Bool?
    /// The currency of the price, ISO 4217.
    public var pricingCurrency: String?
    /// The currency of the amounts, ISO 4217.
    public var reportingCurrency: String?
    /// The rate between the two, in the spelling of the report; only when they differ.
    public var exchangeRate: JSONValue?
    /// The amount without tax.
    public var amountTaxExclusive: Int64?
    /// The amount with tax.
    public var amountTaxInclusive: Int64?
    /// What is left of the amount without tax after refunds.
    public var netAmountTaxExclusive: Int64?
    /// The tax.
    public var taxAmount: Int64?
    /// The country the tax is for, ISO 3166-1 alpha-3.
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

/// What happened in an external transaction.
public struct ExternalPurchaseEventType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Something was bought.
    public static let buy = ExternalPurchaseEventType(rawValue: "BUY")
    /// Something was refunded.
    public static let refund = ExternalPurchaseEventType(rawValue: "REFUND")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExternalPurchaseEventType] = [.buy, .refund]
}

/// The kind of product in an external purchase.
public struct ExternalPurchaseProductType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Bought once.
    public static let oneTimeBuy = ExternalPurchaseProductType(rawValue: "ONE_TIME_BUY")
    /// A subscription.
    public static let subscription = ExternalPurchaseProductType(rawValue: "SUBSCRIPTION")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExternalPurchaseProductType] = [.oneTimeBuy, .subscription]
}

/// What happened to a subscription in an external purchase.
public struct ExternalPurchaseSubscriptionEvent: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It began.
    public static let subscriptionStart = ExternalPurchaseSubscriptionEvent(rawValue: "SUBSCRIPTION_START")
    /// It renewed.
    public static let renewal = ExternalPurchaseSubscriptionEvent(rawValue: "RENEWAL")
    /// It changed.
    public static let subscriptionChange = ExternalPurchaseSubscriptionEvent(rawValue: "SUBSCRIPTION_CHANGE")
    /// It was paid.
    public static let subscriptionPayment = ExternalPurchaseSubscriptionEvent(rawValue: "SUBSCRIPTION_PAYMENT")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExternalPurchaseSubscriptionEvent] = [
        .subscriptionStart,
        .renewal,
        .subscriptionChange,
        .subscriptionPayment,
    ]
}
