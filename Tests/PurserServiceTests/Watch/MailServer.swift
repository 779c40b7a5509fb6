import NIOCore
import NIOPosix
import NIOSSL
import PurserTesting
import Synchronization

/// A mail server on this machine, over real sockets, with configurable failures.
final class MailServer: Sendable {
    /// The behavior of the server.
    struct Behavior: Sendable {
        /// The failure in place of a normal answer.
        enum Deviation: Sendable {
            /// No answer arrives.
            case hang
            /// The connection is closed.
            case drop
            /// This is answered.
            case say(String)
            /// The answer begins and never ends.
            case begin(String)
        }

        /// The extensions in the answer to `EHLO`.
        var extensions = ["AUTH PLAIN LOGIN", "8BITMIME"]
        /// Whether it offers STARTTLS while the connection is in plain text.
        var offersTLS = false
        /// The failures by a command's first word or its whole line, or `greeting` and `message`.
        var deviations: [String: Deviation] = [:]
        /// The plain text that it sends after its answer to STARTTLS.
        var smuggled = ""
    }

    /// The record of the server.
    struct Log: Sendable {
        /// Each command, with the prefix `TLS ` where it arrived protected.
        var commands: [String] = []
        /// The accepted messages, with doubled dots.
        var messages: [String] = []
        /// The number of connections.
        var connectionCount = 0
    }

    private let channel: any Channel
    private let box: Box

    /// The state that the connection handlers share.
    final class Box: Sendable {
        let state = Mutex(Log())
    }

    /// The port on which the server listens.
    var port: Int { self.channel.localAddress?.port ?? 0 }
    /// The record of the server.
    var log: Log { self.box.state.withLock { $0 } }

    private init(channel: any Channel, box: Box) {
        self.channel = channel
        self.box = box
    }

    /// Runs a server until the closure ends.
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
