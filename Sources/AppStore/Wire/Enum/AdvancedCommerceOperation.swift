/// What an Advanced Commerce request, signed for the app, asks StoreKit to do.
public struct AdvancedCommerceOperation: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AdvancedCommerceOperation {
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
