/// A price of a product in one storefront and for a time.
public struct ConnectPrice: Hashable, Sendable {
    /// Apple's id.
    public let id: String
    /// The storefront, three letters (ISO 3166-1 alpha-3); `nil` when the answer does not say.
    public let territory: String?
    /// The currency of the storefront (ISO 4217); `nil` when it did not come along.
    public let currency: String?
    /// The first day of it; `nil` when it has always been so.
    public let startDate: ReportDate?
    /// The day from which another price counts; `nil` when none is known.
    public let endDate: ReportDate?
    /// Whether the developer set it, and not Apple; `nil` when the answer does not say.
    public let isManual: Bool?
    /// Whether it counts for those alone who subscribed before a change; `nil` when the answer does not say.
    public let isPreserved: Bool?
    /// The amount; `nil` when it did not come along.
    public let pricePoint: ConnectPricePoint?

    /// Reads a price of an in-app purchase or of a subscription.
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

/// A price that may be chosen in a storefront, with what of it is paid out.
public struct ConnectPricePoint: Hashable, Sendable {
    /// Apple's id.
    public let id: String
    /// The storefront, three letters (ISO 3166-1 alpha-3); `nil` when the answer does not say.
    public let territory: String?
    /// The currency of the storefront (ISO 4217); `nil` when it did not come along.
    public let currency: String?
    /// What a customer pays, in thousandths of the storefront's currency, taxes included.
    public let customerPriceMilliunits: Int64
    /// What the developer gets, in thousandths.
    public let proceedsMilliunits: Int64?
    /// What the developer gets from a subscriber's second year on, in thousandths; `nil` for what is no subscription.
    public let laterProceedsMilliunits: Int64?

    /// Reads a price point; one without a price is unreadable.
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
/// storefront's.
public struct ConnectPriceSchedule: Hashable, Sendable {
    /// The storefront whose price the automatic ones follow.
    public let baseTerritory: ConnectTerritory
    /// What the developer set.
    public let manualPrices: [ConnectPrice]
    /// What Apple derived.
    public let automaticPrices: [ConnectPrice]
}

/// A storefront with its currency.
public struct ConnectTerritory: Hashable, Sendable {
    /// The storefront, three letters (ISO 3166-1 alpha-3; Apple's `XKS` is Kosovo).
    public let id: String
    /// Its currency (ISO 4217); `nil` when the answer does not say.
    public let currency: String?

    /// Reads a storefront.
    init(_ resource: ConnectResource) throws(ConnectError) {
        self.id = resource.id
        self.currency = try resource.text("currency")
    }
}
