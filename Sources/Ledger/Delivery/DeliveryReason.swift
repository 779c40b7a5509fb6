/// Why a delivery waits, is parked, or is cancelled.
package enum DeliveryReason: String, Hashable, Sendable, CaseIterable {
    /// An app handed in what was signed long ago, and Apple has not said since that it stands.
    case unconfirmed
    /// Nobody owns the purchase.
    case unclaimed
    /// A refund of it was reported that Apple did not sign, and the catalog has nothing handed over meanwhile.
    case refundReported = "refund_reported"
    /// The purchase was refunded or withdrawn before.
    case refunded
    /// It was made before this server delivered, and nothing has released it.
    case elsewhere
    /// The Sandbox policy gives nothing for it.
    case sandbox
    /// The customer has had all that the Sandbox policy gives in a day.
    case sandboxLimit = "sandbox_limit"
    /// Somebody else has paid, and what is shared brings no goods.
    case notPaid = "not_paid"
    /// Another delivery stands for the same purchase.
    case twin
    /// The transaction names a quantity that no purchase has.
    case quantity
    /// The goods are more than can be counted.
    case uncountable
    /// It has failed for too long.
    case failing
    /// A person or the shop said so.
    case byHand = "by_hand"
}
