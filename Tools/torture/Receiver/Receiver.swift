import Crypto
import Foundation
import Ledger
import PurserTesting
import Synchronization

/// A receiver of webhooks: it checks each delivery, logs it, and answers as its plan says.
final class Receiver: Sendable {
    /// A request to the receiver.
    struct Delivery {
        /// The target of the request.
        let target: String
        /// The `webhook-id` header, if present.
        let id: String?
        /// The `webhook-timestamp` header, if present.
        let timestamp: String?
        /// The `webhook-signature` header, if present.
        let signatures: String?
        /// The body.
        let body: [UInt8]

        /// The name of the event stream: the id without the number; a relayed notification is a stream of its own.
        var stream: String {
            guard let id = self.id else {
                return EvidenceDigest(Array(SHA256.hash(data: self.body)))?.hexadecimal ?? ""
            }
            return String(id.prefix(upTo: id.lastIndex(of: "_") ?? id.endIndex))
        }
    }

    /// The receiver's answer.
    enum Answer {
        /// A status, after a delay.
        case status(Int, headers: [(String, String)] = [], afterMilliseconds: Int64 = 0)
        /// None: the connection ends.
        case none
    }

    private struct State {
        var generator: SeededGenerator
        var check = WebhookCheck()
        /// The number of further refusals in this burst.
        var burst = 0
        var isCalm = false
        var isLate = false
    }

    /// The delay of an answer that is too late for the server.
    private static let lateMilliseconds: Int64 = 16_000

    /// The kind of a message.
    let plan: ReceiverPlan
    /// The log of arrivals.
    let log: ArrivalLog
    /// The log of visits, if the run has one.
    let visits: VisitLog?
    /// The index of the receiver.
    let place: Int
    private let targets: [String]
    private let state: Mutex<State>

    /// Creates the receiver of a plan, with the targets of its redirects.
    init(
        _ plan: ReceiverPlan,
        at place: Int,
        log: ArrivalLog,
        visits: VisitLog? = nil,
        redirectingTo targets: [String],
        seed: UInt64
    ) {
        self.plan = plan
        self.place = place
        self.log = log
        self.visits = visits
        self.targets = targets
        self.state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    /// Adds a secret.
    func learn(_ secret: String) { self.state.withLock { $0.check.learn(secret) } }

    /// Makes it healthy from now on.
    func calm() { self.state.withLock { $0.isCalm = true } }

    /// Makes it answer too late from now on, or no longer.
    func setLate(_ isLate: Bool) { self.state.withLock { $0.isLate = isLate } }

    /// Accepts or refuses a delivery.
    func take(_ delivery: Delivery) -> Answer {
        guard delivery.target == ReceiverPlan.path else {
            self.log.noteStray("the server followed a redirect to \(delivery.target) of \(self.plan.name)")
            return .status(404)
        }
        let id = delivery.id ?? "-"
        let digest = EvidenceDigest(Array(SHA256.hash(data: delivery.body)))?.hexadecimal ?? ""
        let (isGenuine, decided) = self.state.withLock { state in
            (self.isGenuine(delivery, state.check), self.answer(&state))
        }
        guard isGenuine else {
            let name = id.split(separator: " ").joined(separator: "?")
            let arrival = Arrival(receiver: self.place, .forged, id: name, digest: digest)
            self.log.note(arrival, losesAnswer: false, redirects: false)
            return .status(401)
        }
        var (fate, losesAnswer, redirects) = (Arrival.Fate.taken, false, false)
        switch decided {
        case .none: losesAnswer = true
        case .status(let status, _, _) where status < 300: break
        case .status(let status, _, _): (fate, redirects) = (.refused, status < 400)
        }
        let arrival = Arrival(receiver: self.place, fate, id: id, digest: digest)
        self.log.note(arrival, losesAnswer: losesAnswer, redirects: redirects)
        return decided
    }

    private func isGenuine(_ delivery: Delivery, _ check: WebhookCheck) -> Bool {
        // A relayed notification is forwarded unchanged, and has no other signature.
        guard !self.plan.isRelay else { return delivery.id == nil && delivery.signatures == nil }
        guard let id = delivery.id, !id.contains(where: { $0.isWhitespace || $0 == "." }) else { return false }
        return check.accepts(
            id: id,
            timestamp: delivery.timestamp ?? "",
            signatures: delivery.signatures ?? "",
            body: delivery.body,
            now: Int64(time(nil))
        )
    }

    private func answer(_ state: inout State) -> Answer {
        guard !state.isCalm else { return .status(204) }
        switch self.plan.behavior {
        case .healthy, .rebinding: return .status(204)
        case .unhurried: return .status(204, afterMilliseconds: 5 + Int64(state.generator.number(below: 60)))
        case .failing: return self.refusal(&state, percent: 5, longest: 40) ?? .status(200)
        case .slow:
            let milliseconds = state.isLate ? Self.lateMilliseconds : Int64(state.generator.number(below: 800))
            return .status(200, afterMilliseconds: milliseconds)
        case .lying: return state.generator.happens(percent: 25) ? .none : .status(202)
        case .redirecting:
            guard state.generator.happens(percent: 60) else { return .status(204) }
            let status = state.generator.pick([301, 302, 303, 307, 308])
            return .status(status, headers: [("location", state.generator.pick(self.targets))])
        case .moody:
            if let refusal = self.refusal(&state, percent: 3, longest: 8) { return refusal }
            return state.generator.happens(percent: 15) ? .none : .status(200)
        }
    }

    private func refusal(_ state: inout State, percent: Int, longest: Int) -> Answer? {
        if state.burst == 0, state.generator.happens(percent: percent) {
            state.burst = 1 + state.generator.number(below: longest)
        }
        guard state.burst > 0 else { return nil }
        state.burst -= 1
        // A receiver that has answered 410 gets nothing until an operator resumes it.
        let isGone = self.plan.behavior == .failing && state.generator.happens(percent: 1)
        let status = isGone ? 410 : state.generator.pick([500, 502, 503, 429, 404])
        return .status(status, headers: status == 429 || status == 503 ? [("retry-after", "1")] : [])
    }
}
