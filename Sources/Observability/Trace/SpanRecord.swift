import Synchronization
import Tracing

/// What is known of a span until it ends.
///
/// Of errors only their type is kept, and of texts no more than the log keeps: a span holds nothing that came from
/// outside.
final class SpanRecord: Sendable {
    private struct State {
        var name: String
        var attributes = SpanAttributes()
        var hasFailed = false
        var hasEnded = false
    }

    /// The trace, and the span's own id.
    let trace: TraceContext
    private let parentID: String?
    private let kind: SpanKind
    private let start: UInt64
    private let queue: SpanQueue
    private let state: Mutex<State>

    /// A span that begins.
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

    /// What is done.
    var name: String {
        get { self.state.withLock { $0.name } }
        set { self.state.withLock { $0.name = newValue } }
    }

    /// What is known of it.
    var attributes: SpanAttributes {
        get { self.state.withLock { $0.attributes } }
        set { if self.trace.isSampled { self.state.withLock { $0.attributes = newValue } } }
    }

    /// Says whether it failed.
    func setFailed(_ hasFailed: Bool) {
        self.state.withLock { $0.hasFailed = hasFailed }
    }

    /// Hands it to the queue, if its trace is kept; a second end changes nothing.
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

/// A span that has ended, as a collector is told of it.
struct FinishedSpan: Sendable {
    /// The value of an attribute.
    enum Value: Hashable, Sendable {
        /// A text.
        case text(String)
        /// A whole number.
        case number(Int64)
        /// Yes or no.
        case flag(Bool)
    }

    /// The trace and the span's own id.
    let trace: TraceContext
    /// The span that caused it; `nil` for the first one of a trace.
    let parentID: String?
    /// What was done.
    let name: String
    /// Who asked whom.
    let kind: SpanKind
    /// When it began, in nanoseconds since 1970.
    let start: UInt64
    /// When it ended.
    let end: UInt64
    /// What is known of it, by name.
    let attributes: [String: Value]
    /// Whether it failed.
    let hasFailed: Bool
}
