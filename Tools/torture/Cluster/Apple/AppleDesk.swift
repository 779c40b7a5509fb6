import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// The App Store that both nodes ask: answers out of simulated worlds, and writes down who asked what when.
final class AppleDesk: Sendable {
    /// The longest body that is read.
    private static let bodyLimit = 1 << 20

    private let shop: AskedShop
    private let clock = ContinuousClock()
    private let openedAt: ContinuousClock.Instant
    private let state = Mutex<[AppleCall]>([])
    private let isOpen = Mutex(false)

    /// A desk for the worlds of a shop.
    init(_ shop: AskedShop) {
        self.shop = shop
        self.openedAt = self.clock.now
    }

    /// Everything that was asked.
    var calls: [AppleCall] { self.state.withLock { $0 } }

    /// Answers from now on; whoever asks before is kept waiting.
    func open() { self.isOpen.withLock { $0 = true } }

    /// Answers for one environment until it is cancelled; says at which port once it listens.
    func serve(
        _ environment: AppStoreEnvironment,
        host: String,
        onListening: @escaping @Sendable (_ port: Int) async -> Void
    ) async throws {
        let world = environment == .production ? self.shop.production : self.shop.sandbox
        let router = Router(context: AppleDeskContext.self)
        for method: HTTPRequest.Method in [.get, .post, .put] {
            router.on("/**", method: method) { request, context in
                try await self.answer(request, context, world, environment)
            }
        }
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname(host, port: 0)),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) },
            logger: Logger(label: "apple") { _ in SwiftLogNoOpLogHandler() }
        )
        try await application.run()
    }

    private func answer(
        _ request: Request,
        _ context: AppleDeskContext,
        _ world: World,
        _ environment: AppStoreEnvironment
    ) async throws -> Response {
        let call = AppleCall(
            source: context.source,
            environment: environment,
            operation: AppleCall.operation(request.method.rawValue, request.uri.path),
            at: self.clock.now - self.openedAt
        )
        self.state.withLock { $0.append(call) }
        while !self.isOpen.withLock({ $0 }) { try await self.clock.sleep(for: .milliseconds(50)) }
        var headers: [String: String] = [:]
        for field in request.headers { headers[field.name.canonicalName] = field.value }
        let body = try await request.body.collect(upTo: Self.bodyLimit)
        let answer = world.answer(
            AppleAPIRequest(
                request.method.rawValue,
                request.uri.path,
                query: request.uri.queryParameters.map { (name: String($0.key), value: String($0.value)) },
                headers: headers,
                body: Array(body.readableBytesView)
            ),
            wallClockSeconds: Int64(time(nil))
        )
        var fields = HTTPFields()
        for (name, value) in answer.headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return Response(
            status: HTTPResponse.Status(code: answer.status),
            headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
        )
    }
}
