/// The values that an import states about one transaction besides its owner, stored until the transaction is known and
/// they are needed.
package struct ImportFact: Hashable, Sendable {
    /// The transaction.
    package let transactionID: TransactionID
    /// The instant at which the file was submitted; of several statements about one value the newest counts.
    package let statedAt: Instant
    /// The account token that the shop gave to the purchase.
    package var accountToken: AccountToken?
    /// Whether the purchase was fulfilled; Apple calls this delivered.
    package var isDelivered: Bool?
    /// The instant of the fulfillment, if the file states it.
    package var deliveredAt: Instant?
    /// The consumed share, in thousandths of a percent: 0 to 100,000.
    package var consumedMilliunits: Int?
    /// Whether the customer consented to sending data about the purchase to Apple.
    package var hasConsented: Bool?
    /// The instant of the consent, if the file states it.
    package var consentedAt: Instant?

    /// Creates a fact about a transaction, without values.
    package init(transactionID: TransactionID, statedAt: Instant) {
        self.transactionID = transactionID
        self.statedAt = statedAt
    }

    /// Returns the same values for a transaction.
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

    /// Whether it states no value.
    package var isEmpty: Bool {
        self.accountToken == nil && self.isDelivered == nil && self.consumedMilliunits == nil
            && self.hasConsented == nil
    }

    /// Returns two facts of one instant as one.
    ///
    /// Where both state a value, delivered counts before not delivered, the greater share and token count, and no
    /// consent counts before consent. The result is the same in any order.
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

    /// Returns this fact, completed with the values of an older one that it lacks.
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
