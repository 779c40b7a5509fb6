import Notation
import Tracing

/// A writer of spans for a collector: OTLP in JSON, an ExportTraceServiceRequest.
enum SpanDocument {
    /// The name of the server's service in traces.
    private static let service = "purser"

    /// Returns the document of these spans.
    static func text(of spans: [FinishedSpan], instance: String) -> String {
        var json = JSONText(isForTerminals: true)
        json.add("resourceSpans", [spans]) { json, spans in
            json.add("resource") { json in
                let resource = [("service.name", Self.service), ("service.instance.id", instance)]
                json.add("attributes", resource) { json, pair in
                    Self.write(pair.0, .text(pair.1), to: &json)
                }
            }
            json.add("scopeSpans", [spans]) { json, spans in
                json.add("scope") { $0.add("name", Self.service) }
                json.add("spans", spans) { json, span in Self.write(span, to: &json) }
            }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func write(_ span: FinishedSpan, to json: inout JSONText) {
        json.add("traceId", span.trace.traceID)
        json.add("spanId", span.trace.spanID)
        json.add("parentSpanId", span.parentID)
        if !span.trace.state.isEmpty { json.add("traceState", span.trace.state) }
        json.add("name", span.name)
        json.add("kind", Self.number(of: span.kind))
        // JSON of protobuf writes 64-bit numbers as strings.
        json.add("startTimeUnixNano", "\(span.start)")
        json.add("endTimeUnixNano", "\(span.end)")
        json.add("attributes", span.attributes.sorted { $0.key < $1.key }) { json, attribute in
            Self.write(attribute.key, attribute.value, to: &json)
        }
        json.add("status") { $0.add("code", span.hasFailed ? 2 : 0) }
    }

    private static func write(_ name: String, _ value: FinishedSpan.Value, to json: inout JSONText) {
        json.add("key", name)
        json.add("value") { json in
            switch value {
            case .text(let text): json.add("stringValue", text)
            case .number(let number): json.add("intValue", "\(number)")
            case .flag(let flag): json.add("boolValue", flag)
            }
        }
    }

    private static func number(of kind: SpanKind) -> Int64 {
        switch kind {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }
}
