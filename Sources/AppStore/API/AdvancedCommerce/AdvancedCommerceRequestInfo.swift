/// What every Advanced Commerce request says about itself.
///
/// Apple requires `requestReferenceId`.
public struct AdvancedCommerceRequestInfo: WireObject {
    /// Our id of the request, a UUID; repeated only to retry.
    public var requestReferenceId: String?
    /// The customer's token, a UUID.
    public var appAccountToken: String?
    /// The token of the newest renewal info, echoed and never made up.
    public var consistencyToken: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceRequestInfo> = [
        WireField("requestReferenceId", \.requestReferenceId),
        WireField("appAccountToken", \.appAccountToken),
        WireField("consistencyToken", \.consistencyToken),
    ]
}

/// What an Advanced Commerce request, signed for the app, asks StoreKit to do.
public struct AdvancedCommerceOperation: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Sell an item once.
    public static let createOneTimeCharge = AdvancedCommerceOperation(rawValue: "CREATE_ONE_TIME_CHARGE")
    /// Begin a subscription.
    public static let createSubscription = AdvancedCommerceOperation(rawValue: "CREATE_SUBSCRIPTION")
    /// Change a subscription.
    public static let modifySubscription = AdvancedCommerceOperation(rawValue: "MODIFY_SUBSCRIPTION")
    /// Switch auto-renew on again.
    public static let reactivateSubscription = AdvancedCommerceOperation(rawValue: "REACTIVATE_SUBSCRIPTION")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommerceOperation] = [
        .createOneTimeCharge,
        .createSubscription,
        .modifySubscription,
        .reactivateSubscription,
    ]
}

/// When a change of an Advanced Commerce subscription takes effect.
public struct AdvancedCommerceEffective: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// At once.
    public static let immediately = AdvancedCommerceEffective(rawValue: "IMMEDIATELY")
    /// With the next billing cycle.
    public static let nextBillCycle = AdvancedCommerceEffective(rawValue: "NEXT_BILL_CYCLE")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommerceEffective] = [.immediately, .nextBillCycle]
}
