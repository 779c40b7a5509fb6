import Foundation
import Ledger
import PurserTesting
import Synchronization

/// The messages to send: which were sent, which were acknowledged, and which are to be sent again.
final class SendQueue: Sendable {
    /// The counts of answers, for the table at the end.
    struct Tally: Sendable {
        /// The number of acknowledged messages.
        var acknowledged = 0
        /// The number of further acknowledgments of the same messages.
        var duplicates = 0
        /// The number of attempts without an answer.
        var unanswered = 0
        /// The number of messages in quarantine until they are due.
        var held = 0
        /// The number of messages that the client stopped sending although the server has not acknowledged them.
        var abandoned = 0
        /// Answers of 503.
        var putOff = 0
        /// The number of refused forgeries and foreign notifications.
        var turnedAway = 0
        /// The number of other answers by status.
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

    /// How often a genuine message may be rejected before that is a violation.
    private static let patience = 3
    /// The percentage of unanswered messages that are given up.
    private static let abandonedPercent = 10
    /// The maximum distance by which messages overtake each other.
    private static let window = 120

    /// All messages.
    let messages: [TortureMessage]
    private let state: Mutex<State>

    /// Creates a queue of these messages.
    init(messages: [TortureMessage], seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var order = Array(messages.indices)
        for place in order.indices {
            order.swapAt(place, min(order.count - 1, place + generator.number(below: Self.window)))
        }
        self.messages = messages
        self.state = Mutex(State(generator: generator, order: order, front: messages.first?.signedAt ?? 0))
    }

    /// The counts so far.
    var tally: Tally { self.state.withLock { $0.tally } }
    /// The numbers of the acknowledged messages.
    var acknowledged: Set<Int> { self.state.withLock { $0.acknowledged } }
    /// Returns the number of the message with this digest, if it was ever sent.
    func number(of digest: EvidenceDigest) -> Int? { self.state.withLock { $0.digests[digest] } }
    /// A sentence for each answer that violates a promise.
    var violations: [String] { self.state.withLock { $0.violations } }
    /// The number of messages that were sent and not acknowledged.
    var waiting: Int {
        self.state.withLock { Set($0.digests.values).subtracting($0.acknowledged).subtracting($0.abandoned).count }
    }

    /// The latest signed date of the sent messages, in milliseconds since 1970.
    var front: Int64 { self.state.withLock { $0.front } }

    /// Marks every message as sent, and those as acknowledged that an earlier run has in its journal.
    func recall(journal path: String) throws {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        for message in self.messages {
            if let digest = TortureMessage.digest(of: message.compact) { self.sending(message, digest: digest) }
        }
        for number in lines.compactMap({ Int($0) }) where self.messages.indices.contains(number) {
            self.acknowledge(self.messages[number], isHeld: false)
        }
    }

    /// Sends no new messages from now on.
    func closeForNew() { self.state.withLock { $0.takesNew = false } }

    /// Returns the next message to send: a due retry, one that was already acknowledged, or a new one.
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
            // Some messages are sent twice at the same moment.
            if !state.generator.happens(percent: 5) { state.next += 1 }
            return self.messages[number]
        }
    }

    private func hasNew(_ state: borrowing State) -> Bool { state.takesNew && state.next < state.order.count }

    /// Records that a message is being sent.
    func sending(_ message: TortureMessage, digest: EvidenceDigest) {
        self.state.withLock { state in
            state.digests[digest] = message.number
            state.front = max(state.front, message.signedAt)
        }
    }

    /// Records an acknowledgment, which is on disk already.
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

    /// Records any other answer, or none, and schedules the message again.
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

    /// Records the answer to a message that must never be acknowledged.
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

    /// Returns true in a given percentage of calls, at random.
    func happens(percent: Int) -> Bool { self.state.withLock { $0.generator.happens(percent: percent) } }
}
