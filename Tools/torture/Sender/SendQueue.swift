import Foundation
import Ledger
import PurserTesting
import Synchronization

/// The outgoing post: what has been sent, what was acknowledged, what is to be sent again.
final class SendQueue: Sendable {
    /// What was heard, for the table at the end.
    struct Tally: Sendable {
        /// Messages that were acknowledged.
        var acknowledged = 0
        /// Further acknowledgments of the same messages.
        var duplicates = 0
        /// Attempts that ended without an answer.
        var unanswered = 0
        /// Messages that were kept until their time comes.
        var held = 0
        /// The number of messages that the client stopped sending although the server has not acknowledged them.
        var abandoned = 0
        /// Answers of 503.
        var putOff = 0
        /// Forgeries and strangers' notifications that were turned away.
        var turnedAway = 0
        /// Any other answer.
        var others: [Int: Int] = [:]
    }

    private struct State {
        var generator: SeededGenerator
        var order: [Int]
        var next = 0
        var retries: [(dueAt: ContinuousClock.Instant, number: Int)] = []
        var acknowledged: Set<Int> = []
        var acknowledgedInOrder: [Int] = []
        var digests: [EvidenceDigest: Int] = [:]
        var refusals: [Int: Int] = [:]
        var abandoned: Set<Int> = []
        var violations: [String] = []
        var tally = Tally()
        var takesNew = true
        var front: Int64
    }

    /// How often a genuine message may be refused for good before that is a violation.
    private static let patience = 3
    /// How many of a hundred messages that were not answered are given up.
    private static let abandonedPercent = 10
    /// How far messages overtake each other.
    private static let window = 120

    /// What there is to send.
    let messages: [TortureMessage]
    private let state: Mutex<State>

    /// A post of these messages.
    init(messages: [TortureMessage], seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var order = Array(messages.indices)
        for place in order.indices {
            order.swapAt(place, min(order.count - 1, place + generator.number(below: Self.window)))
        }
        self.messages = messages
        self.state = Mutex(State(generator: generator, order: order, front: messages.first?.signedAt ?? 0))
    }

    /// What was heard so far.
    var tally: Tally { self.state.withLock { $0.tally } }
    /// The numbers of the messages that were acknowledged.
    var acknowledged: Set<Int> { self.state.withLock { $0.acknowledged } }
    /// Returns the number of the message that has this digest, of those that were ever sent.
    func number(of digest: EvidenceDigest) -> Int? { self.state.withLock { $0.digests[digest] } }
    /// Answers that should not have been given.
    var violations: [String] { self.state.withLock { $0.violations } }
    /// How many messages were sent and not acknowledged.
    var waiting: Int {
        self.state.withLock { Set($0.digests.values).subtracting($0.acknowledged).subtracting($0.abandoned).count }
    }

    /// The latest signed date of what was sent, in milliseconds since 1970.
    var front: Int64 { self.state.withLock { $0.front } }

    /// Takes every message for sent, and those for acknowledged that an earlier run has written down.
    func recall(journal path: String) throws {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        for message in self.messages {
            if let digest = TortureMessage.digest(of: message.compact) { self.sending(message, digest: digest) }
        }
        for number in lines.compactMap({ Int($0) }) where self.messages.indices.contains(number) {
            self.acknowledge(self.messages[number], isHeld: false)
        }
    }

    /// Sends nothing any more that was never sent before.
    func closeForNew() { self.state.withLock { $0.takesNew = false } }

    /// Returns the next message to send: a retry that is due, one that was acknowledged already, or a new one.
    func take(at now: ContinuousClock.Instant) -> TortureMessage? {
        self.state.withLock { state in
            if let first = state.retries.first, first.dueAt <= now {
                state.retries.removeFirst()
                return self.messages[first.number]
            }
            if !state.acknowledgedInOrder.isEmpty, state.generator.happens(percent: 8) || !self.hasNew(state) {
                guard state.takesNew || state.generator.happens(percent: 20) else { return nil }
                return self.messages[state.generator.pick(state.acknowledgedInOrder)]
            }
            guard self.hasNew(state) else { return nil }
            let number = state.order[state.next]
            // Some are sent twice at the same moment.
            if !state.generator.happens(percent: 5) { state.next += 1 }
            return self.messages[number]
        }
    }

    private func hasNew(_ state: borrowing State) -> Bool { state.takesNew && state.next < state.order.count }

    /// Notes that a message is on its way.
    func sending(_ message: TortureMessage, digest: EvidenceDigest) {
        self.state.withLock { state in
            state.digests[digest] = message.number
            state.front = max(state.front, message.signedAt)
        }
    }

    /// Notes an acknowledgment, which is on disk already.
    func acknowledge(_ message: TortureMessage, isHeld: Bool) {
        self.state.withLock { state in
            if isHeld { state.tally.held += 1 }
            if state.acknowledged.insert(message.number).inserted {
                state.acknowledgedInOrder.append(message.number)
                state.tally.acknowledged += 1
            } else {
                state.tally.duplicates += 1
            }
        }
    }

    /// Notes any other answer, or none, and plans to send the message again.
    func putOff(_ message: TortureMessage, status: Int?, now: ContinuousClock.Instant) {
        self.state.withLock { state in
            switch status {
            case nil: state.tally.unanswered += 1
            case 503?: state.tally.putOff += 1
            case .some(let other):
                state.tally.others[other, default: 0] += 1
                state.refusals[message.number, default: 0] += 1
                if state.refusals[message.number] == Self.patience {
                    state.violations.append("message \(message.number) is genuine and was answered \(other)")
                }
            }
            guard !state.acknowledged.contains(message.number) else { return }
            // Some messages are given up for good; the server may have recorded them or not.
            if status == nil, state.generator.happens(percent: Self.abandonedPercent) {
                if state.abandoned.insert(message.number).inserted { state.tally.abandoned += 1 }
                return
            }
            let wait = Duration.milliseconds(30 + state.generator.number(below: 400))
            state.retries.append((now + wait, message.number))
        }
    }

    /// Notes the answer to something that must never be acknowledged.
    func answered(forgery: TortureMessage, status: Int?) {
        self.state.withLock { state in
            guard let status else { return }
            if (200..<300).contains(status) {
                state.violations.append("a forgery of message \(forgery.number) was acknowledged")
            } else {
                state.tally.turnedAway += 1
            }
        }
    }

    /// Returns whether chance wants something that happens so many times in a hundred.
    func happens(percent: Int) -> Bool { self.state.withLock { $0.generator.happens(percent: percent) } }
}
