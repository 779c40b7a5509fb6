import NIOCore
import NIOPosix
import NIOSSL
import PurserTesting
import Synchronization

/// A mail server on this machine, over real sockets, that behaves well or badly.
final class MailServer: Sendable {
    /// What it does.
    struct Behavior: Sendable {
        /// What is done where a command would be answered well.
        enum Deviation: Sendable {
            /// No answer ever comes.
            case hang
            /// The connection is closed.
            case drop
            /// This is answered.
            case say(String)
            /// The answer begins and never ends.
            case begin(String)
        }

        /// What it can do, as lines of the answer to `EHLO`.
        var extensions = ["AUTH PLAIN LOGIN", "8BITMIME"]
        /// Whether it offers STARTTLS as long as the connection is in clear.
        var offersTLS = false
        /// By a command's first word or its whole line, or `greeting` and `message`.
        var deviations: [String: Deviation] = [:]
        /// What it says in clear behind its answer to STARTTLS.
        var smuggled = ""
    }

    /// What has happened to it.
    struct Log: Sendable {
        /// Each command, with `TLS ` before it where it came protected.
        var commands: [String] = []
        /// The messages that it has taken, with the dots that were doubled.
        var messages: [String] = []
        /// How many connections there were.
        var connectionCount = 0
    }

    private let channel: any Channel
    private let box: Box

    /// What the handlers of connections share.
    final class Box: Sendable {
        let state = Mutex(Log())
    }

    /// The port on which it listens.
    var port: Int { self.channel.localAddress?.port ?? 0 }
    /// What has happened to it.
    var log: Log { self.box.state.withLock { $0 } }

    private init(channel: any Channel, box: Box) {
        self.channel = channel
        self.box = box
    }

    /// One that listens until the closure ends.
    static func run<Result>(
        _ behavior: Behavior = Behavior(),
        certificate: ReceiverCertificate? = nil,
        isSecure: Bool = false,
        _ body: (MailServer) async throws -> Result
    ) async throws -> Result {
        let context = try certificate.map { certificate in
            try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: [.certificate(try NIOSSLCertificate(bytes: certificate.leaf, format: .der))],
                    privateKey: .privateKey(
                        try NIOSSLPrivateKey(bytes: Array(certificate.keyPEM.utf8), format: .pem)
                    )
                )
            )
        }
        let box = Box()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(ChannelOptions.backlog, value: 64)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if isSecure, let context {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                    }
                    try channel.pipeline.syncOperations.addHandler(
                        MailServerHandler(behavior, box, context, isProtected: isSecure)
                    )
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = MailServer(channel: channel, box: box)
        do {
            let result = try await body(server)
            try? await channel.close()
            return result
        } catch {
            try? await channel.close()
            throw error
        }
    }
}
