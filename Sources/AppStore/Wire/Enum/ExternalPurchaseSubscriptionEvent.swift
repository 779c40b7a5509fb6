/// What happened to a subscription in an external purchase.
public struct ExternalPurchaseSubscriptionEvent: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension ExternalPurchaseSubscriptionEvent {
    /// It began.
    public static let subscriptionStart = ExternalPurchaseSubscriptionEvent(rawValue: "SUBSCRIPTION_START")
    /// It renewed.
    public static let renewal = ExternalPurchaseSubscriptionEvent(rawValue: "RENEWAL")
    /// It changed.
    public static let subscriptionChange = ExternalPurchaseSubscriptionEvent(rawValue: "SUBSCRIPTION_CHANGE")
    /// It was paid.
    public static let subscriptionPayment = ExternalPurchaseSubscriptionEvent(rawValue: "SUBSCRIPTION_PAYMENT")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExternalPurchaseSubscriptionEvent] = [
        .subscriptionStart,
        .renewal,
        .subscriptionChange,
        .subscriptionPayment,
    ]
}
