import Metrics
import Synchronization

/// Spans that have ended and wait to be sent; how many is bounded, and what comes when it is full is dropped and
/// counted.
final class SpanQueue: Sendable {
    private let limit: Int
    private let waiting = Mutex<[FinishedSpan]>([])
    private let dropped = Counter(label: "purser_spans_dropped_total")

    /// An empty queue for so many.
    init(limit: Int) {
        self.limit = limit
    }

    /// Whether nothing waits.
    var isEmpty: Bool { self.waiting.withLock { $0.isEmpty } }

    /// Adds one, or drops it.
    func add(_ span: FinishedSpan) {
        let isKept = self.waiting.withLock { waiting in
            guard waiting.count < self.limit else { return false }
            waiting.append(span)
            return true
        }
        if !isKept { self.noteDropped(1) }
    }

    /// Takes all of them out.
    func take() -> [FinishedSpan] {
        self.waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }

    /// Counts spans that nobody will hear of.
    func noteDropped(_ count: Int) {
        self.dropped.increment(by: Int64(count))
    }
}
