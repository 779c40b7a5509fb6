public import Foundation

extension AppStoreRequest where Response == MassExtendRenewalDateResponse {
    /// Extends the renewal dates of all active subscribers of a product (Extend Subscription Renewal Dates for All
    /// Active Subscribers).
    ///
    /// Apple needs hours to days to extend all renewal dates; see ``massExtensionStatus(of:as:)``.
    ///
    /// - Parameters:
    ///   - productID: The product identifier.
    ///   - extensionDays: The number of days.
    ///   - reasonCode: The reason.
    ///   - requestIdentifier: The identifier of this extension; a repetition with the same identifier does not start a
    ///     new extension.
    ///   - storefronts: The storefronts in which to extend, as three-letter country codes; empty for all.
    /// - Returns: The request.
    public static func extendRenewalDates(
        of productID: String,
        by extensionDays: ExtensionDays,
        reasonCode: ExtendReasonCode,
        as requestIdentifier: UUID,
        in storefronts: [String] = []
    ) -> Self {
        Self(
            .extendAllRenewalDates,
            "POST",
            ["inApps", "v1", "subscriptions", "extend", "mass"],
            body: MassExtendRenewalDateRequest.with {
                $0.extendByDays = extensionDays.days
                $0.extendReasonCode = reasonCode
                $0.requestIdentifier = requestIdentifier.uuidString.lowercased()
                $0.storefrontCountryCodes = storefronts.isEmpty ? nil : storefronts
                $0.productId = productID
            }
        ) { $0.requestIdentifier != nil }
    }
}

extension AppStoreRequest where Response == MassExtendRenewalDateStatusResponse {
    /// Returns the progress of a mass extension (Get Status of Subscription Renewal Date Extensions).
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

/// The request body of Extend Subscription Renewal Dates for All Active Subscribers.
///
/// Apple requires all fields except `storefrontCountryCodes`.
public struct MassExtendRenewalDateRequest: WireObject {
    /// The number of days to add, 1 to 90.
    public var extendByDays: Int32?
    /// The reason.
    public var extendReasonCode: ExtendReasonCode?
    /// The identifier of the request, a UUID; use it again only to retry.
    public var requestIdentifier: String?
    /// The storefronts, ISO 3166-1 alpha-3; absent for all storefronts, never empty.
    public var storefrontCountryCodes: [String]?
    /// The product identifier.
    public var productId: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<MassExtendRenewalDateRequest> = [
        WireField("extendByDays", \.extendByDays),
        WireField("extendReasonCode", \.extendReasonCode),
        WireField("requestIdentifier", \.requestIdentifier),
        WireField("storefrontCountryCodes", \.storefrontCountryCodes),
        WireField("productId", \.productId),
    ]
}

/// The response to Extend Subscription Renewal Dates for All Active Subscribers.
public struct MassExtendRenewalDateResponse: WireObject {
    /// The identifier of the request.
    public var requestIdentifier: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<MassExtendRenewalDateResponse> = [
        WireField("requestIdentifier", \.requestIdentifier)
    ]
}

/// The progress of a mass extension of renewal dates.
public struct MassExtendRenewalDateStatusResponse: WireObject {
    /// The identifier of the request.
    public var requestIdentifier: String?
    /// Whether the extension is complete; Apple sends the other fields only then.
    public var complete: Bool?
    /// The time at which the extension was completed.
    public var completeDate: Timestamp?
    /// The number of renewal dates that Apple extended.
    public var succeededCount: Int64?
    /// The number of renewal dates that Apple could not extend.
    public var failedCount: Int64?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<MassExtendRenewalDateStatusResponse> = [
        WireField("requestIdentifier", \.requestIdentifier),
        WireField("complete", \.complete),
        WireField("completeDate", \.completeDate),
        WireField("succeededCount", \.succeededCount),
        WireField("failedCount", \.failedCount),
    ]
}
