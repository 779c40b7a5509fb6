/// The app and the product that a receipt or a notification of version 1 states, as far as it states them.
///
/// Its members are compared with the configuration and the catalog. Apple states 0 for numbers in the Sandbox.
package struct StatedIdentity: Hashable, Sendable {
    /// The app's bundle id.
    package var bundleID: String?
    /// The App Store's number of the app.
    package var appAppleID: Int64?
    /// The product of which ``productItemID`` is the number.
    package var productID: String?
    /// The App Store's number of the product.
    package var productItemID: Int64?

    /// An identity with these members.
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
    /// What the receipt states of the app, then what each purchase states of its product.
    package var statedIdentities: [StatedIdentity] {
        [StatedIdentity(bundleID: self.bundleID, appAppleID: self.appAppleID == 0 ? nil : self.appAppleID)]
            + self.transactions.map { StatedIdentity(productID: $0.productID, productItemID: $0.productItemID) }
    }
}

extension UnverifiedTransactionReceipt {
    /// What the receipt states of the app and the product.
    package var statedIdentity: StatedIdentity {
        StatedIdentity(
            bundleID: self.bundleID,
            appAppleID: self.fields["app-item-id"].flatMap { Int64($0) },
            productID: self.productID,
            productItemID: self.itemID
        )
    }

    /// The environment that the receipt states outside of its signed part.
    public var environment: AppStoreEnvironment { self.statedEnvironment == "Sandbox" ? .sandbox : .production }
}

extension NotificationV1 {
    /// Reads what the body, the receipt in it and each of its rows state, in that order.
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
