/// What the shop or an operator does with a delivery.
package enum DeliveryAct: Hashable, Sendable {
    /// Says that it was handed over, or taken back: with a key that call and no other, with neither a kind nor a key that
    /// it was handed over.
    case confirm(DeliveryCall.Kind?, by: DeliveryConfirmer, recovered: [String: Int]?, key: String? = nil)
    /// Says that it could not be done.
    case fail(DeliveryFailure)
    /// Has it tried again at once.
    case retry
    /// Leaves it to a person.
    case park
    /// Has it handed over although it is older than the deliveries of this server, or more than the Sandbox gives in a day.
    case release
}
