/// What an import said of one transaction besides whose it is: kept with the transaction until something needs it.
package struct ImportFact: Hashable, Sendable {
    /// The transaction it is about.
    package let transactionID: TransactionID
    /// When the file was submitted; of several words on one thing the newest counts.
    package let statedAt: Instant
    /// The account token that the shop had given to the purchase.
    package var accountToken: AccountToken?
    /// Whether what was bought was handed over.
    package var isDelivered: Bool?
    /// When it was handed over, where the file says so.
    package var deliveredAt: Instant?
    /// How much of it was used up, in thousandths of a percent: 0 to 100,000.
    package var consumedMilliunits: Int?
    /// Whether the customer agreed that data about the purchase is sent to Apple.
    package var hasConsented: Bool?
    /// When he agreed, where the file says so.
    package var consentedAt: Instant?

    /// A fact about a transaction that says nothing yet.
    package init(transactionID: TransactionID, statedAt: Instant) {
        self.transactionID = transactionID
        self.statedAt = statedAt
    }

    /// The same words about a transaction.
    package func about(_ transactionID: TransactionID) -> Self {
        var fact = Self(transactionID: transactionID, statedAt: self.statedAt)
        fact.accountToken = self.accountToken
        fact.isDelivered = self.isDelivered
        fact.deliveredAt = self.deliveredAt
        fact.consumedMilliunits = self.consumedMilliunits
        fact.hasConsented = self.hasConsented
        fact.consentedAt = self.consentedAt
        return fact
    }

    /// Whether it says nothing.
    package var isEmpty: Bool {
        self.accountToken == nil && self.isDelivered == nil && self.consumedMilliunits == nil
            && self.hasConsented == nil
    }

    /// Two words of one instant as one: where both say something, delivered counts before not delivered, the greater
    /// share and token count, and no consent counts before consent, whatever order they came in.
    package func joined(with other: Self) -> Self {
        var joined = self
        joined.accountToken = Self.greater(self.accountToken, other.accountToken)
        joined.consumedMilliunits = Self.greater(self.consumedMilliunits, other.consumedMilliunits)
        joined.isDelivered = Self.either(self.isDelivered, other.isDelivered) { $0 || $1 }
        joined.hasConsented = Self.either(self.hasConsented, other.hasConsented) { $0 && $1 }
        joined.deliveredAt = joined.isDelivered == true ? Self.greater(self.deliveredAt, other.deliveredAt) : nil
        joined.consentedAt = joined.hasConsented == true ? Self.greater(self.consentedAt, other.consentedAt) : nil
        return joined
    }

    /// What is known after an older word, which counts where this one says nothing.
    package func overlaying(_ older: Self) -> Self {
        var whole = self
        if whole.accountToken == nil { whole.accountToken = older.accountToken }
        if whole.isDelivered == nil {
            whole.isDelivered = older.isDelivered
            whole.deliveredAt = older.deliveredAt
        }
        if whole.consumedMilliunits == nil { whole.consumedMilliunits = older.consumedMilliunits }
        if whole.hasConsented == nil {
            whole.hasConsented = older.hasConsented
            whole.consentedAt = older.consentedAt
        }
        return whole
    }

    private static func greater<Value: Comparable>(_ left: Value?, _ right: Value?) -> Value? {
        Self.either(left, right) { max($0, $1) }
    }

    private static func either<Value>(_ left: Value?, _ right: Value?, _ both: (Value, Value) -> Value) -> Value? {
        guard let left else { return right }
        guard let right else { return left }
        return both(left, right)
    }
}
