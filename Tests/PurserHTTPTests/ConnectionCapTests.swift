import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import PurserHTTP
import PurserService
import Testing

@Suite struct ConnectionCapTests {
    /// A connection from an address, once it is open or refused.
    private static func connect(_ counts: ConnectionCounts, from address: String) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        channel.remoteAddress = try SocketAddress(ipAddress: address, port: 4711)
        try channel.pipeline.syncOperations.addHandler(ConnectionCap(counts: counts))
        channel.connect(to: try SocketAddress(ipAddress: address, port: 4711), promise: nil)
        channel.embeddedEventLoop.run()
        return channel
    }

    @Test("One connection too many from an address is closed, until another of it ends")
    func cap() throws {
        let counts = ConnectionCounts(maximum: 2)
        let first = try Self.connect(counts, from: "192.0.2.1")
        let second = try Self.connect(counts, from: "192.0.2.1")
        let third = try Self.connect(counts, from: "192.0.2.1")
        #expect(first.isActive)
        #expect(second.isActive)
        #expect(!third.isActive)
        let other = try Self.connect(counts, from: "192.0.2.2")
        #expect(other.isActive)
        // What was refused was never counted, so its end frees nothing.
        let fourth = try Self.connect(counts, from: "192.0.2.1")
        #expect(!fourth.isActive)
        first.close(promise: nil)
        first.embeddedEventLoop.run()
        let fifth = try Self.connect(counts, from: "192.0.2.1")
        #expect(fifth.isActive)
        let sixth = try Self.connect(counts, from: "192.0.2.1")
        #expect(!sixth.isActive)
    }

    /// Lets a whole request come, as long as the server is at it.
    private static func ask(_ channel: EmbeddedChannel) throws {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
        try channel.writeInbound(HTTPRequestPart.head(head))
        try channel.writeInbound(HTTPRequestPart.end(nil))
    }

    @Test(
        "At the total limit, those that have waited the longest are closed, never one that gets a response"
    )
    func total() throws {
        let counts = ConnectionCounts(maximum: 100, total: 32)
        var open: [EmbeddedChannel] = []
        for number in 0..<32 {
            open.append(try Self.connect(counts, from: number < 4 ? "192.0.2.\(number)" : "127.0.0.1"))
        }
        try Self.ask(open[4])
        let before = open.filter(\.isActive)
        #expect(before.count == 32)
        // However many come, each is taken, and what is taken from is the address with the most.
        for number in 0..<100 {
            let next = try Self.connect(counts, from: "198.51.100.\(number)")
            #expect(next.isActive)
            for channel in open { channel.embeddedEventLoop.run() }
            open.append(next)
            #expect(open.count(where: \.isActive) <= 32)
            // As long as this machine has more than the others, what goes is its own.
            if number < 20 { #expect(open[0..<4].allSatisfy({ $0.isActive })) }
        }
        #expect(open[4].isActive)
    }

    @Test("Connections leave files for everything else, and are never more than all may be")
    func files() {
        #expect(OpenFiles.connections(of: 256) == 128)
        #expect(OpenFiles.connections(of: 1024) == 512)
        #expect(OpenFiles.connections(of: 4096) == 4096 - 512)
        #expect(OpenFiles.connections(of: 1_048_576) == ConnectionCounts.standardTotal)
    }

    @Test("Where the server is at work for all, one more is refused; when it has answered one, that one goes first")
    func busy() throws {
        let counts = ConnectionCounts(maximum: 100, total: 2)
        let first = try Self.connect(counts, from: "192.0.2.1")
        let second = try Self.connect(counts, from: "192.0.2.2")
        try Self.ask(first)
        try Self.ask(second)
        #expect(try !Self.connect(counts, from: "192.0.2.3").isActive)
        try first.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try first.writeOutbound(HTTPResponsePart.end(nil))
        #expect(try Self.connect(counts, from: "192.0.2.3").isActive)
        first.embeddedEventLoop.run()
        #expect(!first.isActive && second.isActive)
    }

    /// Stops taking, or goes on taking, what is answered.
    private static func turn(_ channel: EmbeddedChannel, writable isWritable: Bool) {
        channel.isWritable = isWritable
        channel.pipeline.fireChannelWritabilityChanged()
    }

    @Test(
        "A client that does not read keeps its connection waiting, regardless of requests, until it reads again"
    )
    func unread() throws {
        let counts = ConnectionCounts(maximum: 100, total: 3)
        let first = try Self.connect(counts, from: "192.0.2.1")
        let second = try Self.connect(counts, from: "192.0.2.2")
        let third = try Self.connect(counts, from: "192.0.2.3")
        for channel in [first, second, third] {
            try Self.ask(channel)
            Self.turn(channel, writable: false)
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        }
        // The first has been waited for as long as the others, and asks for more; the last one reads again.
        second.embeddedEventLoop.advanceTime(by: .seconds(1))
        Self.turn(second, writable: true)
        Self.turn(second, writable: false)
        first.embeddedEventLoop.advanceTime(by: .seconds(10))
        try Self.ask(first)
        Self.turn(third, writable: true)
        let fourth = try Self.connect(counts, from: "192.0.2.4")
        first.embeddedEventLoop.run()
        #expect(!first.isActive && second.isActive && fourth.isActive)
        try Self.ask(fourth)
        let fifth = try Self.connect(counts, from: "192.0.2.5")
        second.embeddedEventLoop.run()
        #expect(!second.isActive && fifth.isActive)
        try Self.ask(fifth)
        #expect(try !Self.connect(counts, from: "192.0.2.6").isActive)
        #expect(third.isActive)
    }

    @Test(
        "What comes from this machine or from a trusted proxy is not counted by its address",
        arguments: ["127.0.0.1", "::1", "10.1.1.1"]
    )
    func uncounted(address: String) throws {
        let range = try #require(AddressRange("10.0.0.0/8"))
        let counts = ConnectionCounts(maximum: 1, proxies: TrustedProxies(ranges: [range]))
        for _ in 0..<3 { #expect(try Self.connect(counts, from: address).isActive) }
    }
}
