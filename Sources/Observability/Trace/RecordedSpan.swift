package import Tracing

/// A span, which records data only if its trace is sampled.
package struct RecordedSpan: Span {
    /// The context of work that belongs to the span.
    package let context: InstrumentationContext
    private let record: SpanRecord

    /// Creates a span that starts in a context.
    init(_ record: SpanRecord, in context: InstrumentationContext) {
        var context = context
        context.trace = record.trace
        context.record = record
        self.context = context
        self.record = record
    }

    /// Whether the span is sampled, so that its data is exported.
    package var isRecording: Bool { self.record.trace.isSampled }

    /// The name of the operation.
    package var operationName: String {
        get { self.record.name }
        nonmutating set { self.record.name = newValue }
    }

    /// The attributes of the span.
    package var attributes: SpanAttributes {
        get { self.record.attributes }
        nonmutating set { self.record.attributes = newValue }
    }

    /// Sets whether the operation failed.
    package func setStatus(_ status: SpanStatus) {
        self.record.setFailed(status.code == .error)
    }

    /// Does nothing; this tracer represents events within a span as spans.
    package func addEvent(_: SpanEvent) {}

    /// Does nothing; spans have one parent.
    package func addLink(_: SpanLink) {}

    /// Records the type of an error, but not its message, which may contain sensitive data.
    package func recordError<Instant: TracerInstant>(
        _ error: any Error,
        attributes _: SpanAttributes,
        at _: @autoclosure () -> Instant
    ) {
        guard self.isRecording else { return }
        let type = "\(type(of: error))"
        self.updateAttributes { $0["error.type"] = type }
    }

    /// Ends the span; a second call has no effect.
    package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        guard self.isRecording else { return }
        self.record.end(at: instant().nanosecondsSinceEpoch)
    }
}
