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
