import Synchronization

/// Checks whether two workers ever sent events of one event stream at the same time.
package struct EventStreamJudge {
    /// A sentence for each violation.
    package private(set) var violations: [String] = []
    /// The number of event streams that were sent.
    package private(set) var streamCount = 0
    /// The number of event streams that more than one node sent, one after the other.
    package private(set) var sharedCount = 0

    private struct EventStream: Hashable {
        let receiver: Int
        let name: String
    }

    /// Judges visits to the receivers of these names, in the order in which they began.
    ///
    /// One visit to an event stream must be over before the next begins, from whichever worker: a worker that holds an
    /// event stream waits for each answer.
    package init(_ visits: [EventStreamVisit], receivers: [String]) {
        var last: [EventStream: EventStreamVisit] = [:]
        var sources: [EventStream: Set<String>] = [:]
        for visit in visits {
            let stream = EventStream(receiver: visit.receiver, name: visit.stream)
            sources[stream, default: []].insert(visit.source)
            if let earlier = last[stream], earlier.endedAt.map({ $0 > visit.beganAt }) ?? true {
                let name = receivers.indices.contains(visit.receiver) ? receivers[visit.receiver] : "a receiver"
                let who =
                    earlier.source == visit.source
                    ? "twice from \(visit.source)" : "from \(earlier.source) and \(visit.source)"
                self.violations.append("\(name) was sent \(visit.stream) \(who) at the same time")
            }
            // A visit that ends later than the next one still overlaps those after it.
            if let earlier = last[stream], let end = earlier.endedAt, let mine = visit.endedAt, end > mine { continue }
            last[stream] = visit
        }
        self.streamCount = sources.count
        self.sharedCount = sources.values.count { $0.count > 1 }
    }
}

/// A delivery as its receiver saw it: the event stream, the sender's address, and the time from request to answer.
package struct EventStreamVisit: Hashable, Sendable {
    /// The index of the receiver.
    package let receiver: Int
    /// The name of the event stream.
    package let stream: String
    /// The address that it came from.
    package let source: String
    /// When the request was complete, since the log was opened.
    package let beganAt: Duration
    /// The instant of the answer, or at which the sender closed the connection; `nil` before both.
    package var endedAt: Duration?

    /// Creates a visit.
    package init(receiver: Int, stream: String, source: String, beganAt: Duration, endedAt: Duration?) {
        self.receiver = receiver
        self.stream = stream
        self.source = source
        self.beganAt = beganAt
        self.endedAt = endedAt
    }

    /// Returns visits with a deliberate flaw: the second delivery of an event stream begins before the first was
    /// answered, as if two nodes held it.
    package static func spoiled(_ visits: [Self], by flaw: TortureFlaw?) -> [Self] {
        guard flaw == .holdsStreamTwice else { return visits }
        guard let place = visits.firstIndex(where: { $0.endedAt != nil }), let end = visits[place].endedAt else {
            return visits
        }
        let first = visits[place]
        var visits = visits
        let between = Self(
            receiver: first.receiver,
            stream: first.stream,
            source: first.source + "0",
            beganAt: (first.beganAt + end) / 2,
            endedAt: end + .milliseconds(1)
        )
        visits.insert(between, at: place + 1)
        return visits
    }
}

/// The log of all visits to receivers.
final class VisitLog: Sendable {
    private let clock = ContinuousClock()
    private let openedAt: ContinuousClock.Instant
    private let state = Mutex<[EventStreamVisit]>([])

    /// Creates an empty log.
    init() {
        self.openedAt = self.clock.now
    }

    /// Every visit, in the order in which they began.
    var visits: [EventStreamVisit] { self.state.withLock { $0 } }

    /// Records the start of a visit, and returns its number.
    func begin(at receiver: Int, stream: String, from source: String) -> Int {
        self.state.withLock { visits in
            let now = self.clock.now - self.openedAt
            visits.append(
                EventStreamVisit(receiver: receiver, stream: stream, source: source, beganAt: now, endedAt: nil)
            )
            return visits.count - 1
        }
    }

    /// Records the end of a visit.
    func end(_ number: Int) {
        self.state.withLock { $0[number].endedAt = self.clock.now - self.openedAt }
    }
}
