import HTTPTypes
import Tracing

/// Reads the headers of a trace, and says whether the caller decides that it is kept.
struct TraceHeaders: Extractor {
    /// What the tracer asks for besides headers, `SpanTracer.decision`; no header has a name with a space.
    private static let decision = "caller decides"

    /// Whether the caller decides.
    let isDecisive: Bool

    /// The value of a header, or the decision.
    func extract(key: String, from fields: HTTPFields) -> String? {
        if key == Self.decision { return self.isDecisive ? "yes" : nil }
        return HTTPField.Name(key).flatMap { fields[$0] }
    }
}
