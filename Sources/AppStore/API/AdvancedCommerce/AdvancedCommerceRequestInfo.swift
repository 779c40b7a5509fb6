/// The part that all Advanced Commerce requests have in common.
///
/// Apple requires `requestReferenceId`.
public struct AdvancedCommerceRequestInfo: WireObject {
    /// The identifier of the request, a UUID; use it again only to retry.
    public var requestReferenceId: String?
    /// The customer's app account token, a UUID.
    public var appAccountToken: String?
    /// The consistency token of the latest renewal information, which the request repeats unchanged.
    public var consistencyToken: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceRequestInfo> = [
        WireField("requestReferenceId", \.requestReferenceId),
        WireField("appAccountToken", \.appAccountToken),
        WireField("consistencyToken", \.consistencyToken),
    ]
}

/// The operation that StoreKit is to perform for a signed Advanced Commerce request of the app.
public struct AdvancedCommerceOperation: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Sells an item once.
    public static let createOneTimeCharge = AdvancedCommerceOperation(rawValue: "CREATE_ONE_TIME_CHARGE")
    /// Starts a subscription.
    public static let createSubscription = AdvancedCommerceOperation(rawValue: "CREATE_SUBSCRIPTION")
    /// Changes a subscription.
    public static let modifySubscription = AdvancedCommerceOperation(rawValue: "MODIFY_SUBSCRIPTION")
    /// Turns automatic renewal on again.
    public static let reactivateSubscription = AdvancedCommerceOperation(rawValue: "REACTIVATE_SUBSCRIPTION")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommerceOperation] = [
        .createOneTimeCharge,
        .createSubscription,
        .modifySubscription,
        .reactivateSubscription,
    ]
}

/// The time at which a change of an Advanced Commerce subscription takes effect.
public struct AdvancedCommerceEffective: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Immediately.
    public static let immediately = AdvancedCommerceEffective(rawValue: "IMMEDIATELY")
    /// With the next billing cycle.
    public static let nextBillCycle = AdvancedCommerceEffective(rawValue: "NEXT_BILL_CYCLE")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommerceEffective] = [.immediately, .nextBillCycle]
}
