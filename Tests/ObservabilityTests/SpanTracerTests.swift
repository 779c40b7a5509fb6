import Foundation
import Logging
import Observability
import Synchronization
import Testing
import Tracing

@Suite struct SpanTracerTests {
    private struct Down: Error {}

    private struct Fields: Extractor, Injector {
        func extract(key: String, from fields: [String: String]) -> String? { fields[key] }

        func inject(_ value: String, forKey key: String, into fields: inout [String: String]) { fields[key] = value }
    }

    /// The same numbers in each run, one after the other (SplitMix64).
    private final class Chance: Sendable {
        private let state = Mutex<UInt64>(20_261_126)

        func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: self.next() >> 32) } }

        private func next() -> UInt64 {
            var mixed = self.state.withLock { state in
                state &+= 0x9E37_79B9_7F4A_7C15
                return state
            }
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private final class Collector: Sendable {
        let kept = Mutex<[[UInt8]]>([])

        var documents: [[UInt8]] { self.kept.withLock { $0 } }

        /// Returns the spans of all requests so far.
        func spans() throws -> [[String: Any]] {
            try self.documents.flatMap { bytes -> [[String: Any]] in
                let document = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
                let resource = (document?["resourceSpans"] as? [[String: Any]])?.first
                let scope = (resource?["scopeSpans"] as? [[String: Any]])?.first
                return scope?["spans"] as? [[String: Any]] ?? []
            }
        }
    }

    private static func tracer(sample: Double, limit: Int = SpanTracer.queueLimit) -> SpanTracer {
        let chance = Chance()
        return SpanTracer(sample: sample, instance: "node", queueLimit: limit) { count in chance.bytes(count) }
    }

    /// Creates a span within another.
    private static func nest(_ tracer: SpanTracer, _ work: (RecordedSpan, RecordedSpan) -> Void = { _, _ in }) {
        tracer.withSpan("outer", ofKind: .server) { outer in
            tracer.withSpan("inner") { inner in work(outer, inner) }
        }
    }

    /// Creates a span in a context.
    private static func make(
        _ tracer: SpanTracer,
        below context: InstrumentationContext = .topLevel,
        _ work: (RecordedSpan) throws -> Void
    ) rethrows {
        try tracer.withSpan("one of many", context: context) { span in try work(span) }
    }

    private static func export(_ tracer: SpanTracer, to collector: Collector) async -> (any Error)? {
        await tracer.export { bytes in collector.kept.withLock { $0.append(bytes) } }
    }

    @Test("A span within another has its trace and names it as its parent; both are exported in one request")
    func nested() async throws {
        let tracer = Self.tracer(sample: 1)
        Self.nest(tracer) { outer, inner in
            outer.updateAttributes { attributes in
                attributes["http.response.status_code"] = 200
                attributes["http.route"] = "/v1/orders/{order}"
            }
            inner.setStatus(SpanStatus(code: .error))
            #expect(TraceContext.metadata.get()["traceId"] != nil)
        }
        #expect(TraceContext.metadata.get().isEmpty)
        let collector = Collector()
        #expect(await Self.export(tracer, to: collector) == nil)
        #expect(await Self.export(tracer, to: collector) == nil)
        #expect(collector.documents.count == 1)
        let spans = try collector.spans()
        try #require(spans.count == 2)
        #expect(spans.map { $0["name"] as? String } == ["inner", "outer"])
        #expect(spans[0]["traceId"] as? String == spans[1]["traceId"] as? String)
        #expect(spans[0]["parentSpanId"] as? String == spans[1]["spanId"] as? String)
        #expect(spans[1]["parentSpanId"] == nil)
        #expect(spans.map { $0["kind"] as? Int } == [1, 2])
        #expect(spans.map { ($0["status"] as? [String: Any])?["code"] as? Int } == [2, 0])
        #expect((spans[0]["traceId"] as? String)?.count == 32)
        #expect((spans[0]["spanId"] as? String)?.count == 16)
        let start = (spans[1]["startTimeUnixNano"] as? String).flatMap { UInt64($0) }
        let end = (spans[1]["endTimeUnixNano"] as? String).flatMap { UInt64($0) }
        #expect(try #require(start) <= #require(end))
        let text = String(decoding: try #require(collector.documents.first), as: UTF8.self)
        #expect(text.contains(#"{"key":"http.response.status_code","value":{"intValue":"200"}}"#))
        #expect(text.contains(#"{"key":"service.name","value":{"stringValue":"purser"}}"#))
    }

    @Test("A caller's trace continues if the caller samples it, and is passed on")
    func callers() async throws {
        let tracer = Self.tracer(sample: 0)
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        for (flag, count) in [("01", 1), ("00", 0)] {
            var context = InstrumentationContext.topLevel
            let given = ["traceparent": "00-\(trace)-00f067aa0ba902b7-\(flag)", "tracestate": "a=1"]
            tracer.extract(given.merging([SpanTracer.decision: "yes"]) { $1 }, into: &context, using: Fields())
            var passed: [String: String] = [:]
            Self.make(tracer, below: context) { span in
                tracer.inject(span.context, into: &passed, using: Fields())
                #expect(span.isRecording == (count == 1))
            }
            #expect(passed["tracestate"] == "a=1")
            #expect(passed["traceparent"]?.hasPrefix("00-\(trace)-") == true)
            #expect(passed["traceparent"]?.hasSuffix("-\(flag)") == true)
            // An unsampled trace has no span that the receiver could name.
            #expect((passed["traceparent"] == given["traceparent"]) == (count == 0))
            let collector = Collector()
            _ = await Self.export(tracer, to: collector)
            #expect(try collector.spans().count == count)
        }
    }

    @Test(
        "Of the traces that unauthenticated callers sample, the share is sampled, and each keeps its id",
        arguments: [0.0, 0.25]
    )
    func strangers(share: Double) async throws {
        let tracer = Self.tracer(sample: share)
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        let given = ["traceparent": "00-\(trace)-00f067aa0ba902b7-01"]
        for _ in 0..<4000 {
            var context = InstrumentationContext.topLevel
            tracer.extract(given, into: &context, using: Fields())
            #expect(context.trace?.traceID == trace)
            Self.make(tracer, below: context) { _ in }
        }
        let collector = Collector()
        _ = await Self.export(tracer, to: collector)
        let count = try collector.spans().count
        #expect(share == 0 ? count == 0 : (600...1400).contains(count), "\(count)")
    }

    @Test("Without recording, a trace is passed on unchanged, and a malformed one is not")
    func propagator() {
        let given = ["traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "tracestate": "a=1"]
        for (headers, expected) in [(given, given), (["traceparent": "nonsense", "tracestate": "a=1"], [:])] {
            var context = InstrumentationContext.topLevel
            TracePropagator().extract(headers, into: &context, using: Fields())
            var passed: [String: String] = [:]
            TracePropagator().inject(context, into: &passed, using: Fields())
            #expect(passed == expected)
        }
    }

    @Test("About the configured share of the traces that start here is sampled, each completely")
    func share() async throws {
        let tracer = Self.tracer(sample: 0.25)
        for _ in 0..<4000 { Self.nest(tracer) }
        let collector = Collector()
        _ = await Self.export(tracer, to: collector)
        let spans = try collector.spans()
        #expect((1200...2800).contains(spans.count))
        var counts: [String: Int] = [:]
        for span in spans { counts[span["traceId"] as? String ?? "", default: 0] += 1 }
        #expect(counts.values.allSatisfy { $0 == 2 })
    }

    @Test("The queue is bounded for any behavior of the collector, and a span ends once")
    func bounded() async throws {
        let tracer = Self.tracer(sample: 1, limit: 10)
        for _ in 0..<25 { Self.make(tracer) { span in span.end() } }
        #expect(tracer.hasSpans)
        #expect(await tracer.export { _ in throw Down() } is Down)
        #expect(!tracer.hasSpans)
        let collector = Collector()
        #expect(await Self.export(tracer, to: collector) == nil)
        #expect(collector.documents.isEmpty)
        for _ in 0..<25 { Self.make(tracer) { _ in } }
        _ = await Self.export(tracer, to: collector)
        #expect(try collector.spans().count == 10)
    }

    @Test("Of an error only the type is recorded; texts are replaced and cut as in the log")
    func secrets() async throws {
        struct Secretive: Error, CustomStringConvertible { let description = "purser_sk_hidden" }
        let tracer = Self.tracer(sample: 1)
        let signed = "eyJhbGciOiJFUzI1NiJ9.eyJ0cmFuc2FjdGlvbklkIjoiMSJ9.c2lnbmF0dXJl"
        try? Self.make(tracer) { span in
            span.operationName = signed
            span.attributes["text"] = signed
            span.attributes["long"] = String(repeating: "x", count: 100_000)
            throw Secretive()
        }
        let collector = Collector()
        _ = await Self.export(tracer, to: collector)
        let text = String(decoding: try #require(collector.documents.first), as: UTF8.self)
        #expect(text.contains("Secretive"))
        #expect(!text.contains("purser_sk_hidden"))
        #expect(!text.contains("eyJ"))
        #expect(text.utf8.count < 8192)
    }
}
