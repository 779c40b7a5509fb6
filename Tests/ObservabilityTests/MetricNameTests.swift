import Observability
import Testing

/// The conversion of labels to names.
@Suite struct MetricNameTests {
    @Test(
        "A character that is invalid for Prometheus becomes an underscore",
        arguments: [
            ("purser_events_total", "purser_events_total"), ("http.server.duration", "http_server_duration"),
            ("5xx", "_5xx"), ("", "_"), ("größe", "gr__e"),
        ]
    )
    func names(label: String, name: String) {
        #expect(MetricName(label).description == name)
    }
}
