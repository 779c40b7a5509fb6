import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import PurserHTTP
import PurserService
import Testing

/// Bodies are counted where they arrive, once.
@Suite struct BodyMeterTests {
    let memory: BodyMemory
    let channel: EmbeddedChannel

    init() throws {
        let memory = BodyMemory()
        self.memory = memory
        self.channel = try Self.connect(memory)
    }

    private static func connect(_ memory: BodyMemory, from address: String = "192.0.2.1") throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        channel.remoteAddress = try SocketAddress(ipAddress: address, port: 4711)
        try channel.pipeline.syncOperations.addHandler(BodyMeter(memory: memory))
        channel.connect(to: try SocketAddress(ipAddress: address, port: 4711), promise: nil)
        channel.embeddedEventLoop.run()
        return channel
    }

    private static func head(_ path: String) -> HTTPRequestPart {
        .head(HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: path))
    }

    private static func body(_ count: Int) -> HTTPRequestPart {
        .body(ByteBuffer(bytes: [UInt8](repeating: 0x20, count: count)))
    }

    private func answer() throws {
        try self.channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try self.channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    @Test("A body counts from its first byte until its answer, and with the connection's end at the latest")
    func counted() throws {
        try self.channel.writeInbound(Self.head("/v1/purchases"))
        for _ in 0..<3 { try self.channel.writeInbound(Self.body(1000)) }
        #expect(self.memory.taken(.strangers) == 3000)
        try self.channel.writeInbound(HTTPRequestPart.end(nil))
        #expect(self.memory.taken(.strangers) == 3000)
        try self.answer()
        #expect(self.memory.taken(.strangers) == 0)
        try self.channel.writeInbound(Self.head("/v1/purchases"))
        try self.channel.writeInbound(Self.body(500))
        self.channel.close(promise: nil)
        self.channel.embeddedEventLoop.run()
        #expect(self.memory.taken(.strangers) == 0)
    }

    @Test("Whoever is known by a secret key has a budget with others like him")
    func known() throws {
        try self.channel.writeInbound(Self.head("/v1/purchases"))
        try self.channel.writeInbound(Self.body(1000))
        self.channel.triggerUserOutboundEvent(BodyMeter.CallerIsKnown(), promise: nil)
        #expect(self.memory.taken(.strangers) == 0 && self.memory.taken(.callers) == 1000)
        try self.channel.writeInbound(Self.body(1000))
        #expect(self.memory.taken(.callers) == 2000)
        // The next one on the connection is nobody's again.
        try self.channel.writeInbound(HTTPRequestPart.end(nil))
        try self.answer()
        try self.channel.writeInbound(Self.head("/v1/purchases"))
        try self.channel.writeInbound(Self.body(10))
        #expect(self.memory.taken(.strangers) == 10 && self.memory.taken(.callers) == 0)
    }

    @Test("At Apple's addresses a body counts with Apple's until it is longer than what Apple signs")
    func apple() throws {
        try self.channel.writeInbound(Self.head("/apple/shop/notifications"))
        try self.channel.writeInbound(Self.body(BodyLimits.signedData))
        #expect(self.memory.taken(.apple) == BodyLimits.signedData)
        try self.channel.writeInbound(Self.body(1))
        #expect(self.memory.taken(.apple) == 0)
        #expect(self.memory.taken(.strangers) == BodyLimits.signedData + 1)
    }

    @Test("A file is written as it comes, and not counted")
    func file() throws {
        try self.channel.writeInbound(Self.head("/v1/imports"))
        try self.channel.writeInbound(Self.body(1000))
        #expect(BodyMemory.Budget.allCases.allSatisfy { self.memory.taken($0) == 0 })
    }

    @Test("What is refused ends with an error, and nothing more of the connection is kept")
    func refused() throws {
        let size = BodyMemory.Size(total: 1000, perAddress: 1000)
        let memory = BodyMemory(sizes: [.apple: size, .callers: size, .strangers: size])
        let channel = try Self.connect(memory)
        try channel.writeInbound(Self.head("/v1/purchases"))
        try channel.writeInbound(Self.body(900))
        let other = try Self.connect(memory, from: "192.0.2.2")
        try other.writeInbound(Self.head("/v1/purchases"))
        try other.writeInbound(Self.body(300))
        channel.embeddedEventLoop.run()
        #expect(throws: BodyRefusal.serverBusy) { try channel.throwIfErrorCaught() }
        #expect(throws: Never.self) { try other.throwIfErrorCaught() }
        #expect(memory.taken(.strangers) == 300)
        while try channel.readInbound(as: HTTPRequestPart.self) != nil {}
        try channel.writeInbound(Self.body(100))
        #expect(try channel.readInbound(as: HTTPRequestPart.self) == nil)
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .serviceUnavailable)))
        guard case .head(let head)? = try channel.readOutbound(as: HTTPResponsePart.self) else {
            Issue.record("There is no answer.")
            return
        }
        #expect(head.headerFields[.connection] == "close")
    }
}
