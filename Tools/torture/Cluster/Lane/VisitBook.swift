import Synchronization

/// Who came to receivers from where, and for how long.
final class VisitBook: Sendable {
    private let clock = ContinuousClock()
    private let openedAt: ContinuousClock.Instant
    private let state = Mutex<[LaneVisit]>([])

    /// A new book.
    init() {
        self.openedAt = self.clock.now
    }

    /// Every visit, in the order in which they began.
    var visits: [LaneVisit] { self.state.withLock { $0 } }

    /// Notes that somebody came, and returns the visit's number.
    func begin(at receiver: Int, lane: String, from source: String) -> Int {
        self.state.withLock { visits in
            let now = self.clock.now - self.openedAt
            visits.append(LaneVisit(receiver: receiver, lane: lane, source: source, beganAt: now, endedAt: nil))
            return visits.count - 1
        }
    }

    /// Notes that a visit is over.
    func end(_ number: Int) {
        self.state.withLock { $0[number].endedAt = self.clock.now - self.openedAt }
    }
}
