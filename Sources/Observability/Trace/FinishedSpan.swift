import Tracing

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
