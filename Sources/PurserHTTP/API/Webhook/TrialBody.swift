import Ledger
package import PurserService

/// How an attempt ended that somebody asked for, as our JSON.
package struct TrialBody: Codable, Hashable, Sendable {
    /// The endpoint.
    package let webhook: String
    /// The id of what was sent.
    package let event: String
    /// Whether it arrived.
    package let arrived: Bool
    /// Why it did not.
    package let failure: DeliveryFailureBody?
    /// How long it took.
    package let tookMilliseconds: Int64

    /// The body of a trial.
    package init(_ trial: WebhookTrial) {
        self.webhook = trial.webhook.rawValue
        self.event = trial.event.rawValue
        self.tookMilliseconds = trial.took.milliseconds
        switch trial.outcome {
        case .arrived:
            self.arrived = true
            self.failure = nil
        case .failed(let failure, _), .gone(let failure):
            self.arrived = false
            self.failure = DeliveryFailureBody(failure)
        case .unable(let code):
            self.arrived = false
            self.failure = DeliveryFailureBody(code: code)
        }
    }
}
