import NIOCore
import Synchronization

/// The requests that the connections share, each given out once.
final class RequestQueue: Sendable {
    /// A request and when it is due.
    struct Turn {
        /// The whole request.
        let request: ByteBuffer
        /// When it should be sent.
        let dueAt: ContinuousClock.Instant
    }

    private let requests: [ByteBuffer]
    private let interval: Duration?
    private let started: ContinuousClock.Instant
    private let next = Atomic<Int>(0)

    init(requests: [ByteBuffer], perSecond: Double?, clock: ContinuousClock) {
        self.requests = requests
        self.interval = perSecond.map { .nanoseconds(Int64(1e9 / $0)) }
        self.started = clock.now
    }

    /// The next request, or `nil` when all are given out.
    func take() -> Turn? {
        let index = self.next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < self.requests.count else { return nil }
        let dueAt = self.interval.map { self.started + $0 * index } ?? ContinuousClock.now
        return Turn(request: self.requests[index], dueAt: dueAt)
    }
}
