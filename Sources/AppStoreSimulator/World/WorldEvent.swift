/// Something a world does by itself when its time has come.
///
/// Subscriptions are named by their place in the world.
package enum WorldEvent: Hashable, Sendable {
    /// The period of a subscription is to be followed by another, or ends.
    case periodEnds(subscription: Int)
    /// The grace period of a subscription ends.
    case graceEnds(subscription: Int)
    /// The store stops trying to bill a subscription.
    case billingRetryEnds(subscription: Int)
    /// A notification that was not taken is sent once more.
    case redelivery(notification: String)
}
