import Synchronization

/// Looks whether an event stream was ever told by two at a time.
package struct EventStreamJudge {
    /// Sentences about what is wrong.
    package private(set) var violations: [String] = []
    /// How many event streams were told.
    package private(set) var streamCount = 0
    /// How many of them were told by more than one node, one after the other.
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
                self.violations.append("\(name) was told of \(visit.stream) \(who) at the same time")
            }
            // A visit that ends later than the one after it still covers what follows.
            if let earlier = last[stream], let end = earlier.endedAt, let mine = visit.endedAt, end > mine { continue }
            last[stream] = visit
        }
        self.streamCount = sources.count
        self.sharedCount = sources.values.count { $0.count > 1 }
    }
}

/// A delivery as its receiver saw it: of which event stream, from where, from when to when.
package struct EventStreamVisit: Hashable, Sendable {
    /// The receiver's place among all.
    package let receiver: Int
    /// What the event stream is called.
    package let stream: String
    /// The address that it came from.
    package let source: String
    /// When it was there whole, since the log was opened.
    package let beganAt: Duration
    /// The instant of the answer, or at which the sender closed the connection; `nil` before both.
    package var endedAt: Duration?

    /// A visit of these values.
    package init(receiver: Int, stream: String, source: String, beganAt: Duration, endedAt: Duration?) {
        self.receiver = receiver
        self.stream = stream
        self.source = source
        self.beganAt = beganAt
        self.endedAt = endedAt
    }

    /// Visits, made wrong on purpose: the second delivery of an event stream begins before the first was answered, as
    /// if two nodes held it.
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

/// Who came to receivers from where, and for how long.
final class VisitLog: Sendable {
    private let clock = ContinuousClock()
    private let openedAt: ContinuousClock.Instant
    private let state = Mutex<[EventStreamVisit]>([])

    /// An empty log.
    init() {
        self.openedAt = self.clock.now
    }

    /// Every visit, in the order in which they began.
    var visits: [EventStreamVisit] { self.state.withLock { $0 } }

    /// Notes that somebody came, and returns the visit's number.
    func begin(at receiver: Int, stream: String, from source: String) -> Int {
        self.state.withLock { visits in
            let now = self.clock.now - self.openedAt
            visits.append(
                EventStreamVisit(receiver: receiver, stream: stream, source: source, beganAt: now, endedAt: nil)
            )
            return visits.count - 1
        }
    }

    /// Notes that a visit is over.
    func end(_ number: Int) {
        self.state.withLock { $0[number].endedAt = self.clock.now - self.openedAt }
    }
}
