package import Tracing

extension InstrumentationContext {
    private enum TraceKey: InstrumentationContextKey {
        typealias Value = TraceContext
    }

    private enum RecordKey: InstrumentationContextKey {
        typealias Value = SpanRecord
    }

    /// Which trace this belongs to.
    package var trace: TraceContext? {
        get { self[TraceKey.self] }
        set { self[TraceKey.self] = newValue }
    }

    /// What is known of the span that is under way here.
    var record: SpanRecord? {
        get { self[RecordKey.self] }
        set { self[RecordKey.self] = newValue }
    }
}
