import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The routes of the worlds' Apple server interfaces, at Apple's paths.
struct AppleAPIRoutes: Sendable {
    /// The maximum size of a body, in bytes: a full-size image.
    private static let bodyLimit = 16 << 20
    private static let roots = ["inApps", "groups", "externalPurchase", "advancedCommerce", "v1", "v2"]

    /// The wall clock, in seconds since 1970, for the verification of tokens.
    let wallClockSeconds: @Sendable () -> Int64
    /// The wall clock, for delayed responses.
    let clock: any Clock<Duration>
    /// The client that calls an app's realtime endpoint.
    let realtimeSender: RealtimeSender?
    /// The receiver of the notifications that a request causes; without one they wait in the world.
    let receiver: NotificationReceiver?

    /// Adds all paths of Apple's interfaces below a prefix that is empty or ends in a slash.
    func add(
        to router: Router<BasicRequestContext>,
        prefix: String,
        _ hosted: @escaping @Sendable (BasicRequestContext) throws -> HostedWorld
    ) {
        for root in Self.roots {
            for method: HTTPRequest.Method in [.get, .post, .put, .delete] {
                router.on("\(prefix)\(root)/**", method: method) { request, context in
                    let rest = context.parameters.getCatchAll().joined(separator: "/")
                    return try await self.answer(request, path: "\(root)/\(rest)", hosted(context))
                }
            }
        }
    }

    /// The error that ends a connection in the middle of a body.
    private struct Cut: Error {}

    private func answer(_ request: Request, path: String, _ hosted: HostedWorld) async throws -> Response {
        var headers: [String: String] = [:]
        for field in request.headers {
            headers[field.name.canonicalName] = field.value
        }
        let body = try await request.body.collect(upTo: Self.bodyLimit)
        let answer = hosted.world.answer(
            AppleAPIRequest(
                request.method.rawValue,
                path,
                // The framework decodes values but not names: `filter%5BreportType%5D`.
                query: request.uri.queryParameters.map {
                    (name: $0.key.removingPercentEncoding ?? String($0.key), value: String($0.value))
                },
                headers: headers,
                body: Array(body.readableBytesView)
            ),
            wallClockSeconds: self.wallClockSeconds()
        )
        if let test = answer.startedTest, let sender = self.realtimeSender {
            // The caller requests the result of the test later.
            Task { await hosted.world.runPerformanceTest(test.identifier, app: test.app, sending: sender) }
        }
        if let receiver = self.receiver, hosted.world.hasDue {
            // The caller may be the app's server while it handles a notification, so the response does not wait for
            // deliveries.
            Task { try? await hosted.queue.run { await hosted.world.settle(delivering: receiver) } }
        }
        var fields = HTTPFields()
        for (name, value) in answer.headers.sorted(by: { $0.key < $1.key }) {
            guard let name = HTTPField.Name(name) else { continue }
            fields[name] = value
        }
        let faults = hosted.world.activeFaults.count
        if faults > 0, let name = HTTPField.Name("X-Sim-Faults") {
            fields[name] = String(faults)
        }
        if answer.latencyMilliseconds > 0 {
            try await self.clock.sleep(for: .milliseconds(answer.latencyMilliseconds))
        }
        let bytes = answer.body
        let content =
            answer.isCut
            ? ResponseBody(contentLength: bytes.count) { writer in
                try await writer.write(ByteBuffer(bytes: bytes.prefix(bytes.count / 2)))
                throw Cut()
            } : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        return Response(status: HTTPResponse.Status(code: answer.status), headers: fields, body: content)
    }
}
