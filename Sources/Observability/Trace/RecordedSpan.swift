package import Tracing

/// Something that is under way, until it ends; where its trace is not kept, nothing is recorded.
package struct RecordedSpan: Span {
    /// What belongs to this span has this context.
    package let context: InstrumentationContext
    private let record: SpanRecord

    /// A span that is under way in a context.
    init(_ record: SpanRecord, in context: InstrumentationContext) {
        var context = context
        context.trace = record.trace
        context.record = record
        self.context = context
        self.record = record
    }

    /// Whether anybody will read what is said of it.
    package var isRecording: Bool { self.record.trace.isSampled }

    /// What is done.
    package var operationName: String {
        get { self.record.name }
        nonmutating set { self.record.name = newValue }
    }

    /// What is known of it.
    package var attributes: SpanAttributes {
        get { self.record.attributes }
        nonmutating set { self.record.attributes = newValue }
    }

    /// Says whether it failed.
    package func setStatus(_ status: SpanStatus) {
        self.record.setFailed(status.code == .error)
    }

    /// Nothing: what happens within a span is a span.
    package func addEvent(_: SpanEvent) {}

    /// Nothing: spans have one cause.
    package func addLink(_: SpanLink) {}

    /// Keeps the type of an error, whose words may hold what it was about.
    package func recordError<Instant: TracerInstant>(
        _ error: any Error,
        attributes _: SpanAttributes,
        at _: @autoclosure () -> Instant
    ) {
        guard self.isRecording else { return }
        let type = "\(type(of: error))"
        self.updateAttributes { $0["error.type"] = type }
    }

    /// Ends it; a second end changes nothing.
    package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        guard self.isRecording else { return }
        self.record.end(at: instant().nanosecondsSinceEpoch)
    }
}
