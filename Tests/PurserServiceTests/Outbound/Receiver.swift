import NIOCore
import NIOPosix
import NIOSSL
import PurserTesting
import Synchronization

/// A server on this machine with real sockets, which responds correctly or incorrectly.
final class Receiver: Sendable {
    /// The reaction to a request.
    enum Behavior: Sendable {
        /// Sends these bytes and keeps the connection open.
        case answer(String)
        /// Sends these bytes and closes the connection.
        case hangUp(String)
        /// Sends a body that has no end, as fast as the client reads it.
        case endless
        /// Does nothing.
        case silent
    }

    /// The events at the receiver.
    struct Log: Sendable {
        var requests: [String] = []
        var connectionCount = 0
        var closedCount = 0
    }

    /// A response that does not close the connection.
    static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    private let channel: any Channel
    private let state = Mutex(Log())
    private let allClosed: EventLoopPromise<Void>

    /// The port of the receiver.
    var port: Int { self.channel.localAddress?.port ?? 0 }
    /// The events at the receiver.
    var log: Log { self.state.withLock { $0 } }

    private init(channel: any Channel, allClosed: EventLoopPromise<Void>) {
        self.channel = channel
        self.allClosed = allClosed
    }

    /// Runs a receiver at an address until the closure ends.
    static func run<Result>(
        _ behavior: Behavior,
        at host: String = "127.0.0.1",
        certificate: ReceiverCertificate? = nil,
        newestTLS: TLSVersion? = nil,
        _ body: (Receiver) async throws -> Result
    ) async throws -> Result {
        let group = MultiThreadedEventLoopGroup.singleton
        let context = try certificate.map { try Self.context($0, newest: newestTLS) }
        let hook = Mutex<Receiver?>(nil)
        let box = Box(hook: hook)
        let channel = try await ServerBootstrap(group: group)
            .serverChannelOption(ChannelOptions.backlog, value: 256)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let context {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                    }
                    try channel.pipeline.syncOperations.addHandler(ReceiverHandler(behavior: behavior, log: box.note))
                }
            }
            .bind(host: host, port: 0).get()
        let receiver = Receiver(channel: channel, allClosed: group.any().makePromise())
        box.hook.withLock { $0 = receiver }
        do {
            let result = try await body(receiver)
            await receiver.stop()
            return result
        } catch {
            await receiver.stop()
            throw error
        }
    }

    /// Returns when the other side has closed a connection.
    func hungUp() async throws { try await self.allClosed.futureResult.get() }

    private func stop() async {
        self.allClosed.succeed()
        try? await self.channel.close()
    }

    private func note(_ event: ReceiverHandler.Event) {
        self.state.withLock { log in
            switch event {
            case .opened: log.connectionCount += 1
            case .request(let text): log.requests.append(text)
            case .closed: log.closedCount += 1
            }
        }
        if case .closed = event { self.allClosed.succeed() }
    }

    /// Allows connections before the receiver is assigned, which happens only after it listens.
    private final class Box: Sendable {
        let hook: Mutex<Receiver?>

        init(hook: consuming Mutex<Receiver?>) { self.hook = hook }

        func note(_ event: ReceiverHandler.Event) { self.hook.withLock { $0 }?.note(event) }
    }

    private static func context(_ certificate: ReceiverCertificate, newest: TLSVersion?) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try NIOSSLCertificate(bytes: certificate.leaf, format: .der))],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(certificate.keyPEM.utf8), format: .pem))
        )
        if let newest {
            configuration.minimumTLSVersion = .tlsv1
            configuration.maximumTLSVersion = newest
        }
        return try NIOSSLContext(configuration: configuration)
    }
}
