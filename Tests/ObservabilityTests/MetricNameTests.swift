import Observability
import Testing

/// How labels become names.
@Suite struct MetricNameTests {
    @Test(
        "What Prometheus does not take becomes an underscore",
        arguments: [
            ("purser_events_total", "purser_events_total"), ("http.server.duration", "http_server_duration"),
            ("5xx", "_5xx"), ("", "_"), ("größe", "gr__e"),
        ]
    )
    func names(label: String, name: String) {
        #expect(MetricName(label).description == name)
    }
}
