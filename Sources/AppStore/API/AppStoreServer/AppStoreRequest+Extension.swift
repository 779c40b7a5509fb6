extension AppStoreRequest where Response == ExtendRenewalDateResponse {
    /// Extends the renewal date of a subscription; the extension cannot be undone, and Apple notifies the customer
    /// (Extend a Subscription Renewal Date).
    ///
    /// - Parameters:
    ///   - originalTransactionID: The original transaction identifier of the subscription.
    ///   - extensionDays: The number of days.
    ///   - reasonCode: The reason.
    ///   - requestIdentifier: The identifier of this extension, at most 128 characters. Use it again only to retry the
    ///     same extension.
    /// - Returns: The request.
    public static func extendRenewalDate(
        of originalTransactionID: String,
        by extensionDays: ExtensionDays,
        reasonCode: ExtendReasonCode,
        as requestIdentifier: String
    ) -> Self {
        Self(
            .extendRenewalDate,
            "PUT",
            ["inApps", "v1", "subscriptions", "extend", originalTransactionID],
            body: ExtendRenewalDateRequest.with {
                $0.extendByDays = extensionDays.days
                $0.extendReasonCode = reasonCode
                $0.requestIdentifier = requestIdentifier
            }
        ) { $0.success != nil }
    }
}

/// The number of days by which a renewal is extended, 1 to 90.
public struct ExtensionDays: Hashable, Sendable {
    /// The number of days.
    public let days: Int32

    /// Creates a number of days; `nil` outside 1 to 90.
    public init?(_ days: Int) {
        guard (1...90).contains(days) else { return nil }
        self.days = Int32(days)
    }
}

/// The reason for extending a renewal date.
public struct ExtendReasonCode: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The server does not declare it.
    public static let undeclared = ExtendReasonCode(rawValue: 0)
    /// The extension serves customer satisfaction.
    public static let customerSatisfaction = ExtendReasonCode(rawValue: 1)
    /// The extension has another reason.
    public static let other = ExtendReasonCode(rawValue: 2)
    /// The extension follows an issue or outage of the service.
    public static let serviceIssue = ExtendReasonCode(rawValue: 3)

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExtendReasonCode] = [.undeclared, .customerSatisfaction, .other, .serviceIssue]
}

/// The request body of Extend a Subscription Renewal Date.
///
/// Apple requires all fields.
public struct ExtendRenewalDateRequest: WireObject {
    /// The number of days to add, 1 to 90.
    public var extendByDays: Int32?
    /// The reason.
    public var extendReasonCode: ExtendReasonCode?
    /// The identifier of the request, at most 128 characters; use it again only to retry.
    public var requestIdentifier: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<ExtendRenewalDateRequest> = [
        WireField("extendByDays", \.extendByDays),
        WireField("extendReasonCode", \.extendReasonCode),
        WireField("requestIdentifier", \.requestIdentifier),
    ]
}

/// The response to Extend a Subscription Renewal Date.
public struct ExtendRenewalDateResponse: WireObject {
    /// The original transaction identifier, that of the chain's first transaction.
    public var originalTransactionId: String?
    /// The identifier of the subscription's purchase event, including renewals.
    public var webOrderLineItemId: String?
    /// Whether Apple extended the renewal date.
    public var success: Bool?
    /// The new end of the period.
    public var effectiveDate: Timestamp?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<ExtendRenewalDateResponse> = [
        WireField("originalTransactionId", \.originalTransactionId),
        WireField("webOrderLineItemId", \.webOrderLineItemId),
        WireField("success", \.success),
        WireField("effectiveDate", \.effectiveDate),
    ]
}
