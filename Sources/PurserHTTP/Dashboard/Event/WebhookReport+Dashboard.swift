import Ledger
import PurserService

// How the states of endpoints and deliveries are shown.

extension WebhookReport {
    /// The key of the word for the state, and its color.
    var state: (textKey: String, color: String) {
        switch self.endpoint.state {
        case .paused: ("webhookStatePaused", "warn")
        case .gone: ("webhookStateGone", "bad")
        case .active where self.health.failingSince != nil: ("webhookStateFailing", "bad")
        case .active where self.waiting.suspended > 0: ("webhookStateSuspended", "bad")
        case .active: ("webhookStateActive", "good")
        }
    }

    /// Returns the sentence that says what the state means and what to do.
    func sentence(_ visit: DashboardVisit) -> String {
        let backlog = WebhookReport.count(self.waiting.streams)
        switch self.endpoint.state {
        case .paused: return visit.text("webhookSaysPaused", backlog)
        case .gone: return visit.text("webhookSaysGone", backlog)
        case .active: break
        }
        if self.health.failingSince != nil, let failure = self.health.failure {
            return visit.text("webhookSaysFailing", failure.text, backlog)
        }
        if self.waiting.suspended > 0 {
            return visit.text("webhookSaysSuspended", WebhookReport.count(self.waiting.suspended))
        }
        return visit.text("webhookSaysActive")
    }

    /// Returns a count of event streams; the largest one stands for all larger ones.
    static func count(_ count: Int) -> String {
        DashboardNumbers.count(count) + (count >= WaitingCounts.maximum ? "+" : "")
    }
}

extension EventDelivery.State {
    /// The key of the text.
    var textKey: String {
        switch self {
        case .waiting: "webhookStateWaiting"
        case .settled: "webhookStateSettled"
        case .excluded: "webhookStateExcluded"
        }
    }

    /// The color of the state.
    var color: String {
        switch self {
        case .waiting: "warn"
        case .settled: "good"
        case .excluded: ""
        }
    }
}

extension DeliveryFailure {
    /// The failure as people read it: `HTTP 500`, or the code of the error before an answer.
    var text: String { self.status.map { "HTTP \($0)" } ?? self.code }
}

extension DeliveryAttempt {
    /// Returns the sentence about a failed attempt; `nil` for one that arrived.
    func failureText(_ visit: DashboardVisit) -> String? {
        switch self.outcome {
        case .arrived: nil
        case .failed(let failure, _): visit.text("webhookAttemptFailed", failure.text)
        case .gone(let failure): visit.text("webhookAttemptFailed", failure.text)
        case .unable(let code): visit.text("webhookAttemptUnable", code)
        }
    }
}

extension WebhookEndpoint {
    /// Returns what the endpoint receives: the names in its filter, or the word for all.
    func selection(_ visit: DashboardVisit) -> String {
        self.filter.patterns.isEmpty ? visit.text("webhookEventsAll") : self.filter.patterns.joined(separator: ", ")
    }

    /// Returns the environments in the filter, or the word for all.
    func environments(_ visit: DashboardVisit) -> String {
        let names = self.filter.environments.map(\.rawValue).sorted()
        return names.isEmpty ? visit.text("webhookEnvironmentsAll") : names.joined(separator: ", ")
    }

    /// The host and port of the address; the rest may contain a secret of the receiver.
    var host: String { String(self.address.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" && $0 != "?" }) }
}
