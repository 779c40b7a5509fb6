extension ConnectRequest where Response == ConnectPage<ConnectProduct> {
    /// Returns the in-app purchases of an app, without its subscriptions: `GET /v1/apps/{id}/inAppPurchasesV2` of the
    /// App Store Connect API.
    ///
    /// - Parameter app: The app's identifier in the App Store.
    /// - Returns: The request for the first page of products.
    public static func inAppPurchases(of app: Int64) -> Self {
        Self.list(["v1", "apps", "\(app)", "inAppPurchasesV2"], limit: "200") { resource throws(ConnectError) in
            try ConnectProduct(resource)
        }
    }

    /// Returns the subscriptions of a group: `GET /v1/subscriptionGroups/{id}/subscriptions` of the App Store Connect
    /// API.
    ///
    /// - Parameter group: The identifier of the group in App Store Connect.
    /// - Returns: The request for the first page of products.
    public static func subscriptions(in group: String) -> Self {
        Self.list(["v1", "subscriptionGroups", group, "subscriptions"], limit: "200") {
            resource throws(ConnectError) in
            try ConnectProduct(resource)
        }
    }
}

extension ConnectRequest where Response == ConnectPage<ConnectSubscriptionGroup> {
    /// Returns the subscription groups of an app: `GET /v1/apps/{id}/subscriptionGroups` of the App Store Connect API.
    ///
    /// - Parameter app: The app's identifier in the App Store.
    /// - Returns: The request for the first page of groups.
    public static func subscriptionGroups(of app: Int64) -> Self {
        Self.list(["v1", "apps", "\(app)", "subscriptionGroups"], limit: "200") { resource throws(ConnectError) in
            ConnectSubscriptionGroup(resource)
        }
    }
}

/// A product of an app: an in-app purchase or a subscription.
public struct ConnectProduct: Hashable, Sendable {
    /// The identifier in App Store Connect, which requests for prices use.
    public let id: String
    /// The product identifier, which the app uses in StoreKit.
    public let productID: String

    /// Decodes a product; without a product identifier it is unreadable.
    init(_ resource: ConnectResource) throws(ConnectError) {
        guard let productID = try resource.text("productId") else { throw .unreadable }
        self.id = resource.id
        self.productID = productID
    }
}

/// A subscription group of an app.
public struct ConnectSubscriptionGroup: Hashable, Sendable {
    /// The identifier in App Store Connect.
    public let id: String

    /// Decodes a group.
    init(_ resource: ConnectResource) { self.id = resource.id }
}
