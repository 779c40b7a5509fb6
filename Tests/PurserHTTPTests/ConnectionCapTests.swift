import NIOCore
import NIOEmbedded
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

    @Test(
        "What comes from this machine or from a trusted proxy is not counted",
        arguments: ["127.0.0.1", "::1", "10.1.1.1"]
    )
    func uncounted(address: String) throws {
        let range = try #require(AddressRange("10.0.0.0/8"))
        let counts = ConnectionCounts(maximum: 1, proxies: TrustedProxies(ranges: [range]))
        for _ in 0..<3 { #expect(try Self.connect(counts, from: address).isActive) }
    }
}
