package import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// The App Store that both nodes ask: it answers from simulated worlds, and logs each request.
final class AppleServer: Sendable {
    /// The maximum length of a body that is read.
    private static let bodyLimit = 1 << 20

    private let shop: PolledShop
    private let clock = ContinuousClock()
    private let openedAt: ContinuousClock.Instant
    private let state = Mutex<[AppleCall]>([])
    private let isOpen = Mutex(false)

    /// Creates a server for the worlds of a shop.
    init(_ shop: PolledShop) {
        self.shop = shop
        self.openedAt = self.clock.now
    }

    /// All requests so far.
    var calls: [AppleCall] { self.state.withLock { $0 } }

    /// Answers requests from now on; earlier requests wait until then.
    func open() { self.isOpen.withLock { $0 = true } }

    /// Answers for one environment until the task is canceled; calls the closure with the port once it listens.
    func serve(
        _ environment: AppStoreEnvironment,
        host: String,
        onListening: @escaping @Sendable (_ port: Int) async -> Void
    ) async throws {
        let world = environment == .production ? self.shop.production : self.shop.sandbox
        let router = Router(context: AppleServerContext.self)
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
        _ context: AppleServerContext,
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

/// The context of a request to the simulated App Store.
struct AppleServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address of the client.
    let source: String

    /// Creates the context of a request on a connection.
    init(source: ApplicationRequestContextSource) {
        self.coreContext = .init(source: source)
        self.source = source.channel.remoteAddress?.ipAddress ?? "-"
    }
}

/// A request that arrived at the simulated App Store.
package struct AppleCall: Hashable, Sendable {
    /// The address that it came from.
    package let source: String
    /// The environment of the request.
    package let environment: AppStoreEnvironment
    /// The operation; `nil` for one that the server does not use here.
    package let operation: AppStoreOperation?
    /// When the request arrived, since the start of the run.
    package let at: Duration

    /// Creates a request.
    package init(source: String, environment: AppStoreEnvironment, operation: AppStoreOperation?, at: Duration) {
        self.source = source
        self.environment = environment
        self.operation = operation
        self.at = at
    }

    /// Returns the operation of a method and a path, if healing or lookups use it.
    package static func operation(_ method: String, _ path: String) -> AppStoreOperation? {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count > 3, parts[0] == "inApps" else { return nil }
        switch (method, parts[2], parts.count) {
        case ("POST", "notifications", 4) where parts[3] == "history": return .getNotificationHistory
        case ("GET", "lookup", 4): return .lookUpOrderId
        case ("GET", "transactions", 4): return .getTransactionInfo
        case ("GET", "subscriptions", 4): return .getAllSubscriptionStatuses
        case ("GET", "history", 4): return parts[1] == "v1" ? .getTransactionHistoryV1 : .getTransactionHistory
        case ("GET", "refund", 5): return parts[1] == "v1" ? .getRefundHistoryV1 : .getRefundHistory
        default: return nil
        }
    }

    /// Returns requests with a deliberate flaw: each arrives twice, as if each node had a budget of its own.
    package static func spoiled(_ calls: [Self], by flaw: TortureFlaw?) -> [Self] {
        flaw == .countsAlone ? calls.flatMap { [$0, $0] } : calls
    }
}
