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

/// A stretch of time in which purchases were made: the start belongs to it, the end does not.
public struct PurchaseWindow: Hashable, Sendable {
    /// The first instant; nil for no bound.
    public let start: Timestamp?
    /// The first instant behind it; nil for no bound.
    public let end: Timestamp?

    private init(start: Timestamp?, end: Timestamp?) {
        self.start = start
        self.end = end
    }

    /// All time.
    public static let any = PurchaseWindow(start: nil, end: nil)

    /// From an instant on.
    public static func since(_ start: Timestamp) -> PurchaseWindow { PurchaseWindow(start: start, end: nil) }

    /// Before an instant.
    public static func before(_ end: Timestamp) -> PurchaseWindow { PurchaseWindow(start: nil, end: end) }

    /// Between two instants; nil when the end is not after the start.
    public init?(from start: Timestamp, until end: Timestamp) {
        guard start < end else { return nil }
        self.init(start: start, end: end)
    }
}

/// A product type as the transaction history filters by it.
public struct HistoryProductType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Renews until somebody stops it.
    public static let autoRenewable = HistoryProductType(rawValue: "AUTO_RENEWABLE")
    /// Runs for a time that the app defines.
    public static let nonRenewable = HistoryProductType(rawValue: "NON_RENEWABLE")
    /// Bought to be used up.
    public static let consumable = HistoryProductType(rawValue: "CONSUMABLE")
    /// Bought once and owned.
    public static let nonConsumable = HistoryProductType(rawValue: "NON_CONSUMABLE")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [HistoryProductType] = [.autoRenewable, .nonRenewable, .consumable, .nonConsumable]
}

/// The order of a transaction history, by the date of modification.
public struct HistorySortOrder: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Oldest first; the only order in which a revision can be continued later.
    public static let ascending = HistorySortOrder(rawValue: "ASCENDING")
    /// Newest first.
    public static let descending = HistorySortOrder(rawValue: "DESCENDING")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [HistorySortOrder] = [.ascending, .descending]
}
