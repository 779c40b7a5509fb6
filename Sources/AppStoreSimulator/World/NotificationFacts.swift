import AppStore

/// The stored form of one notification: its type and the state that it describes.
///
/// The type is small, because a world may create millions of notifications; the payload is built on first use.
struct NotificationFacts: Sendable {
    /// The subject of the notification.
    enum Subject: Sendable {
        /// A transaction in its state at that instant, with the renewal.
        case transaction(Int, TransactionFacts.Condition, RenewalFacts?)
        /// The app only, by its index.
        case app(Int)
        /// An extension for all subscribers, by its index.
        case massExtension(Int)
        /// A customer's copy of an app.
        case copy(WorldState.AppCopy)
        /// A token of an external purchase.
        case externalPurchase(app: Int, ExternalPurchaseToken)
        /// The claims on a subscription's seats that the store ended.
        case unclaimedSeats(subscription: Int, [String])
    }

    /// The index of the type and subtype in ``NotificationPair/all``.
    private let pair: UInt8
    /// The instant of signing, in milliseconds since 1970.
    let signedAt: Int64
    /// The subject of the notification.
    let subject: Subject
    /// Whether a customer caused the notification, rather than the store.
    let isByCustomer: Bool
    /// The reason a customer gave for a refund request.
    @Boxed var refundReason: ConsumptionRequestReason?
    /// The number of its version 1 posts that the server has accepted, while others are pending.
    var takenPosts: UInt8 = 0
    /// The delivery attempts, in their order.
    var attempts: [WorldDelivery.Attempt] = []
    /// The instant of the next attempt, in milliseconds since 1970.
    var nextAttemptAt: Int64?

    /// Creates a notification without delivery attempts.
    init(
        type: NotificationType,
        subtype: NotificationSubtype?,
        signedAt: Int64,
        subject: Subject,
        isByCustomer: Bool,
        refundReason: ConsumptionRequestReason? = nil
    ) {
        guard let pair = NotificationPair.indices[NotificationPair(type: type, subtype: subtype)] else {
            preconditionFailure("Apple sends no \(type.rawValue) with \(subtype?.rawValue ?? "no subtype").")
        }
        self.pair = pair
        self.signedAt = signedAt
        self.subject = subject
        self.isByCustomer = isByCustomer
        self.refundReason = refundReason
    }

    /// The type.
    var type: NotificationType { NotificationPair.all[Int(self.pair)].type }
    /// The subtype.
    var subtype: NotificationSubtype? { NotificationPair.all[Int(self.pair)].subtype }

    /// `TYPE/SUBTYPE`, or `TYPE/-` without one.
    var name: String { WorldNotification.name(self.type, self.subtype) }
}

/// A notification type with a subtype that Apple combines with it.
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
        (.didChangeRenewalPref, [nil, .upgrade, .downgrade, .increaseQuantity, .decreaseQuantity]),
        (.didChangeRenewalStatus, [nil, .autoRenewEnabled, .autoRenewDisabled]),
        (.offerRedeemed, [nil, .initialBuy, .resubscribe, .upgrade, .downgrade]),
        (.didFailToRenew, [nil, .gracePeriod]),
        (.gracePeriodExpired, [nil]),
        (.expired, [nil, .voluntary, .billingRetry, .priceIncrease, .productNotForSale]),
        (.priceIncrease, [.pending, .accepted]),
        (.oneTimeCharge, [nil]),
        (.refund, [nil, .seats]),
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
        (.unclaimSeats, [nil]),
    ].flatMap { (type: NotificationType, subtypes: [NotificationSubtype?]) in
        subtypes.map { NotificationPair(type: type, subtype: $0) }
    }

    /// The indices of the pairs in ``all``.
    static let indices = Dictionary(uniqueKeysWithValues: Self.all.enumerated().map { ($0.element, UInt8($0.offset)) })
}
