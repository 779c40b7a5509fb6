extension ConnectRequest {
    /// The number of price points on a page.
    ///
    /// Apple allows eight thousand, but such a response would be large.
    private static var pointsPerPage: String { "2000" }
    /// The number of prices or storefronts on a page, the maximum that Apple allows.
    private static var itemsPerPage: String { "200" }

    /// Creates the request for a list with a page limit, in some storefronts or in all.
    static func list<Item>(
        _ path: [String],
        include: String? = nil,
        in territories: [String] = [],
        limit: String,
        item: @escaping @Sendable (_ resource: ConnectResource) throws(ConnectError) -> Item
    ) -> Self where Response == ConnectPage<Item> {
        var query: [(name: String, value: String)] = []
        if !territories.isEmpty {
            query.append((name: "filter[territory]", value: territories.joined(separator: ",")))
        }
        if let include { query.append((name: "include", value: include)) }
        query.append((name: "limit", value: limit))
        return Self(ConnectTarget(path, query: query)) { body throws(ConnectError) in
            try ConnectPage(body, item: item)
        }
    }
}

extension ConnectRequest where Response == ConnectPage<ConnectPricePoint> {
    /// Returns the price points available to an in-app purchase.
    ///
    /// - Parameters:
    ///   - id: The identifier of the in-app purchase in App Store Connect.
    ///   - territories: The storefronts, three letters each; empty for all, which has over a hundred thousand price
    ///     points.
    /// - Returns: The request for the first page of price points.
    public static func inAppPurchasePricePoints(of id: String, in territories: [String] = []) -> Self {
        let path = ["v2", "inAppPurchases", id, "pricePoints"]
        return Self.list(path, include: "territory", in: territories, limit: Self.pointsPerPage) {
            resource throws(ConnectError) in
            try ConnectPricePoint(resource)
        }
    }

    /// Returns the price points of other storefronts that are equivalent to a price point of an in-app purchase.
    ///
    /// - Parameters:
    ///   - id: The identifier of the price point.
    ///   - territories: The storefronts; empty for all.
    /// - Returns: The request for the first page of price points.
    public static func inAppPurchaseEqualizations(of id: String, in territories: [String] = []) -> Self {
        let path = ["v1", "inAppPurchasePricePoints", id, "equalizations"]
        return Self.list(path, include: "territory", in: territories, limit: Self.itemsPerPage) {
            resource throws(ConnectError) in
            try ConnectPricePoint(resource)
        }
    }

    /// Returns the price points available to a subscription.
    ///
    /// - Parameters:
    ///   - id: The identifier of the subscription in App Store Connect.
    ///   - territories: The storefronts, three letters each; empty for all, which has over a hundred thousand price
    ///     points.
    /// - Returns: The request for the first page of price points.
    public static func subscriptionPricePoints(of id: String, in territories: [String] = []) -> Self {
        let path = ["v1", "subscriptions", id, "pricePoints"]
        return Self.list(path, include: "territory", in: territories, limit: Self.pointsPerPage) {
            resource throws(ConnectError) in
            try ConnectPricePoint(resource)
        }
    }

    /// Returns the price points of other storefronts that are equivalent to a price point of a subscription.
    ///
    /// - Parameters:
    ///   - id: The identifier of the price point.
    ///   - territories: The storefronts; empty for all.
    /// - Returns: The request for the first page of price points.
    public static func subscriptionEqualizations(of id: String, in territories: [String] = []) -> Self {
        let path = ["v1", "subscriptionPricePoints", id, "equalizations"]
        return Self.list(path, include: "territory", in: territories, limit: Self.itemsPerPage) {
            resource throws(ConnectError) in
            try ConnectPricePoint(resource)
        }
    }
}

extension ConnectRequest where Response == ConnectPage<ConnectPrice> {
    /// Returns the prices of an in-app purchase that the developer set.
    ///
    /// - Parameters:
    ///   - id: The identifier of the price schedule, which equals that of the in-app purchase.
    ///   - territories: The storefronts; empty for all.
    /// - Returns: The request for the first page of prices.
    public static func manualPrices(of id: String, in territories: [String] = []) -> Self {
        let path = ["v1", "inAppPurchasePriceSchedules", id, "manualPrices"]
        let include = "inAppPurchasePricePoint,territory"
        return Self.list(path, include: include, in: territories, limit: Self.itemsPerPage) {
            resource throws(ConnectError) in
            try ConnectPrice(resource)
        }
    }

    /// Returns the prices of an in-app purchase that Apple derived from the base storefront's price.
    ///
    /// - Parameters:
    ///   - id: The identifier of the price schedule, which equals that of the in-app purchase.
    ///   - territories: The storefronts; empty for all.
    /// - Returns: The request for the first page of prices.
    public static func automaticPrices(of id: String, in territories: [String] = []) -> Self {
        let path = ["v1", "inAppPurchasePriceSchedules", id, "automaticPrices"]
        let include = "inAppPurchasePricePoint,territory"
        return Self.list(path, include: include, in: territories, limit: Self.itemsPerPage) {
            resource throws(ConnectError) in
            try ConnectPrice(resource)
        }
    }

    /// Returns the prices of a subscription, including planned and preserved prices.
    ///
    /// - Parameters:
    ///   - id: The identifier of the subscription in App Store Connect.
    ///   - territories: The storefronts; empty for all.
    /// - Returns: The request for the first page of prices.
    public static func subscriptionPrices(of id: String, in territories: [String] = []) -> Self {
        let path = ["v1", "subscriptions", id, "prices"]
        let include = "subscriptionPricePoint,territory"
        return Self.list(path, include: include, in: territories, limit: Self.itemsPerPage) {
            resource throws(ConnectError) in
            try ConnectPrice(resource)
        }
    }
}

extension ConnectRequest where Response == ConnectPage<ConnectTerritory> {
    /// Returns all storefronts with their currencies.
    public static func territories() -> Self {
        Self.list(["v1", "territories"], limit: Self.itemsPerPage) { resource throws(ConnectError) in
            try ConnectTerritory(resource)
        }
    }
}

extension ConnectRequest where Response == ConnectTerritory {
    /// Returns the storefront from whose price Apple derives the automatic prices of an in-app purchase.
    ///
    /// - Parameter id: The identifier of the price schedule, which equals that of the in-app purchase.
    /// - Returns: The request for the storefront.
    public static func baseTerritory(of id: String) -> Self {
        let target = ConnectTarget(["v1", "inAppPurchasePriceSchedules", id, "baseTerritory"])
        return Self(target) { body throws(ConnectError) in
            try ConnectTerritory(try ConnectResource(document: body))
        }
    }
}
