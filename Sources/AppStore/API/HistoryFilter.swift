/// Which of a customer's transactions a history is to hold; all of them unless something is said.
///
/// What is said of different things holds together, and of a list any one. A later page, and a later look for changes,
/// needs the same filter.
public struct HistoryFilter: Hashable, Sendable {
    /// When they were purchased.
    public var purchased: PurchaseWindow
    /// Of which products; of any when empty.
    public var productIDs: [String]
    /// Of which kinds of product; of any when empty.
    public var productTypes: [HistoryProductType]
    /// Of which subscription groups; of any when empty.
    public var subscriptionGroupIDs: [String]
    /// Whose they are: bought, or shared by the family; any when nil.
    public var ownership: InAppOwnershipType?
    /// Only those that were revoked (true), only those that were not (false), or all (nil).
    public var isRevoked: Bool?
    /// The order, by when a transaction was last changed.
    ///
    /// A revision can be kept and used again later only with ascending order.
    public var order: HistorySortOrder?

    /// A filter; what is left out does not filter.
    public init(
        purchased: PurchaseWindow = .any,
        productIDs: [String] = [],
        productTypes: [HistoryProductType] = [],
        subscriptionGroupIDs: [String] = [],
        ownership: InAppOwnershipType? = nil,
        isRevoked: Bool? = nil,
        order: HistorySortOrder? = nil
    ) {
        self.purchased = purchased
        self.productIDs = productIDs
        self.productTypes = productTypes
        self.subscriptionGroupIDs = subscriptionGroupIDs
        self.ownership = ownership
        self.isRevoked = isRevoked
        self.order = order
    }

    /// Everything.
    public static let all = HistoryFilter()

    /// The parameters of the query, in the order of Apple's page.
    var query: [(name: String, value: String)] {
        var query: [(name: String, value: String)] = []
        if let start = self.purchased.start { query.append(("startDate", String(start.milliseconds))) }
        if let end = self.purchased.end { query.append(("endDate", String(end.milliseconds))) }
        query += self.productIDs.map { ("productId", $0) }
        query += self.productTypes.map { ("productType", $0.rawValue) }
        if let order = self.order { query.append(("sort", order.rawValue)) }
        query += self.subscriptionGroupIDs.map { ("subscriptionGroupIdentifier", $0) }
        if let ownership = self.ownership { query.append(("inAppOwnershipType", ownership.rawValue)) }
        if let isRevoked = self.isRevoked { query.append(("revoked", isRevoked ? "true" : "false")) }
        return query
    }
}
