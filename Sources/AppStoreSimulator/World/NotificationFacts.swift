import AppStore

/// One notification as the world remembers it: which, and the state that it tells of.
///
/// Kept small, because a world may make millions; the payload is made when it is first read.
struct NotificationFacts: Sendable {
    /// What it is about.
    enum Subject: Sendable {
        /// A transaction as it was, with the renewal as it was.
        case transaction(Int, TransactionFacts.Condition, RenewalFacts?)
        /// Nothing but the app, by its place.
        case app(Int)
        /// An extension for all subscribers, by its place.
        case massExtension(Int)
        /// A customer's copy of an app.
        case copy(WorldState.AppCopy)
        /// A token of an external purchase.
        case externalPurchase(app: Int, ExternalPurchaseToken)
    }

    /// The place of its type and subtype among all pairs.
    private let pair: UInt8
    /// When it was signed, in milliseconds since 1970.
    let signedAt: Int64
    /// What it is about.
    let subject: Subject
    /// Whether a customer caused it, rather than the store.
    let isByCustomer: Bool
    /// The reason a customer gave for a refund request.
    @Boxed var refundReason: ConsumptionRequestReason?
    /// How many of its posts of version 1 the server has taken, while the others are still to come.
    var takenPosts: UInt8 = 0
    /// The attempts to deliver it, in their order.
    var attempts: [WorldDelivery.Attempt] = []
    /// When it is sent again, in milliseconds since 1970.
    var nextAttemptAt: Int64?

    /// A notification that nobody has tried to deliver.
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

    /// Its type.
    var type: NotificationType { NotificationPair.all[Int(self.pair)].type }
    /// Its subtype.
    var subtype: NotificationSubtype? { NotificationPair.all[Int(self.pair)].subtype }

    /// `TYPE/SUBTYPE`, or `TYPE/-` without one.
    var name: String { WorldNotification.name(self.type, self.subtype) }
}

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
    static let indices = Dictionary(uniqueKeysWithValues: Self.all.enumerated().map { ($0.element, UInt8($0.offset)) })
}
