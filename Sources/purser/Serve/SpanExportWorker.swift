import AsyncHTTPClient
import Logging
import NIOCore
import NIOHTTP1
import Observability
import ServiceLifecycle

/// Sends spans to a collector, one request every five seconds, until the server stops.
///
/// A collector that is down, hangs or refuses costs the spans of those seconds and nothing else; it is warned of once,
/// until it takes some again.
struct SpanExportWorker: Service {
    /// How long one request may take.
    private static let timeout: TimeAmount = .seconds(3)
    /// The most bytes of an answer that are read.
    private static let answerLimitBytes = 64 * 1024

    /// Why the collector did not take spans.
    private struct Refusal: Error {
        let status: UInt
    }

    /// Has the spans.
    let tracer: SpanTracer
    /// Where they go.
    let endpoint: String
    /// Makes the requests.
    let client: HTTPClient
    /// Where to tell what an operator should know.
    let logger: Logger

    /// Sends until the stop, and then what is left.
    func run() async throws {
        var isFailing = false
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            try? await cancelWhenGracefulShutdown { try await ContinuousClock().sleep(for: SpanTracer.interval) }
            // Where there was nothing to send nobody knows whether the collector is well again.
            guard self.tracer.hasSpans else { continue }
            let error = await self.tracer.export { body in try await self.send(body) }
            if let error, !isFailing {
                let status = (error as? Refusal).map { "\($0.status)" } ?? "none"
                self.logger.warning(
                    "The collector does not take spans; they are dropped until it does.",
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
