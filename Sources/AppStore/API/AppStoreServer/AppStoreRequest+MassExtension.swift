public import Foundation

extension AppStoreRequest where Answer == MassExtendRenewalDateResponse {
    /// Extend Subscription Renewal Dates for All Active Subscribers of a product; takes hours to days.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - extensionDays: By how many days.
    ///   - reasonCode: Why.
    ///   - requestIdentifier: Names this extension; sending the same one again starts nothing new.
    ///   - storefronts: Only in these storefronts, three-letter country codes; in all when empty.
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

/// The body of Extend Subscription Renewal Dates for All Active Subscribers.
///
/// Apple requires all fields but `storefrontCountryCodes`.
public struct MassExtendRenewalDateRequest: WireObject {
    /// How many days to add, 1 to 90.
    public var extendByDays: Int32?
    /// Why.
    public var extendReasonCode: ExtendReasonCode?
    /// Our id of the request, a UUID; repeated only to retry.
    public var requestIdentifier: String?
    /// The storefronts, ISO 3166-1 alpha-3; absent for all, never empty.
    public var storefrontCountryCodes: [String]?
    /// The product.
    public var productId: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<MassExtendRenewalDateRequest> = [
        WireField("extendByDays", \.extendByDays),
        WireField("extendReasonCode", \.extendReasonCode),
        WireField("requestIdentifier", \.requestIdentifier),
        WireField("storefrontCountryCodes", \.storefrontCountryCodes),
        WireField("productId", \.productId),
    ]
}

/// The answer to Extend Subscription Renewal Dates for All Active Subscribers.
public struct MassExtendRenewalDateResponse: WireObject {
    /// Our id of the request.
    public var requestIdentifier: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<MassExtendRenewalDateResponse> = [
        WireField("requestIdentifier", \.requestIdentifier)
    ]
}

/// How far a mass extension of renewal dates is.
public struct MassExtendRenewalDateStatusResponse: WireObject {
    /// Our id of the request.
    public var requestIdentifier: String?
    /// Whether it has ended; the other fields are there only then.
    public var complete: Bool?
    /// When it ended.
    public var completeDate: Timestamp?
    /// How many renewals were extended.
    public var succeededCount: Int64?
    /// How many could not be extended.
    public var failedCount: Int64?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<MassExtendRenewalDateStatusResponse> = [
        WireField("requestIdentifier", \.requestIdentifier),
        WireField("complete", \.complete),
        WireField("completeDate", \.completeDate),
        WireField("succeededCount", \.succeededCount),
        WireField("failedCount", \.failedCount),
    ]
}
