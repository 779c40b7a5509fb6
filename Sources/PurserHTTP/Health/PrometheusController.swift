import HTTPTypes
import Hummingbird
import NIOCore

/// A controller that exports the metrics of the process for a monitoring system.
struct PrometheusController: Sendable {
    /// Returns the metrics in the text format of Prometheus.
    let text: @Sendable () async -> String

    /// Adds `GET /metrics`.
    func add(to group: some RouterMethods) {
        let text = self.text
        group.get("/metrics") { _, _ in
            let body = ByteBuffer(string: await text())
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/plain; version=0.0.4; charset=utf-8",
                    .contentLength: "\(body.readableBytes)",
                ],
                body: ResponseBody(byteBuffer: body)
            )
        }
    }
}

extension PrometheusController {
    /// The OpenAPI description of the route.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/metrics",
            id: "getMetrics",
            tag: .server,
            access: .document,
            summary: "Get the metrics",
            description: "In the text format of Prometheus; `docs/reference/metrics.md` explains each metric.",
            answers: [.file("text/plain", "The metrics.")]
        )
    ]
}
