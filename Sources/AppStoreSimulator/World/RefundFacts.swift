import AppStore

/// A refund request that a customer made in the app.
///
/// Instants are milliseconds since 1970.
struct RefundFacts: Sendable {
    /// The developer's answer to the request.
    struct Answer: Sendable, Hashable {
        /// The instant of arrival.
        let at: Int64
        /// The developer's preference.
        let preference: RefundPreference?
        /// The consumed share, in thousandths of a percent.
        let consumedPercentage: Int?
    }

    /// The outcome of the request.
    enum Outcome: Sendable, Hashable {
        case refunded(percentage: Int?)
        case declined
    }

    /// The index of the transaction.
    let transaction: Int
    /// The instant of the request.
    let requestedAt: Int64
    /// The reason that the customer chose.
    let reason: ConsumptionRequestReason
    /// The text that the customer wrote.
    let text: String
    /// Whether the store sends a consumption request to the developer.
    let asksDeveloper: Bool
    /// The items whose refund the developer requested; `nil` for a request by the customer.
    var commerce: CommerceRefundRequest?
    /// The received answers, in their order; the first one inside the window counts.
    var answers: [Answer] = []
    /// Its entry in the agenda while the request is open or the decision has not been sent to the app's server.
    var scheduled: Agenda.Number?
    /// The outcome, once decided.
    var outcome: Outcome?
    /// The instant of the decision.
    var decidedAt: Int64?
}
