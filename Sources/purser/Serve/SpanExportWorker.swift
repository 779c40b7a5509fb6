import AsyncHTTPClient
import Logging
import NIOCore
import NIOHTTP1
import Observability
import ServiceLifecycle

/// Sends spans to a collector, one request every five seconds, until the server stops.
///
/// If a collector is down, hangs or refuses, only the spans of those seconds are lost; the worker warns once, until the
/// collector accepts spans again.
struct SpanExportWorker: Service {
    /// The timeout of a request.
    private static let timeout: TimeAmount = .seconds(3)
    /// The maximum number of bytes of a response that are read.
    private static let answerLimitBytes = 64 * 1024

    /// The collector's refusal of spans.
    private struct Refusal: Error {
        let status: UInt
    }

    /// The tracer with the spans.
    let tracer: SpanTracer
    /// The address of the collector.
    let endpoint: String
    /// The HTTP client.
    let client: HTTPClient
    /// The logger for messages to the operator.
    let logger: Logger

    /// Sends spans until the server stops, and then the remaining ones.
    func run() async throws {
        var isFailing = false
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            try? await cancelWhenGracefulShutdown { try await ContinuousClock().sleep(for: SpanTracer.interval) }
            // Without spans to send, the state of the collector is unknown.
            guard self.tracer.hasSpans else { continue }
            let error = await self.tracer.export { body in try await self.send(body) }
            if let error, !isFailing {
                let status = (error as? Refusal).map { "\($0.status)" } ?? "none"
                self.logger.warning(
                    "The collector does not accept spans; they are dropped until it does.",
                    metadata: ["status": "\(status)"]
                )
            }
            isFailing = error != nil
        }
    }

    private func send(_ body: [UInt8]) async throws {
        var request = HTTPClientRequest(url: self.endpoint)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.body = .bytes(body)
        let response = try await self.client.execute(request, timeout: Self.timeout)
        _ = try await response.body.collect(upTo: Self.answerLimitBytes)
        guard (200..<300).contains(response.status.code) else { throw Refusal(status: response.status.code) }
    }
}
