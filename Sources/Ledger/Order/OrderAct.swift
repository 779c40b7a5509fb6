/// Something done to an order.
package enum OrderAct: Hashable, Sendable {
    /// It is called off: when, by whom and why.
    case cancel(at: Instant, by: String, reason: String?)
    /// Somebody writes something down about it.
    case note(OrderNote)
    /// Its delivery was confirmed; `nil` when that was taken back.
    case deliver(at: Instant?)
    /// Time has passed over it.
    case look
    /// Apple was asked whether it was paid.
    case asked(at: Instant)
}
