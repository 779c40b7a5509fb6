/// The type of a server notification.
public struct NotificationType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A customer subscribed, for the first time or again.
    public static let subscribed = NotificationType(rawValue: "SUBSCRIBED")
    /// The customer chose another product, effective immediately or with the next period.
    public static let didChangeRenewalPref = NotificationType(rawValue: "DID_CHANGE_RENEWAL_PREF")
    /// Automatic renewal was turned on or off.
    public static let didChangeRenewalStatus = NotificationType(rawValue: "DID_CHANGE_RENEWAL_STATUS")
    /// The customer redeemed an offer.
    public static let offerRedeemed = NotificationType(rawValue: "OFFER_REDEEMED")
    /// A subscription renewed.
    public static let didRenew = NotificationType(rawValue: "DID_RENEW")
    /// A subscription expired.
    public static let expired = NotificationType(rawValue: "EXPIRED")
    /// A renewal payment failed; Apple continues to try.
    public static let didFailToRenew = NotificationType(rawValue: "DID_FAIL_TO_RENEW")
    /// The billing grace period ended without a payment.
    public static let gracePeriodExpired = NotificationType(rawValue: "GRACE_PERIOD_EXPIRED")
    /// The customer was notified of a price increase or responded to it.
    public static let priceIncrease = NotificationType(rawValue: "PRICE_INCREASE")
    /// Apple refunded a transaction.
    public static let refund = NotificationType(rawValue: "REFUND")
    /// Apple declined a refund request.
    public static let refundDeclined = NotificationType(rawValue: "REFUND_DECLINED")
    /// Apple reversed a refund after a dispute.
    public static let refundReversed = NotificationType(rawValue: "REFUND_REVERSED")
    /// A customer requested a refund, and Apple requests consumption information.
    public static let consumptionRequest = NotificationType(rawValue: "CONSUMPTION_REQUEST")
    /// The renewal date of one subscription was extended.
    public static let renewalExtended = NotificationType(rawValue: "RENEWAL_EXTENDED")
    /// A mass extension of renewal dates made progress.
    public static let renewalExtension = NotificationType(rawValue: "RENEWAL_EXTENSION")
    /// Access through family sharing or an assigned seat ended.
    public static let revoke = NotificationType(rawValue: "REVOKE")
    /// A test notification that the server requested.
    public static let test = NotificationType(rawValue: "TEST")
    /// A token for external purchases was created or needs a report.
    public static let externalPurchaseToken = NotificationType(rawValue: "EXTERNAL_PURCHASE_TOKEN")
    /// A customer bought a consumable, a non-consumable, or a non-renewing subscription.
    public static let oneTimeCharge = NotificationType(rawValue: "ONE_TIME_CHARGE")
    /// A parent or guardian rescinded consent for a child's use of the app.
    public static let rescindConsent = NotificationType(rawValue: "RESCIND_CONSENT")
    /// An Advanced Commerce subscription's names or items changed.
    public static let metadataUpdate = NotificationType(rawValue: "METADATA_UPDATE")
    /// A subscription migrated to the Advanced Commerce API.
    public static let migration = NotificationType(rawValue: "MIGRATION")
    /// Another spelling of `migration`, which Apple's change log once used.
    public static let migrate = NotificationType(rawValue: "MIGRATE")
    /// An Advanced Commerce subscription's price changed.
    public static let priceChange = NotificationType(rawValue: "PRICE_CHANGE")
    /// Apple ended claims on seats of a subscription whose members the app invites (Notifications 2.23).
    public static let unclaimSeats = NotificationType(rawValue: "UNCLAIM_SEATS")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [NotificationType] = [
        .subscribed,
        .didChangeRenewalPref,
        .didChangeRenewalStatus,
        .offerRedeemed,
        .didRenew,
        .expired,
        .didFailToRenew,
        .gracePeriodExpired,
        .priceIncrease,
        .refund,
        .refundDeclined,
        .refundReversed,
        .consumptionRequest,
        .renewalExtended,
        .renewalExtension,
        .revoke,
        .test,
        .externalPurchaseToken,
        .oneTimeCharge,
        .rescindConsent,
        .metadataUpdate,
        .migration,
        .migrate,
        .priceChange,
        .unclaimSeats,
    ]
}

/// The subtype of a notification.
public struct NotificationSubtype: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The first purchase in the subscription group.
    public static let initialBuy = NotificationSubtype(rawValue: "INITIAL_BUY")
    /// A new purchase after the subscription had expired.
    public static let resubscribe = NotificationSubtype(rawValue: "RESUBSCRIBE")
    /// A change that takes effect at the next renewal.
    public static let downgrade = NotificationSubtype(rawValue: "DOWNGRADE")
    /// A change that took effect immediately.
    public static let upgrade = NotificationSubtype(rawValue: "UPGRADE")
    /// Automatic renewal was turned on.
    public static let autoRenewEnabled = NotificationSubtype(rawValue: "AUTO_RENEW_ENABLED")
    /// Automatic renewal was turned off, by the customer or by Apple after a refund request.
    public static let autoRenewDisabled = NotificationSubtype(rawValue: "AUTO_RENEW_DISABLED")
    /// The customer had turned off automatic renewal.
    public static let voluntary = NotificationSubtype(rawValue: "VOLUNTARY")
    /// The billing retry period ended.
    public static let billingRetry = NotificationSubtype(rawValue: "BILLING_RETRY")
    /// The customer did not consent to a price increase.
    public static let priceIncrease = NotificationSubtype(rawValue: "PRICE_INCREASE")
    /// The subscription is in the billing grace period, in which access continues.
    public static let gracePeriod = NotificationSubtype(rawValue: "GRACE_PERIOD")
    /// The customer has not responded to a price increase.
    public static let pending = NotificationSubtype(rawValue: "PENDING")
    /// The customer consented to a price increase, or consent is not required.
    public static let accepted = NotificationSubtype(rawValue: "ACCEPTED")
    /// A payment succeeded after it had failed.
    public static let billingRecovery = NotificationSubtype(rawValue: "BILLING_RECOVERY")
    /// The product was not available for purchase at the renewal.
    public static let productNotForSale = NotificationSubtype(rawValue: "PRODUCT_NOT_FOR_SALE")
    /// A mass extension completed.
    public static let summary = NotificationSubtype(rawValue: "SUMMARY")
    /// A mass extension failed for one subscription.
    public static let failure = NotificationSubtype(rawValue: "FAILURE")
    /// A token was not reported in time.
    public static let unreported = NotificationSubtype(rawValue: "UNREPORTED")
    /// A token was created.
    public static let created = NotificationSubtype(rawValue: "CREATED")
    /// A report is due for a token that is still active.
    public static let activeTokenReminder = NotificationSubtype(rawValue: "ACTIVE_TOKEN_REMINDER")
    /// Apple refunded some seats of a transaction (Notifications 2.23).
    public static let seats = NotificationSubtype(rawValue: "SEATS")
    /// The purchaser added seats, or took a reduction back (Notifications 2.23).
    public static let increaseQuantity = NotificationSubtype(rawValue: "INCREASE_QUANTITY")
    /// The purchaser chose fewer seats from the next renewal (Notifications 2.23).
    public static let decreaseQuantity = NotificationSubtype(rawValue: "DECREASE_QUANTITY")

    /// The values that this version knows, in the order of Apple's documentation.
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
        .seats,
        .increaseQuantity,
        .decreaseQuantity,
    ]
}
