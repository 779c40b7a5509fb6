/// The finer meaning of a notification's type.
public struct NotificationSubtype: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension NotificationSubtype {
    /// The first purchase of the subscription group.
    public static let initialBuy = NotificationSubtype(rawValue: "INITIAL_BUY")
    /// A return after the subscription had ended.
    public static let resubscribe = NotificationSubtype(rawValue: "RESUBSCRIBE")
    /// A change that takes effect at the next renewal.
    public static let downgrade = NotificationSubtype(rawValue: "DOWNGRADE")
    /// A change that took effect at once.
    public static let upgrade = NotificationSubtype(rawValue: "UPGRADE")
    /// Auto-renew is on again.
    public static let autoRenewEnabled = NotificationSubtype(rawValue: "AUTO_RENEW_ENABLED")
    /// Auto-renew is off, by the customer or by Apple after a refund request.
    public static let autoRenewDisabled = NotificationSubtype(rawValue: "AUTO_RENEW_DISABLED")
    /// The customer had switched auto-renew off.
    public static let voluntary = NotificationSubtype(rawValue: "VOLUNTARY")
    /// Apple stopped trying to charge.
    public static let billingRetry = NotificationSubtype(rawValue: "BILLING_RETRY")
    /// The customer did not agree to a price increase.
    public static let priceIncrease = NotificationSubtype(rawValue: "PRICE_INCREASE")
    /// The billing grace period runs; access continues.
    public static let gracePeriod = NotificationSubtype(rawValue: "GRACE_PERIOD")
    /// The customer has not answered a price increase.
    public static let pending = NotificationSubtype(rawValue: "PENDING")
    /// The customer agreed to a price increase, or needs not to.
    public static let accepted = NotificationSubtype(rawValue: "ACCEPTED")
    /// A charge succeeded after it had failed.
    public static let billingRecovery = NotificationSubtype(rawValue: "BILLING_RECOVERY")
    /// The product was not on sale when it should have renewed.
    public static let productNotForSale = NotificationSubtype(rawValue: "PRODUCT_NOT_FOR_SALE")
    /// A mass extension ended.
    public static let summary = NotificationSubtype(rawValue: "SUMMARY")
    /// A mass extension failed for one subscription.
    public static let failure = NotificationSubtype(rawValue: "FAILURE")
    /// A token was not reported in time.
    public static let unreported = NotificationSubtype(rawValue: "UNREPORTED")
    /// A token was created.
    public static let created = NotificationSubtype(rawValue: "CREATED")
    /// A token that is still active needs a report.
    public static let activeTokenReminder = NotificationSubtype(rawValue: "ACTIVE_TOKEN_REMINDER")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [NotificationSubtype] = [
        .initialBuy,
        .resubscribe,
        .downgrade,
        .upgrade,
        .autoRenewEnabled,
        .autoRenewDisabled,
        .voluntary,
        .billingRetry,
        .priceIncrease,
        .gracePeriod,
        .pending,
        .accepted,
        .billingRecovery,
        .productNotForSale,
        .summary,
        .failure,
        .unreported,
        .created,
        .activeTokenReminder,
    ]
}
