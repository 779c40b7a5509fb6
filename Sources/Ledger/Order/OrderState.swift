/// How far an order has come.
package enum OrderState: String, Hashable, Sendable, CaseIterable {
    /// It waits for its payment.
    case created
    /// It was paid for and waits for its delivery.
    case paid
    /// What was paid for was handed over.
    case delivered
    /// Nobody paid in time; a payment that comes all the same makes it paid.
    case expired
    /// It was called off; a payment that comes all the same makes it paid.
    case cancelled
    /// All of the money went back.
    case refunded
    /// A part of the money went back.
    case partlyRefunded = "partly_refunded"
}
