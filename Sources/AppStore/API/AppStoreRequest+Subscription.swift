public import Foundation

extension AppStoreRequest where Answer == StatusResponse {
    /// Get All Subscription Statuses of a customer.
    ///
    /// - Parameters:
    ///   - anyTransactionID: Any transaction id, original transaction id or app transaction id of the customer.
    ///   - statuses: Only subscriptions in one of these; in any when empty.
    /// - Returns: The request.
    public static func subscriptionStatuses(
        of anyTransactionID: String,
        in statuses: [SubscriptionStatus] = []
    ) -> Self {
        Self(
            .getAllSubscriptionStatuses,
            "GET",
            ["inApps", "v1", "subscriptions", anyTransactionID],
            query: statuses.map { (name: "status", value: String($0.rawValue)) }
        ) { $0.data != nil }
    }
}

extension AppStoreRequest where Answer == ExtendRenewalDateResponse {
    /// Extend a Subscription Renewal Date: cannot be undone, and Apple writes to the customer.
    ///
    /// - Parameters:
    ///   - originalTransactionID: The subscription.
    ///   - extensionDays: By how many days.
    ///   - reason: Why.
    ///   - requestIdentifier: Names this extension, 128 characters at most; repeated only to send the same one again.
    /// - Returns: The request.
    public static func extendRenewalDate(
        of originalTransactionID: String,
        by extensionDays: ExtensionDays,
        because reason: ExtendReasonCode,
        as requestIdentifier: String
    ) -> Self {
        Self(
            .extendRenewalDate,
            "PUT",
            ["inApps", "v1", "subscriptions", "extend", originalTransactionID],
            body: ExtendRenewalDateRequest.with {
                $0.extendByDays = extensionDays.days
                $0.extendReasonCode = reason
                $0.requestIdentifier = requestIdentifier
            }
        ) { $0.success != nil }
    }
}

extension AppStoreRequest where Answer == MassExtendRenewalDateResponse {
    /// Extend Subscription Renewal Dates for All Active Subscribers of a product; takes hours to days.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - extensionDays: By how many days.
    ///   - reason: Why.
    ///   - requestIdentifier: Names this extension; sending the same one again starts nothing new.
    ///   - storefronts: Only in these storefronts, three-letter country codes; in all when empty.
    /// - Returns: The request.
    public static func extendRenewalDates(
        of productID: String,
        by extensionDays: ExtensionDays,
        because reason: ExtendReasonCode,
        as requestIdentifier: UUID,
        in storefronts: [String] = []
    ) -> Self {
        Self(
            .extendAllRenewalDates,
            "POST",
            ["inApps", "v1", "subscriptions", "extend", "mass"],
            body: MassExtendRenewalDateRequest.with {
                $0.extendByDays = extensionDays.days
                $0.extendReasonCode = reason
                $0.requestIdentifier = requestIdentifier.uuidString.lowercased()
                $0.storefrontCountryCodes = storefronts.isEmpty ? nil : storefronts
                $0.productId = productID
            }
        ) { $0.requestIdentifier != nil }
    }
}

extension AppStoreRequest where Answer == MassExtendRenewalDateStatusResponse {
    /// Get Status of Subscription Renewal Date Extensions.
    public static func massExtensionStatus(of productID: String, as requestIdentifier: UUID) -> Self {
        Self(
            .getExtensionStatus,
            "GET",
            [
                "inApps", "v1", "subscriptions", "extend", "mass", productID,
                requestIdentifier.uuidString.lowercased(),
            ]
        ) { $0.complete != nil }
    }
}
