/// A request to change a wallet.
package struct WalletRequest: Hashable, Sendable {
    /// Coins that a purchase adds.
    package struct Goods: Hashable, Sendable {
        /// The origin of the coins.
        package let kind: Lot.Kind
        /// The number of coins; more than zero.
        package let quantity: Int64
        /// The instant at which they expire; only bonus coins may expire.
        package let expiresAt: Instant?

        /// Goods of these values.
        package init(_ kind: Lot.Kind, _ quantity: Int64, expiresAt: Instant? = nil) {
            self.kind = kind
            self.quantity = quantity
            self.expiresAt = expiresAt
        }
    }

    /// The kind of a request.
    package enum Kind: Hashable, Sendable {
        /// Adds the coins of a purchase, all at once and only once.
        case credit(PurchaseKey, [Goods])
        /// Grants coins.
        case grant(Int64, expiresAt: Instant?)
        /// Spends coins.
        case spend(Int64)
        /// Adds coins, or removes them; a removal is not spending.
        case adjust(Int64)
        /// Holds the remaining coins of a purchase until an instant.
        case hold(PurchaseKey, until: Instant)
        /// Releases the held coins of a purchase.
        case releaseHold(PurchaseKey)
        /// Revokes the coins of a refund; missing ones are owed or forgiven.
        case revoke(PurchaseKey, RevocationTarget.Refund, forgives: Bool)
        /// Restores the coins of refunds that were decided before a reversal was signed.
        case restore(PurchaseKey, signedAt: Instant)
        /// Replaces all refunds of a purchase by one, or by none, for a caller that has combined them.
        ///
        /// Coins in excess of the former target are revoked, and coins below it are restored.
        case setRevocationTarget(PurchaseKey, RevocationTarget.Refund?, forgives: Bool)
    }

    /// The kind.
    package let kind: Kind
    /// The cause.
    package let cause: Movement.Cause
    /// The key that identifies a repeated request.
    package let key: MovementKey
    /// The reason.
    package let reason: String
    /// The name of the operator or key that requests it.
    package let by: String?
    /// The current instant.
    package let at: Instant

    /// Creates an order of these values.
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

    /// Returns the request to add the coins of a purchase.
    package static func credit(_ purchase: PurchaseKey, _ goods: [Goods], reason: String, at now: Instant) -> Self {
        Self(.credit(purchase, goods), cause: .purchase, key: purchase.spelling, reason: reason, at: now)
    }

    /// Returns the request to revoke the coins of a refund.
    ///
    /// The refund is its own key: a repetition changes nothing.
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

    /// Returns the request to restore the coins of a reversed refund.
    package static func restore(_ purchase: PurchaseKey, signedAt: Instant, reason: String, at now: Instant) -> Self {
        let key = "\(purchase.spelling)/reversed/\(signedAt.milliseconds)"
        return Self(.restore(purchase, signedAt: signedAt), cause: .refund, key: key, reason: reason, at: now)
    }

    /// Returns the request to set the total to be revoked of a purchase, for a caller that has combined Apple's
    /// refunds.
    ///
    /// The same target may be requested again after another one, so the caller provides the key.
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

    /// Returns the request to release the coins that a call about a refund held.
    package static func releaseHold(_ purchase: PurchaseKey, of callKey: String, at now: Instant) -> Self {
        Self(
            .releaseHold(purchase),
            cause: .refund,
            key: "\(callKey)/releaseHold",
            reason: FulfillmentCall.reason,
            at: now
        )
    }

    /// The purchase of the request.
    package var purchase: PurchaseKey? {
        switch self.kind {
        case .credit(let key, _), .hold(let key, _), .releaseHold(let key), .revoke(let key, _, _),
            .restore(let key, _),
            .setRevocationTarget(let key, _, _):
            key
        case .grant, .spend, .adjust: nil
        }
    }

    /// Returns whether a movement of the same key has the content of this request, so that it is the answer.
    ///
    /// The reason counts too, unless it was erased with the customer's data. For requests of purchases and refunds, the
    /// key determines the content.
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

/// The result of a request.
package struct WalletOutcome: Hashable, Sendable {
    /// The movement, booked now or by an earlier request; `nil` where the request required no change.
    package let movement: Movement?
    /// Whether it was booked now.
    package let isNew: Bool
    /// The balance of the wallet.
    package let walletBalance: WalletBalance

    /// Creates an outcome of these values.
    package init(movement: Movement?, isNew: Bool, walletBalance: WalletBalance) {
        self.movement = movement
        self.isNew = isNew
        self.walletBalance = walletBalance
    }
}

/// The reason why a wallet refuses a request.
package enum WalletRefusal: Error, Hashable, Sendable {
    /// The quantity is zero or less.
    case quantityNotPositive
    /// More coins than the maximum would be added, or be owed.
    case overflow
    /// There are fewer coins than requested; this many can be spent.
    case insufficient(available: Int64)
    /// A debt has to be repaid before coins can be spent.
    case blockedByDebt(Int64)
    /// The coins would expire before they are added, or are of a kind that does not expire.
    case badExpiry
    /// The catalog contains no coin of that name.
    case unknownCoin
    /// The purchase added no coins to this wallet.
    case unknownPurchase
    /// The end of the hold is in the past.
    case holdOver
    /// The percentage is not between 0 and 100.
    case badPercentage
    /// The key was used for a different request.
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
