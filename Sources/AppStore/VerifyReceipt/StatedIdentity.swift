/// The app and product that a receipt or a notification of version 1 states.
///
/// The server compares them with the configuration and the catalog. Apple states 0 for numbers in the Sandbox.
package struct StatedIdentity: Hashable, Sendable {
    /// The app's bundle identifier.
    package var bundleID: String?
    /// The app's identifier in the App Store.
    package var appAppleID: Int64?
    /// The product identifier that belongs to ``productItemID``.
    package var productID: String?
    /// The product's identifier in the App Store.
    package var productItemID: Int64?

    /// Creates an identity from its parts.
    package init(
        bundleID: String? = nil,
        appAppleID: Int64? = nil,
        productID: String? = nil,
        productItemID: Int64? = nil
    ) {
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.productID = productID
        self.productItemID = productItemID
    }
}

extension ReceiptPayload {
    /// The identity that the receipt states for the app, followed by those of each purchase's product.
    package var statedIdentities: [StatedIdentity] {
        [StatedIdentity(bundleID: self.bundleID, appAppleID: self.appAppleID == 0 ? nil : self.appAppleID)]
            + self.transactions.map { StatedIdentity(productID: $0.productID, productItemID: $0.productItemID) }
    }
}

extension UnverifiedTransactionReceipt {
    /// The identity that the receipt states for the app and the product.
    package var statedIdentity: StatedIdentity {
        StatedIdentity(
            bundleID: self.bundleID,
            appAppleID: self.fields["app-item-id"].flatMap { Int64($0) },
            productID: self.productID,
            productItemID: self.itemID
        )
    }

    /// The environment that the receipt states outside its signed part.
    public var environment: AppStoreEnvironment { self.statedEnvironment == "Sandbox" ? .sandbox : .production }
}

extension NotificationV1 {
    /// Returns the identities that the body, its receipt, and each of its rows state, in that order.
    static func statedIdentities(in body: JSONValue) -> [StatedIdentity] {
        let parts = [body, body["unified_receipt"]].compactMap(\.self)
        let receipts = parts.compactMap { $0["receipt"] }
        let rows = (parts + receipts).flatMap { part in
            ["in_app", "latest_receipt_info", "latest_expired_receipt_info"].flatMap { part[$0]?.looseArray ?? [] }
        }
        return (parts + receipts + rows).map { part in
            StatedIdentity(
                bundleID: (part["bid"] ?? part["bundle_id"])?.looseText,
                appAppleID: (part["app_item_id"] ?? part["adam_id"])?.looseNumber,
                productID: part["product_id"]?.looseText,
                productItemID: part["item_id"]?.looseNumber
            )
        }
    }
}
