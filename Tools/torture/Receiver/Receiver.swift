import Crypto
import Foundation
import Ledger
import PurserTesting
import Synchronization

/// A receiver of webhooks: checks what comes, writes it down, and answers as it likes.
final class Receiver: Sendable {
    /// What is sent to it.
    struct Delivery {
        /// The target of the request.
        let target: String
        /// `webhook-id`, if it is there.
        let id: String?
        /// `webhook-timestamp`, if it is there.
        let timestamp: String?
        /// `webhook-signature`, if it is there.
        let signatures: String?
        /// The body.
        let body: [UInt8]

        /// What its event stream is called: the id without the number; what Apple signed is an event stream of its own.
        var stream: String {
            guard let id = self.id else {
                return EvidenceDigest(Array(SHA256.hash(data: self.body)))?.hexadecimal ?? ""
            }
            return String(id.prefix(upTo: id.lastIndex(of: "_") ?? id.endIndex))
        }
    }

    /// What it answers.
    enum Answer {
        /// A status, after a while.
        case status(Int, headers: [(String, String)] = [], afterMilliseconds: Int64 = 0)
        /// Nothing: the connection ends.
        case none
    }

    private struct State {
        var generator: SeededGenerator
        var check = WebhookCheck()
        /// How many more are refused.
        var burst = 0
        var isCalm = false
        var isLate = false
    }

    /// How long an answer takes that is too late for the server.
    private static let lateMilliseconds: Int64 = 16_000

    /// What it is.
    let plan: ReceiverPlan
    /// Where it writes.
    let log: ArrivalLog
    /// Where it writes who came when, if anybody wants to know.
    let visits: VisitLog?
    /// Its place among all.
    let place: Int
    private let targets: [String]
    private let state: Mutex<State>

    /// The receiver of a plan, which sends to these addresses where it sends elsewhere.
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

    /// Gives it a secret.
    func learn(_ secret: String) { self.state.withLock { $0.check.learn(secret) } }

    /// Lets it behave from now on.
    func calm() { self.state.withLock { $0.isCalm = true } }

    /// Lets it answer too late from now on, or no longer.
    func setLate(_ isLate: Bool) { self.state.withLock { $0.isLate = isLate } }

    /// Takes a delivery, or not.
    func take(_ delivery: Delivery) -> Answer {
        guard delivery.target == ReceiverPlan.path else {
            self.log.noteStray("somebody followed a redirect to \(delivery.target) of \(self.plan.name)")
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
        // What Apple signed is passed on as it came, and bears no other signature.
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
