import Notation
package import Tracing

/// Begins spans, and sends those that have ended to a collector, many at a time.
///
/// A trace that a known caller began is kept where the caller keeps it; of those that begin here, and of those that
/// others keep, a share is.
package final class SpanTracer: Tracer {
    /// What an extractor answers for with any text where the caller decides whether the trace is kept; no header has a
    /// name with a space.
    package static let decision = "caller decides"
    /// The most spans that wait to be sent.
    package static let queueLimit = 4096
    /// How long it rests between two requests to the collector.
    package static let interval: Duration = .seconds(5)

    private let threshold: UInt64
    private let instance: String
    private let randomBytes: @Sendable (Int) -> [UInt8]
    private let propagator = TracePropagator()
    private let queue: SpanQueue

    /// A tracer that keeps a share of the traces, from 0 to 1.
    ///
    /// `instance` tells this process from others, and ids are made of random bytes.
    package init(
        sample: Double,
        instance: String,
        queueLimit: Int = SpanTracer.queueLimit,
        randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.threshold = UInt64(min(max(sample, 0), 1) * Double(UInt64(1) << 53))
        self.instance = instance
        self.randomBytes = randomBytes
        self.queue = SpanQueue(limit: queueLimit)
    }

    /// Begins a span.
    package func startSpan<Instant: TracerInstant>(
        _ operationName: String,
        context: @autoclosure () -> InstrumentationContext,
        ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant,
        function _: String,
        file _: String,
        line _: UInt
    ) -> RecordedSpan {
        let outer = context()
        let trace: TraceContext
        if let known = outer.trace {
            // What is not kept has no spans that anybody could find, and passes on what it was given.
            let spanID = known.isSampled ? self.newID(8) : known.spanID
            trace = TraceContext(
                traceID: known.traceID,
                spanID: spanID,
                isSampled: known.isSampled,
                state: known.state
            )
        } else {
            trace = TraceContext(traceID: self.newID(16), spanID: self.newID(8), isSampled: self.decides())
        }
        let record = SpanRecord(
            operationName,
            trace: trace,
            parentID: outer.trace?.spanID,
            kind: kind,
            start: instant().nanosecondsSinceEpoch,
            queue: self.queue
        )
        return RecordedSpan(record, in: outer)
    }

    /// The span that is under way in a context, where the context knows one that is recorded.
    package func activeSpan(identifiedBy context: InstrumentationContext) -> RecordedSpan? {
        context.record.map { RecordedSpan($0, in: context) }
    }

    /// Takes the trace of a caller; whether it is kept, only a caller decides for whom the extractor has the
    /// `decision`.
    ///
    /// Anybody can ask for spans, and those of strangers would take the place of the operator's own.
    package func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier,
        into context: inout InstrumentationContext,
        using extractor: Extract
    ) where Extract.Carrier == Carrier {
        self.propagator.extract(carrier, into: &context, using: extractor)
        guard let trace = context.trace, trace.isSampled,
            extractor.extract(key: Self.decision, from: carrier) == nil, !self.decides()
        else { return }
        context.trace = TraceContext(
            traceID: trace.traceID,
            spanID: trace.spanID,
            isSampled: false,
            state: trace.state
        )
    }

    /// Passes the trace on.
    package func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext,
        into carrier: inout Carrier,
        using injector: Inject
    ) where Inject.Carrier == Carrier {
        self.propagator.inject(context, into: &carrier, using: injector)
    }

    /// Nothing: what waits is sent in its turn.
    @available(*, deprecated)
    package func forceFlush() {}

    /// Whether spans wait to be sent.
    package var hasSpans: Bool { !self.queue.isEmpty }

    /// Sends what waits in one request; what the collector does not take is dropped and counted.
    ///
    /// Returns why it was not taken, if it was not.
    @discardableResult
    package func export(_ send: @Sendable ([UInt8]) async throws -> Void) async -> (any Error)? {
        let spans = self.queue.take()
        guard !spans.isEmpty else { return nil }
        do {
            try await send(Array(SpanDocument.text(of: spans, instance: self.instance).utf8))
            return nil
        } catch {
            self.queue.noteDropped(spans.count)
            return error
        }
    }

    private func decides() -> Bool {
        let bits = self.randomBytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return bits >> 11 < self.threshold
    }

    /// So many random bytes as hexadecimal digits, never all zero.
    private func newID(_ count: Int) -> String {
        var bytes = self.randomBytes(count)
        if bytes.allSatisfy({ $0 == 0 }) { bytes[bytes.count - 1] = 1 }
        return Hexadecimal.text(bytes)
    }
}

/// Where spans are sent, and of how many requests.
package struct TracingSettings: Hashable, Sendable {
    /// The address of a collector that takes OTLP over HTTP in JSON.
    package let endpoint: String
    /// Which share of the requests that begin here is traced, from 0 to 1; where a caller with a secret key has
    /// decided, that counts.
    package let sample: Double

    /// Spans of a share of requests for a collector.
    package init(endpoint: String, sample: Double) {
        self.endpoint = endpoint
        self.sample = sample
    }
}
