/// Something that the world does by itself when its time has come; places are indices into the world's state.
package enum WorldEvent: Hashable, Sendable {
    /// A renewal can no longer be stopped.
    case renewalIsCharged(subscription: Int)
    /// A subscription's period ends, or its renewal is signed just ahead of that.
    case periodEnds(subscription: Int)
    /// A subscription's billing grace ends.
    case graceEnds(subscription: Int)
    /// The store stops trying to bill a subscription.
    case billingRetryEnds(subscription: Int)
    /// A refund request is decided.
    case refundDecided(request: Int)
    /// The app's server is told how a refund request was decided.
    case refundNoticed(request: Int)
    /// An extension for all subscribers is worked off.
    case extensionRuns(request: Int)
    /// A reminder of an external purchase token, or its end, is due.
    case externalPurchase(token: Int)
    /// A customer is told that the items of a subscription will cost more.
    case commercePriceTold(subscription: Int)
    /// A notification is sent again, or for the first time when it was held back.
    case delivery(notification: Int)
}
