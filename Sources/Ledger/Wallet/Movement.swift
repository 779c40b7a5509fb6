/// One change of a wallet, in double entry: what leaves one account arrives in others, so its entries sum to zero.
package struct Movement: Hashable, Sendable {
    /// What was done.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A purchase brought coins.
        case credited
        /// Somebody gave coins by hand.
        case granted
        /// The customer spent coins.
        case spent
        /// Somebody corrected the balance by hand.
        case adjusted
        /// What is left of a purchase was held.
        case held
        /// What was held can be spent again.
        case released
        /// A refund revoked coins, or made a debt of what was missing.
        case revoked
        /// The reversal of a refund gave coins and debt back.
        case restored
        /// Coins expired.
        case expired
        /// Coins went from the wallet of a customer who is another's now.
        case merged
    }

    /// What brought it about.
    package enum Cause: String, Hashable, Sendable, CaseIterable {
        /// A purchase.
        case purchase
        /// An operator.
        case `operator`
        /// A call of the shop.
        case call
        /// A refund, the asking for one, or the reversal of one.
        case refund
        /// Time.
        case expiry
        /// A merge of two customers.
        case merge
    }

    /// Where coins are, or came from, or went to.
    package enum Account: String, Hashable, Sendable, CaseIterable {
        /// The customer's coins that can be spent.
        case available
        /// The customer's coins that are held.
        case held
        /// What the customer owes, negative.
        case debt
        /// What purchases brought.
        case purchases
        /// What was given by hand.
        case grants
        /// What was corrected by hand.
        case adjustments
        /// What was spent.
        case spent
        /// What refunds asked back.
        case refunds
        /// What refunds asked back and nobody owes.
        case forgiven
        /// What expired.
        case expired
        /// What went to or came from another wallet of the same person.
        case merged
    }

    /// That coins of a lot entered or left an account.
    package struct Entry: Hashable, Sendable {
        /// The account.
        package let account: Account
        /// The lot; `nil` for a whole wallet.
        package let lot: Int64?
        /// How many entered; negative for how many left.
        package let quantity: Int64

        /// An entry of these values.
        package init(_ account: Account, lot: Int64?, _ quantity: Int64) {
            self.account = account
            self.lot = lot
            self.quantity = quantity
        }
    }

    /// Its number in the wallet, from 1 without gaps.
    package let number: Int64
    /// What was done.
    package let kind: Kind
    /// How many coins it is about; negative where an adjustment takes them away.
    package let quantity: Int64
    /// What brought it about.
    package let cause: Cause
    /// By what it is known when it is asked for again; once for each cause in a wallet.
    package let key: MovementKey
    /// Why, in the words of whoever asked for it; empty once his customer was erased.
    package let reason: String
    /// Who asked for it: an operator or a key, by name; `nil` where nobody did.
    package let by: String?
    /// When.
    package let at: Instant
    /// The purchase that it is about.
    package let purchase: PurchaseKey?
    /// When what came by it expires.
    package let expiresAt: Instant?
    /// From account to account.
    package let entries: [Entry]
    /// The coins of the wallet after it, held ones included.
    package let balance: Int64
    /// The held coins after it.
    package let held: Int64
    /// The debt after it.
    package let debt: Int64

    /// A movement of these values.
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

    /// By how much the balance fell by it; negative where it rose.
    package var loss: Int64 {
        self.entries.reduce(0) { sum, entry in
            entry.account == .available || entry.account == .held ? sum - entry.quantity : sum
        }
    }

    /// The same movement without the words that may speak of a person.
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

/// By what a movement is known when it is asked for again, as whoever asked spells it.
package typealias MovementKey = Identifier<Movement>
