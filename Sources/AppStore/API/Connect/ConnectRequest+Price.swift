extension ConnectRequest {
    /// How many price points a page has; Apple allows eight thousand, which would be a large answer.
    private static var pointsPerPage: String { "2000" }
    /// How many prices or storefronts a page has, which is the most that Apple allows.
    private static var itemsPerPage: String { "200" }

    /// A list with a limit for its pages, in some storefronts or in all.
    static func list<Item>(
        _ path: [String],
        include: String? = nil,
        in territories: [String] = [],
        limit: String,
        item: @escaping @Sendable (_ resource: ConnectResource) throws(ConnectError) -> Item
    ) -> Self where Answer == ConnectPage<Item> {
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

extension ConnectRequest where Answer == ConnectPage<ConnectPricePoint> {
    /// The prices that an in-app purchase may have.
    ///
    /// - Parameters:
    ///   - id: App Store Connect's id of the in-app purchase.
    ///   - territories: The storefronts, three letters each; without any, all: over a hundred thousand price points.
    /// - Returns: The request for the first page of price points.
    public static func inAppPurchasePricePoints(of id: String, in territories: [String] = []) -> Self {
        let path = ["v2", "inAppPurchases", id, "pricePoints"]
        return Self.list(path, include: "territory", in: territories, limit: Self.pointsPerPage) {
            resource throws(ConnectError) in
            try ConnectPricePoint(resource)
        }
    }

    /// The prices in other storefronts that equal a price of an in-app purchase.
    ///
    /// - Parameters:
    ///   - id: The price point's id.
    ///   - territories: The storefronts; without any, all.
    /// - Returns: The request for the first page of price points.
    public static func inAppPurchaseEqualizations(of id: String, in territories: [String] = []) -> Self {
        let path = ["v1", "inAppPurchasePricePoints", id, "equalizations"]
        return Self.list(path, include: "territory", in: territories, limit: Self.itemsPerPage) {
            resource throws(ConnectError) in
            try ConnectPricePoint(resource)
        }
    }

    /// The prices that a subscription may have.
    ///
    /// - Parameters:
    ///   - id: App Store Connect's id of the subscription.
    ///   - territories: The storefronts, three letters each; without any, all: over a hundred thousand price points.
    /// - Returns: The request for the first page of price points.
    public static func subscriptionPricePoints(of id: String, in territories: [String] = []) -> Self {
        let path = ["v1", "subscriptions", id, "pricePoints"]
        return Self.list(path, include: "territory", in: territories, limit: Self.pointsPerPage) {
            resource throws(ConnectError) in
            try ConnectPricePoint(resource)
        }
    }

    /// The prices in other storefronts that equal a price of a subscription.
    ///
    /// - Parameters:
    ///   - id: The price point's id.
    ///   - territories: The storefronts; without any, all.
    /// - Returns: The request for the first page of price points.
    public static func subscriptionEqualizations(of id: String, in territories: [String] = []) -> Self {
        let path = ["v1", "subscriptionPricePoints", id, "equalizations"]
        return Self.list(path, include: "territory", in: territories, limit: Self.itemsPerPage) {
            resource throws(ConnectError) in
            try ConnectPricePoint(resource)
        }
    }
}

extension ConnectRequest where Answer == ConnectPage<ConnectPrice> {
    /// The prices of an in-app purchase that the developer set.
    ///
    /// - Parameters:
    ///   - id: The id of the price schedule, which is the in-app purchase's own.
    ///   - territories: The storefronts; without any, all.
    /// - Returns: The request for the first page of prices.
    public static func manualPrices(of id: String, in territories: [String] = []) -> Self {
        let path = ["v1", "inAppPurchasePriceSchedules", id, "manualPrices"]
        let include = "inAppPurchasePricePoint,territory"
        return Self.list(path, include: include, in: territories, limit: Self.itemsPerPage) {
            resource throws(ConnectError) in
            try ConnectPrice(resource)
        }
    }

    /// The prices of an in-app purchase that Apple derived from the base storefront's.
    ///
    /// - Parameters:
    ///   - id: The id of the price schedule, which is the in-app purchase's own.
    ///   - territories: The storefronts; without any, all.
    /// - Returns: The request for the first page of prices.
    public static func automaticPrices(of id: String, in territories: [String] = []) -> Self {
        let path = ["v1", "inAppPurchasePriceSchedules", id, "automaticPrices"]
        let include = "inAppPurchasePricePoint,territory"
        return Self.list(path, include: include, in: territories, limit: Self.itemsPerPage) {
            resource throws(ConnectError) in
            try ConnectPrice(resource)
        }
    }

    /// The prices of a subscription, those that are planned and those that are preserved among them.
    ///
    /// - Parameters:
    ///   - id: App Store Connect's id of the subscription.
    ///   - territories: The storefronts; without any, all.
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

extension ConnectRequest where Answer == ConnectPage<ConnectTerritory> {
    /// All storefronts with their currencies.
    public static func territories() -> Self {
        Self.list(["v1", "territories"], limit: Self.itemsPerPage) { resource throws(ConnectError) in
            try ConnectTerritory(resource)
        }
    }
}

extension ConnectRequest where Answer == ConnectTerritory {
    /// The storefront whose price the automatic prices of an in-app purchase follow.
    ///
    /// - Parameter id: The id of the price schedule, which is the in-app purchase's own.
    /// - Returns: The request for the storefront.
    public static func baseTerritory(of id: String) -> Self {
        let target = ConnectTarget(["v1", "inAppPurchasePriceSchedules", id, "baseTerritory"])
        return Self(target) { body throws(ConnectError) in
            try ConnectTerritory(try ConnectResource(document: body))
        }
    }
}
