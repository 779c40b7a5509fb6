import Synchronization
import Tracing

/// The data of a span until it ends.
///
/// Of errors it contains only the type, and texts are shortened as in the log, so that a span contains no external
/// data.
final class SpanRecord: Sendable {
    private struct State {
        var name: String
        var attributes = SpanAttributes()
        var hasFailed = false
        var hasEnded = false
    }

    /// The trace, and the span's own identifier.
    let trace: TraceContext
    private let parentID: String?
    private let kind: SpanKind
    private let start: UInt64
    private let queue: SpanQueue
    private let state: Mutex<State>

    /// Creates the record of a span that starts.
    init(
        _ name: String,
        trace: TraceContext,
        parentID: String?,
        kind: SpanKind,
        start: UInt64,
        queue: SpanQueue
    ) {
        self.trace = trace
        self.parentID = parentID
        self.kind = kind
        self.start = start
        self.queue = queue
        self.state = Mutex(State(name: name))
    }

    /// The name of the operation.
    var name: String {
        get { self.state.withLock { $0.name } }
        set { self.state.withLock { $0.name = newValue } }
    }

    /// The attributes of the span.
    var attributes: SpanAttributes {
        get { self.state.withLock { $0.attributes } }
        set { if self.trace.isSampled { self.state.withLock { $0.attributes = newValue } } }
    }

    /// Sets whether the operation failed.
    func setFailed(_ hasFailed: Bool) {
        self.state.withLock { $0.hasFailed = hasFailed }
    }

    /// Passes the span to the queue if its trace is sampled; a second call has no effect.
    func end(at end: UInt64) {
        guard self.trace.isSampled else { return }
        let ended = self.state.withLock { state -> State? in
            guard !state.hasEnded else { return nil }
            state.hasEnded = true
            return state
        }
        guard let ended else { return }
        var attributes: [String: FinishedSpan.Value] = [:]
        func take(_ name: String, _ value: SpanAttribute) { attributes[name] = Self.value(value) }
        ended.attributes.forEach(take)
        self.queue.add(
            FinishedSpan(
                trace: self.trace,
                parentID: self.parentID,
                name: LogValue.clean(ended.name),
                kind: self.kind,
                start: self.start,
                end: max(self.start, end),
                attributes: attributes,
                hasFailed: ended.hasFailed
            )
        )
    }

    private static func value(_ attribute: SpanAttribute) -> FinishedSpan.Value? {
        switch attribute {
        case .int32(let number): .number(Int64(number))
        case .int64(let number): .number(number)
        case .bool(let flag): .flag(flag)
        case .string(let text): .text(LogValue.clean(text))
        case .stringConvertible(let text): .text(LogValue.clean("\(text)"))
        default: nil
        }
    }
}

/// An ended span in the form in which it is exported.
struct FinishedSpan: Sendable {
    /// The value of an attribute.
    enum Value: Hashable, Sendable {
        /// A text.
        case text(String)
        /// An integer.
        case number(Int64)
        /// A Boolean.
        case flag(Bool)
    }

    /// The trace, and the span's own identifier.
    let trace: TraceContext
    /// The identifier of the parent span; `nil` for the first span of a trace.
    let parentID: String?
    /// The name of the operation.
    let name: String
    /// The kind of span, such as client or server.
    let kind: SpanKind
    /// The start time, in nanoseconds since 1970.
    let start: UInt64
    /// The end time, in nanoseconds since 1970.
    let end: UInt64
    /// The attributes, keyed by name.
    let attributes: [String: Value]
    /// Whether the operation failed.
    let hasFailed: Bool
}
