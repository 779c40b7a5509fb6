import HTTPTypes
import Hummingbird
import NIOCore

/// The metrics of the process, for a monitoring system to fetch.
struct PrometheusController: Sendable {
    /// Writes the metrics in the text form of Prometheus.
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
    /// The route as the OpenAPI document describes it.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/metrics",
            id: "getMetrics",
            tag: .server,
            access: .document,
            summary: "The metrics of the process, in the text form of Prometheus",
            description: "`docs/reference/metrics.md` explains each.",
            answers: [.file("text/plain", "The metrics.")]
        )
    ]
}
