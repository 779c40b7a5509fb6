/// A filter for a customer's transaction history; by default it includes all transactions.
///
/// A transaction must match every property that is set; if the property is a list, it must match one of the elements.
/// Use the same filter for all pages, and again when you request the changes since a stored revision.
public struct HistoryFilter: Hashable, Sendable {
    /// The period of the purchases.
    public var purchased: PurchaseWindow
    /// The product identifiers; empty for all.
    public var productIDs: [String]
    /// The product types; empty for all.
    public var productTypes: [HistoryProductType]
    /// The identifiers of subscription groups; empty for all.
    public var subscriptionGroupIDs: [String]
    /// Whether the customer bought the product or shares it in the family; `nil` for both.
    public var ownership: InAppOwnershipType?
    /// Whether the transactions were revoked; `nil` for both.
    public var isRevoked: Bool?
    /// The order by modification date.
    ///
    /// A revision can be stored and used later only with ascending order.
    public var order: HistorySortOrder?

    /// Creates a filter; an omitted parameter does not filter.
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

    /// A filter that includes all transactions.
    public static let all = HistoryFilter()

    /// The query parameters, in the order of Apple's documentation.
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

/// A period of purchase dates that includes its start and excludes its end.
public struct PurchaseWindow: Hashable, Sendable {
    /// The start, inclusive; `nil` for no bound.
    public let start: Timestamp?
    /// The end, exclusive; `nil` for no bound.
    public let end: Timestamp?

    private init(start: Timestamp?, end: Timestamp?) {
        self.start = start
        self.end = end
    }

    /// A period without bounds.
    public static let any = PurchaseWindow(start: nil, end: nil)

    /// Returns the period that begins at an instant.
    public static func since(_ start: Timestamp) -> PurchaseWindow { PurchaseWindow(start: start, end: nil) }

    /// Returns the period that ends before an instant.
    public static func before(_ end: Timestamp) -> PurchaseWindow { PurchaseWindow(start: nil, end: end) }

    /// Creates a period between two instants; `nil` if the end is not after the start.
    public init?(from start: Timestamp, until end: Timestamp) {
        guard start < end else { return nil }
        self.init(start: start, end: end)
    }
}

/// A product type in the filter of a transaction history.
public struct HistoryProductType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A subscription that renews until it is canceled.
    public static let autoRenewable = HistoryProductType(rawValue: "AUTO_RENEWABLE")
    /// A subscription for a period that the app defines, which does not renew.
    public static let nonRenewable = HistoryProductType(rawValue: "NON_RENEWABLE")
    /// A product that is bought to be used up.
    public static let consumable = HistoryProductType(rawValue: "CONSUMABLE")
    /// A product that is bought once and kept.
    public static let nonConsumable = HistoryProductType(rawValue: "NON_CONSUMABLE")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [HistoryProductType] = [.autoRenewable, .nonRenewable, .consumable, .nonConsumable]
}

/// The order of a transaction history by modification date.
public struct HistorySortOrder: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Oldest first, the only order in which a revision can be used again later.
    public static let ascending = HistorySortOrder(rawValue: "ASCENDING")
    /// Newest first.
    public static let descending = HistorySortOrder(rawValue: "DESCENDING")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [HistorySortOrder] = [.ascending, .descending]
}
