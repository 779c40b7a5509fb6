extension ConnectRequest where Answer == ConnectPage<ConnectProduct> {
    /// The in-app purchases of an app, without its subscriptions: `GET /v1/apps/{id}/inAppPurchasesV2` of the App Store
    /// Connect API.
    ///
    /// - Parameter app: Apple's number of the app.
    /// - Returns: The request for the first page of products.
    public static func inAppPurchases(of app: Int64) -> Self {
        Self.list(["v1", "apps", "\(app)", "inAppPurchasesV2"], limit: "200") { resource throws(ConnectError) in
            try ConnectProduct(resource)
        }
    }

    /// The subscriptions of a group: `GET /v1/subscriptionGroups/{id}/subscriptions` of the App Store Connect API.
    ///
    /// - Parameter group: App Store Connect's id of the group.
    /// - Returns: The request for the first page of products.
    public static func subscriptions(in group: String) -> Self {
        Self.list(["v1", "subscriptionGroups", group, "subscriptions"], limit: "200") {
            resource throws(ConnectError) in
            try ConnectProduct(resource)
        }
    }
}

extension ConnectRequest where Answer == ConnectPage<ConnectSubscriptionGroup> {
    /// The groups of an app's subscriptions: `GET /v1/apps/{id}/subscriptionGroups` of the App Store Connect API.
    ///
    /// - Parameter app: Apple's number of the app.
    /// - Returns: The request for the first page of groups.
    public static func subscriptionGroups(of app: Int64) -> Self {
        Self.list(["v1", "apps", "\(app)", "subscriptionGroups"], limit: "200") { resource throws(ConnectError) in
            ConnectSubscriptionGroup(resource)
        }
    }
}

/// A product of an app: an in-app purchase or a subscription.
public struct ConnectProduct: Hashable, Sendable {
    /// App Store Connect's id, which prices are asked for with.
    public let id: String
    /// The product id by which the app asks StoreKit for it.
    public let productID: String

    /// Reads a product; one without a product id is unreadable.
    init(_ resource: ConnectResource) throws(ConnectError) {
        guard let productID = try resource.text("productId") else { throw .unreadable }
        self.id = resource.id
        self.productID = productID
    }
}

/// A group of subscriptions of an app.
public struct ConnectSubscriptionGroup: Hashable, Sendable {
    /// App Store Connect's id.
    public let id: String

    /// Reads a group.
    init(_ resource: ConnectResource) { self.id = resource.id }
}
