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

    @Test("Callers with a valid secret key share a budget")
    func known() throws {
        try self.channel.writeInbound(Self.head("/v1/purchases"))
        try self.channel.writeInbound(Self.body(1000))
        self.channel.triggerUserOutboundEvent(BodyMeter.CallerIsKnown(), promise: nil)
        #expect(self.memory.taken(.strangers) == 0 && self.memory.taken(.callers) == 1000)
        try self.channel.writeInbound(Self.body(1000))
        #expect(self.memory.taken(.callers) == 2000)
        // The next one on the connection has no known caller again.
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

    /// A memory of a thousand bytes for each budget.
    private static var small: BodyMemory {
        let size = BodyMemory.Size(total: 1000, perAddress: 1000)
        return BodyMemory(sizes: [.apple: size, .callers: size, .strangers: size])
    }

    /// Sends a whole request.
    private static func send(_ count: Int, to channel: EmbeddedChannel) throws {
        try channel.writeInbound(Self.head("/v1/purchases"))
        try channel.writeInbound(Self.body(count))
        try channel.writeInbound(HTTPRequestPart.end(nil))
    }

    /// Stops taking, or goes on taking, what is answered.
    private static func turn(_ channel: EmbeddedChannel, writable isWritable: Bool) {
        channel.isWritable = isWritable
        channel.pipeline.fireChannelWritabilityChanged()
    }

    @Test("A file behind another request, which has no reader yet, is counted like any body")
    func fileBehind() throws {
        try self.channel.writeInbound(Self.head("/v1/purchases"))
        try self.channel.writeInbound(HTTPRequestPart.end(nil))
        try self.channel.writeInbound(Self.head("/v1/imports"))
        try self.channel.writeInbound(Self.body(1000))
        #expect(self.memory.taken(.strangers) == 1000)
    }

    @Test("A whole body goes, with its connection, where the client does not read the answers, before or behind it")
    func unread() throws {
        let memory = Self.small
        let channel = try Self.connect(memory)
        try Self.send(900, to: channel)
        Self.turn(channel, writable: false)
        let other = try Self.connect(memory, from: "192.0.2.2")
        try Self.send(300, to: other)
        channel.embeddedEventLoop.run()
        #expect(!channel.isActive)
        #expect(other.isActive)
        #expect(memory.taken(.strangers) == 300)

        let behind = try Self.connect(memory, from: "192.0.2.3")
        Self.turn(behind, writable: false)
        try Self.send(600, to: behind)
        let third = try Self.connect(memory, from: "192.0.2.4")
        try Self.send(300, to: third)
        behind.embeddedEventLoop.run()
        #expect(!behind.isActive)
        #expect(third.isActive && other.isActive)
        #expect(memory.taken(.strangers) == 600)
    }

    @Test("A whole body stays where the client reads again, and the one that is too much goes")
    func readAgain() throws {
        let memory = Self.small
        let channel = try Self.connect(memory)
        Self.turn(channel, writable: false)
        try Self.send(900, to: channel)
        Self.turn(channel, writable: true)
        let other = try Self.connect(memory, from: "192.0.2.2")
        #expect(throws: BodyRefusal.serverBusy) { try Self.send(300, to: other) }
        channel.embeddedEventLoop.run()
        #expect(channel.isActive)
        #expect(memory.taken(.strangers) == 900)
    }

    @Test("Of requests that were sent ahead, the body of the first stays; each later one once it is its turn")
    func ahead() throws {
        let memory = Self.small
        let channel = try Self.connect(memory)
        try Self.send(100, to: channel)
        try Self.send(800, to: channel)
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        let other = try Self.connect(memory, from: "192.0.2.2")
        #expect(throws: BodyRefusal.serverBusy) { try Self.send(300, to: other) }
        #expect(channel.isActive)
        other.close(promise: nil)

        // Behind one that is not answered it has to go, and what is before it on the connection goes too.
        let second = try Self.connect(memory, from: "192.0.2.3")
        try Self.send(10, to: second)
        try Self.send(150, to: second)
        let third = try Self.connect(memory, from: "192.0.2.4")
        try Self.send(60, to: third)
        second.embeddedEventLoop.run()
        #expect(!second.isActive)
        #expect(channel.isActive && third.isActive)
        #expect(memory.taken(.strangers) == 860)
    }

    @Test("A connection that sends too many requests ahead of their answers is closed")
    func heads() throws {
        for _ in 0..<BodyMeter.maximumPending {
            try self.channel.writeInbound(Self.head("/v1/purchases"))
            try self.channel.writeInbound(HTTPRequestPart.end(nil))
        }
        #expect(self.channel.isActive)
        try self.answer()
        try self.channel.writeInbound(Self.head("/v1/purchases"))
        try self.channel.writeInbound(HTTPRequestPart.end(nil))
        #expect(self.channel.isActive)
        try self.channel.writeInbound(Self.head("/v1/purchases"))
        self.channel.embeddedEventLoop.run()
        #expect(!self.channel.isActive)
    }

    @Test("What is refused ends with an error, and nothing more of the connection is kept")
    func refused() throws {
        let memory = Self.small
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
