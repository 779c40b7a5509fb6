import HTTPTypes
import Hummingbird
import NIOCore

/// Puts Apple's server interfaces of a world at Apple's paths.
struct AppleAPIRoutes: Sendable {
    /// The longest body: a full-size picture.
    private static let bodyLimit = 16 << 20

    /// The world that answers.
    let world: World
    /// The wall clock, in seconds since 1970, for tokens.
    let wallClockSeconds: @Sendable () -> Int64
    /// Calls an app's realtime endpoint.
    let realtimeSender: RealtimeSender?

    /// Adds every path that Apple's interfaces have.
    func add<Context: RequestContext>(to group: some RouterMethods<Context>) {
        for root in ["inApps", "groups", "externalPurchase", "advancedCommerce"] {
            for method: HTTPRequest.Method in [.get, .post, .put, .delete] {
                group.on("\(root)/**", method: method) { request, context in
                    try await self.answer(
                        request,
                        path: "\(root)/\(context.parameters.getCatchAll().joined(separator: "/"))"
                    )
                }
            }
        }
    }

    private func answer(_ request: Request, path: String) async throws -> Response {
        var headers: [String: String] = [:]
        for field in request.headers {
            headers[field.name.canonicalName] = field.value
        }
        let body = try await request.body.collect(upTo: Self.bodyLimit)
        let answer = self.world.answer(
            AppleAPIRequest(
                request.method.rawValue,
                path,
                query: request.uri.queryParameters.map { (name: String($0.key), value: String($0.value)) },
                headers: headers,
                body: Array(body.readableBytesView)
            ),
            wallClockSeconds: self.wallClockSeconds()
        )
        if let test = answer.startedTest, let sender = self.realtimeSender {
            // The caller asks later how the test went.
            Task { await self.world.runPerformanceTest(test.identifier, app: test.app, sending: sender) }
        }
        var fields = HTTPFields()
        for (name, value) in answer.headers.sorted(by: { $0.key < $1.key }) {
            guard let name = HTTPField.Name(name) else { continue }
            fields[name] = value
        }
        return Response(
            status: HTTPResponse.Status(code: answer.status),
            headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
        )
    }
}
