import NIOCore
import NIOEmbedded
import NIOSSL
import PurserHTTP
import PurserTesting
import Testing

/// A connection that is cut off ends at once, although TLS would wait for its client.
@Suite struct CutOffTests {
    private let context: NIOSSLContext

    init() throws {
        let certificate = try ReceiverCertificate(names: ["shop.test"])
        self.context = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [.certificate(try NIOSSLCertificate(bytes: certificate.leaf, format: .der))],
                privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(certificate.keyPEM.utf8), format: .pem))
            )
        )
    }

    /// The server's end of a connection whose client has agreed on TLS, and says nothing more.
    private func connect(_ further: [any ChannelHandler] = []) throws -> EmbeddedChannel {
        var trust = TLSConfiguration.makeClientConfiguration()
        trust.certificateVerification = .none
        let client = EmbeddedChannel()
        let server = EmbeddedChannel()
        let address = try SocketAddress(ipAddress: "192.0.2.1", port: 4711)
        server.remoteAddress = address
        try client.pipeline.syncOperations.addHandler(
            NIOSSLClientHandler(context: NIOSSLContext(configuration: trust), serverHostname: nil)
        )
        try server.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: self.context))
        try server.pipeline.syncOperations.addHandlers(further)
        for channel in [server, client] { channel.connect(to: address, promise: nil) }
        var isBusy = true
        while isBusy {
            isBusy = false
            for (one, other) in [(client, server), (server, client)] {
                one.embeddedEventLoop.run()
                while let part = try one.readOutbound(as: IOData.self) {
                    try other.writeInbound(part)
                    isBusy = true
                }
            }
        }
        return server
    }

    @Test("What is closed waits for the client's farewell, and what is cut off does not")
    func closing() throws {
        let closed = try self.connect()
        closed.close(promise: nil)
        closed.embeddedEventLoop.run()
        #expect(closed.isActive)
        closed.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(!closed.isActive)
        let cut = try self.connect()
        #expect(cut.isActive)
        cut.cutOff()
        cut.embeddedEventLoop.run()
        #expect(!cut.isActive)
    }

    @Test("A connection that has to go for another frees its place at once")
    func cap() throws {
        let counts = ConnectionCounts(maximum: 100, total: 1)
        let first = try self.connect([ConnectionCap(counts: counts)])
        #expect(first.isActive)
        let second = try self.connect([ConnectionCap(counts: counts)])
        first.embeddedEventLoop.run()
        #expect(!first.isActive)
        #expect(second.isActive)
    }

    @Test("A client that sends nothing after its handshake is cut off")
    func deadline() throws {
        let silent = try self.connect([RequestDeadlines()])
        silent.embeddedEventLoop.advanceTime(by: RequestDeadlines.firstHead)
        #expect(!silent.isActive)
    }
}
