/// What somebody asks to be done to a wallet.
package struct WalletRequest: Hashable, Sendable {
    /// Coins that a purchase brings.
    package struct Goods: Hashable, Sendable {
        /// How they come.
        package let kind: Lot.Kind
        /// How many; more than none.
        package let quantity: Int64
        /// When they expire; only bonus coins may.
        package let expiresAt: Instant?

        /// Goods of these values.
        package init(_ kind: Lot.Kind, _ quantity: Int64, expiresAt: Instant? = nil) {
            self.kind = kind
            self.quantity = quantity
            self.expiresAt = expiresAt
        }
    }

    /// What is to be done.
    package enum Kind: Hashable, Sendable {
        /// Adds the coins of a purchase, all at once and once for good.
        case credit(PurchaseKey, [Goods])
        /// Gives coins.
        case grant(Int64, expiresAt: Instant?)
        /// Spends coins.
        case spend(Int64)
        /// Adds coins, or takes them away; that is not spending.
        case adjust(Int64)
        /// Holds what is left of a purchase until an instant.
        case hold(PurchaseKey, until: Instant)
        /// Lets what is held of a purchase be spent again.
        case releaseHold(PurchaseKey)
        /// Revokes what a refund asks for; what is missing is owed or forgiven.
        case revoke(PurchaseKey, RevocationTarget.Refund, forgives: Bool)
        /// Gives back what refunds asked for that were decided before a reversal was signed.
        case restore(PurchaseKey, signedAt: Instant)
        /// Has a refund, or none, stand for all that was heard of a purchase's refunds: whoever says so has folded
        /// them.
        ///
        /// What that asks for more than before is revoked, and what it asks for less is given back.
        case setRevocationTarget(PurchaseKey, RevocationTarget.Refund?, forgives: Bool)
    }

    /// What is to be done.
    package let kind: Kind
    /// What brings it about.
    package let cause: Movement.Cause
    /// By what it is known when it is asked for again.
    package let key: MovementKey
    /// Why.
    package let reason: String
    /// Who asks: an operator or a key, by name.
    package let by: String?
    /// The instant now.
    package let at: Instant

    /// An order of these values.
    package init(
        _ kind: Kind,
        cause: Movement.Cause,
        key: String,
        reason: String,
        by: String? = nil,
        at: Instant
    ) {
        self.kind = kind
        self.cause = cause
        self.key = MovementKey(key)
        self.reason = reason
        self.by = by
        self.at = at
    }

    /// The coins of a purchase.
    package static func credit(_ purchase: PurchaseKey, _ goods: [Goods], reason: String, at now: Instant) -> Self {
        Self(.credit(purchase, goods), cause: .purchase, key: purchase.spelling, reason: reason, at: now)
    }

    /// What a refund asks for.
    ///
    /// The refund is its own key: heard again it changes nothing.
    package static func revoke(
        _ purchase: PurchaseKey,
        _ refund: RevocationTarget.Refund,
        forgives: Bool,
        reason: String,
        at now: Instant
    ) -> Self {
        let key = "\(purchase.spelling)/\(refund.revokedAt.milliseconds)/\(refund.percentageMilliunits)"
        return Self(.revoke(purchase, refund, forgives: forgives), cause: .refund, key: key, reason: reason, at: now)
    }

    /// What a reversal gives back.
    package static func restore(_ purchase: PurchaseKey, signedAt: Instant, reason: String, at now: Instant) -> Self {
        let key = "\(purchase.spelling)/reversed/\(signedAt.milliseconds)"
        return Self(.restore(purchase, signedAt: signedAt), cause: .refund, key: key, reason: reason, at: now)
    }

    /// What is to be revoked of a purchase in all, by whoever has folded everything that Apple said of it.
    ///
    /// The same may be asked for again after something else was, so the key is the caller's.
    package static func setRevocationTarget(
        _ purchase: PurchaseKey,
        _ refund: RevocationTarget.Refund?,
        forgives: Bool,
        key: String,
        reason: String,
        at now: Instant
    ) -> Self {
        Self(
            .setRevocationTarget(purchase, refund, forgives: forgives),
            cause: .refund,
            key: key,
            reason: reason,
            at: now
        )
    }

    /// Lets what a call about a refund held be spent again.
    package static func releaseHold(_ purchase: PurchaseKey, of callKey: String, at now: Instant) -> Self {
        Self(
            .releaseHold(purchase),
            cause: .refund,
            key: "\(callKey)/releaseHold",
            reason: FulfillmentCall.reason,
            at: now
        )
    }

    /// The purchase that it is about.
    package var purchase: PurchaseKey? {
        switch self.kind {
        case .credit(let key, _), .hold(let key, _), .releaseHold(let key), .revoke(let key, _, _),
            .restore(let key, _),
            .setRevocationTarget(let key, _, _):
            key
        case .grant, .spend, .adjust: nil
        }
    }

    /// Whether a movement of the same key is what was asked for here, so that it is the answer.
    ///
    /// The reason counts too, unless it was forgotten with the customer's name. Of what purchases and refunds bring the
    /// key says everything.
    package func isAnswered(by movement: Movement) -> Bool {
        let isReason = movement.reason.hasSameBytes(as: self.reason) || movement.reason.isEmpty
        return switch self.kind {
        case .grant(let quantity, let expiresAt):
            isReason && movement.kind == .granted && movement.quantity == quantity && movement.expiresAt == expiresAt
        case .spend(let quantity): isReason && movement.kind == .spent && movement.quantity == quantity
        case .adjust(let quantity): isReason && movement.kind == .adjusted && movement.quantity == quantity
        case .hold(let purchase, _): isReason && movement.kind == .held && movement.purchase == purchase
        case .releaseHold(let purchase): isReason && movement.kind == .released && movement.purchase == purchase
        case .setRevocationTarget(let purchase, _, _):
            (movement.kind == .revoked || movement.kind == .restored) && movement.purchase == purchase
        case .credit, .revoke, .restore: movement.purchase == self.purchase
        }
    }
}

/// What came of an order.
package struct WalletOutcome: Hashable, Sendable {
    /// What was booked, now or when it was asked for first; `nil` where everything was as it was asked for already.
    package let movement: Movement?
    /// Whether it was booked now.
    package let isNew: Bool
    /// How the wallet stands.
    package let walletBalance: WalletBalance

    /// An outcome of these values.
    package init(movement: Movement?, isNew: Bool, walletBalance: WalletBalance) {
        self.movement = movement
        self.isNew = isNew
        self.walletBalance = walletBalance
    }
}

/// Why something is not done to a wallet.
package enum WalletRefusal: Error, Hashable, Sendable {
    /// The quantity is zero or less.
    case quantityNotPositive
    /// More coins than can be counted would come, or be owed.
    case overflow
    /// There are fewer coins than asked for; so many can be spent.
    case insufficient(available: Int64)
    /// A debt is to be repaid before anything is spent.
    case blockedByDebt(Int64)
    /// The coins would expire before they come, or are of a kind that does not expire.
    case badExpiry
    /// No coin of that name is sold or given.
    case unknownCoin
    /// The purchase brought nothing into this wallet.
    case unknownPurchase
    /// The instant until which something is to be held is over.
    case holdOver
    /// The percentage is not one between 0 and 100.
    case badPercentage
    /// The key was used for something else.
    case keyReused

    /// A stable code for answers and metrics.
    package var code: String {
        switch self {
        case .quantityNotPositive: "quantity_not_positive"
        case .overflow: "wallet_overflow"
        case .insufficient: "balance_insufficient"
        case .blockedByDebt: "blocked_by_debt"
        case .badExpiry: "bad_expiry"
        case .unknownCoin: "unknown_coin"
        case .unknownPurchase: "purchase_not_in_wallet"
        case .holdOver: "hold_over"
        case .badPercentage: "bad_percentage"
        case .keyReused: "wallet_key_reused"
        }
    }
}
