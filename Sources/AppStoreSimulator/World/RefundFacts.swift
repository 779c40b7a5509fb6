import AppStore

/// One request for a refund that a customer made in the app.
///
/// Instants are milliseconds since 1970.
struct RefundFacts: Sendable {
    /// What the developer said about it.
    struct Answer: Sendable, Hashable {
        /// When it came.
        let at: Int64
        /// What the developer prefers.
        let preference: RefundPreference?
        /// How much was consumed, in thousandths of a percent.
        let consumedPercentage: Int?
    }

    /// What came of it.
    enum Outcome: Sendable, Hashable {
        case refunded(percentage: Int?)
        case declined
    }

    /// The transaction's place in the world.
    let transaction: Int
    /// When the customer asked.
    let requestedAt: Int64
    /// The reason the customer chose.
    let reason: ConsumptionRequestReason
    /// What the customer wrote.
    let text: String
    /// Whether the developer was asked.
    let asksDeveloper: Bool
    /// The items that the developer asks to be refunded; none when the customer asks.
    var commerce: CommerceRefundRequest?
    /// The answers that came, in their order; the first one inside the window counts.
    var answers: [Answer] = []
    /// Its entry in the agenda, while it is open or the app's server has not heard of the decision.
    var scheduled: Agenda.Number?
    /// What came of it, once decided.
    var outcome: Outcome?
    /// When it was decided.
    var decidedAt: Int64?
}
