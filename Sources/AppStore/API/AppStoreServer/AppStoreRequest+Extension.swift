extension AppStoreRequest where Answer == ExtendRenewalDateResponse {
    /// Extend a Subscription Renewal Date: cannot be undone, and Apple writes to the customer.
    ///
    /// - Parameters:
    ///   - originalTransactionID: The subscription.
    ///   - extensionDays: By how many days.
    ///   - reasonCode: Why.
    ///   - requestIdentifier: Names this extension, 128 characters at most; repeated only to send the same one again.
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

/// By how many days a renewal is put off: 1 to 90.
public struct ExtensionDays: Hashable, Sendable {
    /// The number of days.
    public let days: Int32

    /// A number of days; nil outside 1 to 90.
    public init?(_ days: Int) {
        guard (1...90).contains(days) else { return nil }
        self.days = Int32(days)
    }
}

/// Why a renewal date is extended.
public struct ExtendReasonCode: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// We do not say.
    public static let undeclared = ExtendReasonCode(rawValue: 0)
    /// To satisfy the customer.
    public static let customerSatisfaction = ExtendReasonCode(rawValue: 1)
    /// For another reason.
    public static let other = ExtendReasonCode(rawValue: 2)
    /// After an issue or outage of the service.
    public static let serviceIssue = ExtendReasonCode(rawValue: 3)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExtendReasonCode] = [.undeclared, .customerSatisfaction, .other, .serviceIssue]
}

/// The body of Extend a Subscription Renewal Date.
///
/// Apple requires all fields.
public struct ExtendRenewalDateRequest: WireObject {
    /// How many days to add, 1 to 90.
    public var extendByDays: Int32?
    /// Why.
    public var extendReasonCode: ExtendReasonCode?
    /// Our id of the request, up to 128 characters; repeated only to retry.
    public var requestIdentifier: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<ExtendRenewalDateRequest> = [
        WireField("extendByDays", \.extendByDays),
        WireField("extendReasonCode", \.extendReasonCode),
        WireField("requestIdentifier", \.requestIdentifier),
    ]
}

/// The answer to Extend a Subscription Renewal Date.
public struct ExtendRenewalDateResponse: WireObject {
    /// The id of the chain's first transaction.
    public var originalTransactionId: String?
    /// The id of the subscription's purchase event.
    public var webOrderLineItemId: String?
    /// Whether the date was extended.
    public var success: Bool?
    /// The new end of the period.
    public var effectiveDate: Timestamp?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<ExtendRenewalDateResponse> = [
        WireField("originalTransactionId", \.originalTransactionId),
        WireField("webOrderLineItemId", \.webOrderLineItemId),
        WireField("success", \.success),
        WireField("effectiveDate", \.effectiveDate),
    ]
}
