/// A price of a product in one storefront and period.
public struct ConnectPrice: Hashable, Sendable {
    /// The identifier in App Store Connect.
    public let id: String
    /// The storefront, three letters (ISO 3166-1 alpha-3); `nil` if the response does not state it.
    public let territory: String?
    /// The currency of the storefront (ISO 4217); `nil` if the response does not include it.
    public let currency: String?
    /// The first day of the price; `nil` if it has no start.
    public let startDate: ReportDate?
    /// The day on which another price begins; `nil` if none is known.
    public let endDate: ReportDate?
    /// Whether the developer set the price, and not Apple; `nil` if the response does not state it.
    public let isManual: Bool?
    /// Whether the price applies only to customers who subscribed before a change; `nil` if the response does not state
    /// it.
    public let isPreserved: Bool?
    /// The amount; `nil` if the response does not include it.
    public let pricePoint: ConnectPricePoint?

    /// Decodes a price of an in-app purchase or a subscription.
    init(_ resource: ConnectResource) throws(ConnectError) {
        var related = try resource.related("inAppPurchasePricePoint")
        if related == nil { related = try resource.related("subscriptionPricePoint") }
        var point: ConnectPricePoint?
        if let related { point = try ConnectPricePoint(related) }
        self.id = resource.id
        self.territory = resource.relatedID("territory") ?? point?.territory
        self.currency = try resource.related("territory")?.text("currency") ?? point?.currency
        self.startDate = try resource.date("startDate")
        self.endDate = try resource.date("endDate")
        self.isManual = try resource.flag("manual")
        self.isPreserved = try resource.flag("preserved")
        self.pricePoint = point
    }
}

/// A price that the developer can choose in a storefront, with the developer's proceeds.
public struct ConnectPricePoint: Hashable, Sendable {
    /// The identifier in App Store Connect.
    public let id: String
    /// The storefront, three letters (ISO 3166-1 alpha-3); `nil` if the response does not state it.
    public let territory: String?
    /// The currency of the storefront (ISO 4217); `nil` if the response does not include it.
    public let currency: String?
    /// The price for the customer, in thousandths of the storefront's currency unit, including taxes.
    public let customerPriceMilliunits: Int64
    /// The developer's proceeds, in thousandths of the currency unit.
    public let proceedsMilliunits: Int64?
    /// The developer's proceeds after a subscriber's first year, in thousandths of the currency unit; `nil` for
    /// products that are not subscriptions.
    public let laterProceedsMilliunits: Int64?

    /// Decodes a price point; without a price it is unreadable.
    init(_ resource: ConnectResource) throws(ConnectError) {
        guard let price = try resource.milliunits("customerPrice") else { throw .unreadable }
        self.id = resource.id
        self.territory = resource.relatedID("territory")
        self.currency = try resource.related("territory")?.text("currency")
        self.customerPriceMilliunits = price
        self.proceedsMilliunits = try resource.milliunits("proceeds")
        self.laterProceedsMilliunits = try resource.milliunits("proceedsYear2")
    }
}

/// All prices of an in-app purchase: those that the developer set, and those that Apple derives from the base
/// storefront's price.
public struct ConnectPriceSchedule: Hashable, Sendable {
    /// The storefront from whose price Apple derives the automatic ones.
    public let baseTerritory: ConnectTerritory
    /// The prices that the developer set.
    public let manualPrices: [ConnectPrice]
    /// The prices that Apple derived.
    public let automaticPrices: [ConnectPrice]
}

/// A storefront with its currency.
public struct ConnectTerritory: Hashable, Sendable {
    /// The storefront, three letters (ISO 3166-1 alpha-3; Apple's `XKS` is Kosovo).
    public let id: String
    /// The currency (ISO 4217); `nil` if the response does not state it.
    public let currency: String?

    /// Decodes a storefront.
    init(_ resource: ConnectResource) throws(ConnectError) {
        self.id = resource.id
        self.currency = try resource.text("currency")
    }
}
