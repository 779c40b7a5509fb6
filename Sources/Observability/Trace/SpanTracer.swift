import Notation
package import Tracing

/// A tracer that exports ended spans to a collector in batches.
///
/// If an authenticated caller started the trace, the caller's decision to sample it counts. Of all other traces a share
/// is sampled.
package final class SpanTracer: Tracer {
    /// The key for which an extractor returns any text if the caller may decide whether the trace is sampled; no header
    /// has a name with a space.
    package static let decision = "caller decides"
    /// The maximum number of spans that wait to be exported.
    package static let queueLimit = 4096
    /// The interval between two requests to the collector.
    package static let interval: Duration = .seconds(5)

    private let threshold: UInt64
    private let instance: String
    private let randomBytes: @Sendable (Int) -> [UInt8]
    private let propagator = TracePropagator()
    private let queue: SpanQueue

    /// Creates a tracer that samples a share of the traces, from 0 to 1.
    ///
    /// `instance` distinguishes this process from others. Identifiers consist of random bytes.
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

    /// Starts a span.
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
            // An unsampled trace has no exported spans, so its context is passed on unchanged.
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

    /// Returns the current span of a context, if it is recorded.
    package func activeSpan(identifiedBy context: InstrumentationContext) -> RecordedSpan? {
        context.record.map { RecordedSpan($0, in: context) }
    }

    /// Extracts the trace of a caller; the caller decides about sampling only if the extractor has a value for
    /// `decision`.
    ///
    /// Anyone can request sampling, and the spans of unauthenticated callers would displace the operator's own.
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

    /// Injects the trace into an outgoing request.
    package func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext,
        into carrier: inout Carrier,
        using injector: Inject
    ) where Inject.Carrier == Carrier {
        self.propagator.inject(context, into: &carrier, using: injector)
    }

    /// Does nothing; waiting spans are exported with the next batch.
    @available(*, deprecated)
    package func forceFlush() {}

    /// Whether spans wait to be exported.
    package var hasSpans: Bool { !self.queue.isEmpty }

    /// Exports the waiting spans in one request; spans that the collector does not accept are dropped and counted.
    ///
    /// Returns the error if the request failed.
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

    /// Returns this number of random bytes as hexadecimal digits, never all zero.
    private func newID(_ count: Int) -> String {
        var bytes = self.randomBytes(count)
        if bytes.allSatisfy({ $0 == 0 }) { bytes[bytes.count - 1] = 1 }
        return Hexadecimal.text(bytes)
    }
}

/// The collector that spans are exported to, and the share of sampled requests.
package struct TracingSettings: Hashable, Sendable {
    /// The address of a collector that accepts OTLP over HTTP in JSON.
    package let endpoint: String
    /// The share of traces started here that are sampled, from 0 to 1; the decision of a caller with a secret key takes
    /// precedence.
    package let sample: Double

    /// Creates settings for a collector and a share of requests.
    package init(endpoint: String, sample: Double) {
        self.endpoint = endpoint
        self.sample = sample
    }
}
