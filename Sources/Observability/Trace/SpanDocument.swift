import Tracing

/// Writes spans as a collector reads them: OTLP in JSON, an ExportTraceServiceRequest.
enum SpanDocument {
    /// What the server is called among the services of a trace.
    private static let service = "purser"

    /// The document of these spans.
    static func text(of spans: [FinishedSpan], instance: String) -> String {
        var line = JSONLine()
        line.beginObject()
        line.name("resourceSpans")
        line.beginArray()
        line.beginObject()
        line.name("resource")
        line.beginObject()
        line.name("attributes")
        line.beginArray()
        Self.write("service.name", .text(Self.service), to: &line)
        Self.write("service.instance.id", .text(instance), to: &line)
        line.endArray()
        line.endObject()
        line.name("scopeSpans")
        line.beginArray()
        line.beginObject()
        line.name("scope")
        line.beginObject()
        line.member("name", Self.service)
        line.endObject()
        line.name("spans")
        line.beginArray()
        for span in spans { Self.write(span, to: &line) }
        line.endArray()
        line.endObject()
        line.endArray()
        line.endObject()
        line.endArray()
        line.endObject()
        return line.text
    }

    private static func write(_ span: FinishedSpan, to line: inout JSONLine) {
        line.beginObject()
        line.member("traceId", span.trace.traceID)
        line.member("spanId", span.trace.spanID)
        if let parent = span.parentID { line.member("parentSpanId", parent) }
        if !span.trace.state.isEmpty { line.member("traceState", span.trace.state) }
        line.member("name", span.name)
        line.member("kind", json: Self.number(of: span.kind))
        // 64-bit numbers are texts in JSON of protobuf.
        line.member("startTimeUnixNano", "\(span.start)")
        line.member("endTimeUnixNano", "\(span.end)")
        line.name("attributes")
        line.beginArray()
        for (name, value) in span.attributes.sorted(by: { $0.key < $1.key }) { Self.write(name, value, to: &line) }
        line.endArray()
        line.name("status")
        line.beginObject()
        line.member("code", json: span.hasFailed ? "2" : "0")
        line.endObject()
        line.endObject()
    }

    private static func write(_ name: String, _ value: FinishedSpan.Value, to line: inout JSONLine) {
        line.beginObject()
        line.member("key", name)
        line.name("value")
        line.beginObject()
        switch value {
        case .text(let text): line.member("stringValue", text)
        case .number(let number): line.member("intValue", "\(number)")
        case .flag(let flag): line.member("boolValue", json: flag ? "true" : "false")
        }
        line.endObject()
        line.endObject()
    }

    private static func number(of kind: SpanKind) -> String {
        switch kind {
        case .internal: "1"
        case .server: "2"
        case .client: "3"
        case .producer: "4"
        case .consumer: "5"
        }
    }
}
