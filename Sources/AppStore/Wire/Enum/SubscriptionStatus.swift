/// The state of an auto-renewable subscription as Apple sees it.
public struct SubscriptionStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension SubscriptionStatus {
    /// Paid and running.
    public static let active = SubscriptionStatus(rawValue: 1)
    /// Ended.
    public static let expired = SubscriptionStatus(rawValue: 2)
    /// Unpaid; Apple keeps trying to charge.
    public static let inBillingRetry = SubscriptionStatus(rawValue: 3)
    /// Unpaid, with access while Apple keeps trying to charge.
    public static let inBillingGracePeriod = SubscriptionStatus(rawValue: 4)
    /// Refunded, or no longer shared or assigned.
    public static let revoked = SubscriptionStatus(rawValue: 5)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [SubscriptionStatus] = [
        .active,
        .expired,
        .inBillingRetry,
        .inBillingGracePeriod,
        .revoked,
    ]
}
