/// One change of a wallet, in double entry: coins that leave one account enter others, so the entries sum to zero.
package struct Movement: Hashable, Sendable {
    /// The kind of a movement.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A purchase added coins.
        case credited
        /// An operator granted coins.
        case granted
        /// The customer spent coins.
        case spent
        /// An operator corrected the balance.
        case adjusted
        /// The remaining coins of a purchase were held.
        case held
        /// Held coins can be spent again.
        case released
        /// A refund revoked coins, or turned missing ones into a debt.
        case revoked
        /// The reversal of a refund returned coins and canceled debt.
        case restored
        /// Coins expired.
        case expired
        /// Coins were transferred from the wallet of a merged customer.
        case merged
    }

    /// The cause of a movement.
    package enum Cause: String, Hashable, Sendable, CaseIterable {
        /// A purchase.
        case purchase
        /// An operator.
        case `operator`
        /// A call of the shop.
        case call
        /// A refund, a refund request, or the reversal of a refund.
        case refund
        /// The passing of time.
        case expiry
        /// A merge of two customers.
        case merge
    }

    /// An account of coins: a place, an origin or a destination.
    package enum Account: String, Hashable, Sendable, CaseIterable {
        /// The customer's coins that can be spent.
        case available
        /// The customer's coins that are held.
        case held
        /// The customer's debt, negative.
        case debt
        /// Coins from purchases.
        case purchases
        /// Granted coins.
        case grants
        /// Corrections.
        case adjustments
        /// Spent coins.
        case spent
        /// Coins that refunds revoked.
        case refunds
        /// Coins that refunds would have revoked and that are forgiven.
        case forgiven
        /// Expired coins.
        case expired
        /// Coins transferred to or from another wallet of the same customer.
        case merged
    }

    /// An entry: coins of a lot entered or left an account.
    package struct Entry: Hashable, Sendable {
        /// The account.
        package let account: Account
        /// The lot; `nil` for a whole wallet.
        package let lot: Int64?
        /// The number of coins that entered; negative for coins that left.
        package let quantity: Int64

        /// Creates an entry of these values.
        package init(_ account: Account, lot: Int64?, _ quantity: Int64) {
            self.account = account
            self.lot = lot
            self.quantity = quantity
        }
    }

    /// Its number in the wallet, from 1 without gaps.
    package let number: Int64
    /// The kind.
    package let kind: Kind
    /// The number of coins; negative where an adjustment removes them.
    package let quantity: Int64
    /// The cause.
    package let cause: Cause
    /// The key that identifies a repeated request; unique for each cause in a wallet.
    package let key: MovementKey
    /// The requester's reason; empty after the customer was erased.
    package let reason: String
    /// The name of the operator or key that requested it; `nil` for movements without a requester.
    package let by: String?
    /// The instant of the movement.
    package let at: Instant
    /// The purchase that it concerns.
    package let purchase: PurchaseKey?
    /// The instant at which the added coins expire.
    package let expiresAt: Instant?
    /// The entries, from account to account.
    package let entries: [Entry]
    /// The balance after it, held coins included.
    package let balance: Int64
    /// The held coins after it.
    package let held: Int64
    /// The debt after it.
    package let debt: Int64

    /// Creates a movement of these values.
    package init(
        number: Int64,
        kind: Kind,
        quantity: Int64,
        cause: Cause,
        key: String,
        reason: String,
        by: String?,
        at: Instant,
        purchase: PurchaseKey?,
        expiresAt: Instant?,
        entries: [Entry],
        balance: Int64,
        held: Int64,
        debt: Int64
    ) {
        self.number = number
        self.kind = kind
        self.quantity = quantity
        self.cause = cause
        self.key = MovementKey(key)
        self.reason = reason
        self.by = by
        self.at = at
        self.purchase = purchase
        self.expiresAt = expiresAt
        self.entries = entries
        self.balance = balance
        self.held = held
        self.debt = debt
    }

    /// The decrease of the balance; negative for an increase.
    package var loss: Int64 {
        self.entries.reduce(0) { sum, entry in
            entry.account == .available || entry.account == .held ? sum - entry.quantity : sum
        }
    }

    /// The same movement without the reason, which may contain personal data.
    package var redacted: Self {
        Self(
            number: self.number,
            kind: self.kind,
            quantity: self.quantity,
            cause: self.cause,
            key: self.key.rawValue,
            reason: "",
            by: self.by,
            at: self.at,
            purchase: self.purchase,
            expiresAt: self.expiresAt,
            entries: self.entries,
            balance: self.balance,
            held: self.held,
            debt: self.debt
        )
    }
}

/// The key that identifies a movement when its request is repeated, as the requester spells it.
package typealias MovementKey = Identifier<Movement>
