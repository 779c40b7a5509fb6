import AppStore

/// A type of notification with a subtype that goes with it.
struct NotificationPair: Hashable, Sendable {
    /// The type.
    let type: NotificationType
    /// The subtype.
    let subtype: NotificationSubtype?

    /// Every pair that Apple sends or has sent.
    ///
    /// Follows Apple's pages on notificationType and subtype.
    static let all: [NotificationPair] = [
        (.subscribed, [.initialBuy, .resubscribe]),
        (.didRenew, [nil, .billingRecovery]),
        (.didChangeRenewalPref, [nil, .upgrade, .downgrade]),
        (.didChangeRenewalStatus, [nil, .autoRenewEnabled, .autoRenewDisabled]),
        (.offerRedeemed, [nil, .initialBuy, .resubscribe, .upgrade, .downgrade]),
        (.didFailToRenew, [nil, .gracePeriod]),
        (.gracePeriodExpired, [nil]),
        (.expired, [nil, .voluntary, .billingRetry, .priceIncrease, .productNotForSale]),
        (.priceIncrease, [.pending, .accepted]),
        (.oneTimeCharge, [nil]),
        (.refund, [nil]),
        (.refundDeclined, [nil]),
        (.refundReversed, [nil]),
        (.consumptionRequest, [nil]),
        (.revoke, [nil]),
        (.renewalExtended, [nil]),
        (.renewalExtension, [.summary, .failure]),
        (.test, [nil]),
        (.externalPurchaseToken, [.unreported, .created, .activeTokenReminder]),
        (.rescindConsent, [nil]),
        (.metadataUpdate, [nil]),
        (.migration, [nil]),
        (.priceChange, [nil]),
    ].flatMap { (type: NotificationType, subtypes: [NotificationSubtype?]) in
        subtypes.map { NotificationPair(type: type, subtype: $0) }
    }

    /// The places of the pairs in ``all``.
    static let places = Dictionary(uniqueKeysWithValues: Self.all.enumerated().map { ($0.element, UInt8($0.offset)) })
}
