import Metrics
import Synchronization

/// A bounded queue of ended spans that wait to be exported; a full queue drops and counts further spans.
final class SpanQueue: Sendable {
    private let limit: Int
    private let waiting = Mutex<[FinishedSpan]>([])
    private let dropped = Counter(label: "purser_spans_dropped_total")

    /// Creates an empty queue with a maximum number of spans.
    init(limit: Int) {
        self.limit = limit
    }

    /// Whether the queue is empty.
    var isEmpty: Bool { self.waiting.withLock { $0.isEmpty } }

    /// Adds a span, or drops it if the queue is full.
    func add(_ span: FinishedSpan) {
        let isKept = self.waiting.withLock { waiting in
            guard waiting.count < self.limit else { return false }
            waiting.append(span)
            return true
        }
        if !isKept { self.noteDropped(1) }
    }

    /// Removes and returns all spans.
    func take() -> [FinishedSpan] {
        self.waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }

    /// Counts spans that will not be exported.
    func noteDropped(_ count: Int) {
        self.dropped.increment(by: Int64(count))
    }
}
