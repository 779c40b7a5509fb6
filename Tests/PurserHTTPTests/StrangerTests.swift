import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import NIOCore
import NIOPosix
import PurserHTTP
import PurserTesting
import Synchronization
import Testing

/// Strangers hold back bodies of every size at every address that takes any, and Apple's notifications are taken
/// meanwhile.
@Suite(.timeLimit(.minutes(5))) struct StrangerTests {
    /// Sends the beginning of a request as soon as there is a connection, and comes back when it is cut off, some
    /// times.
    private final class Stranger: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        /// How often each comes back.
        private static let patience = 3

        let text: ByteBuffer
        let source: String
        let port: Int
        let group: any EventLoopGroup
        let channels: Mutex<[any Channel]>
        private let left = Mutex(Stranger.patience)

        init(_ text: ByteBuffer, from source: String, to port: Int, on group: any EventLoopGroup) {
            self.text = text
            self.source = source
            self.port = port
            self.group = group
            self.channels = Mutex([])
        }

        func connect() -> EventLoopFuture<Void> {
            do {
                return ClientBootstrap(group: self.group)
                    .channelInitializer { channel in
                        self.channels.withLock { $0.append(channel) }
                        return channel.eventLoop.makeCompletedFuture {
                            try channel.pipeline.syncOperations.addHandler(self)
                        }
                    }
                    .bind(to: try SocketAddress(ipAddress: self.source, port: 0))
                    .connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: self.port))
                    .map { channel in channel.writeAndFlush(self.text, promise: nil) }
            } catch {
                return self.group.any().makeFailedFuture(error)
            }
        }

        func channelInactive(context _: ChannelHandlerContext) {
            let comesBack = self.left.withLock { left in
                left -= 1
                return left >= 0
            }
            if comesBack { _ = self.connect() }
        }

        func errorCaught(context: ChannelHandlerContext, error _: any Error) {
            context.close(promise: nil)
        }

        func leave() {
            self.left.withLock { $0 = 0 }
            for channel in self.channels.withLock({ $0 }) { channel.close(promise: nil) }
        }
    }

    private static let paths = [
        "/apple/shop/notifications", "/apple/shop/retention", "/verifyReceipt", "/sandbox/verifyReceipt",
        "/v1/purchases",
        "/v1/imports", "/apple/other/notifications", "/nowhere",
    ]

    /// The beginning of a request whose body lacks its last byte.
    private static func beginning(_ path: String, _ size: Int) -> ByteBuffer {
        let begun = #"{"notification_type":"DID_RENEW","receipt-data":""#
        var text = ByteBuffer(
            string:
                "POST \(path) HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: "
                + "\(size + 1)\r\n\r\n"
        )
        text.writeString(String(begun.prefix(size)))
        text.writeRepeatingByte(UInt8(ascii: "A"), count: max(0, size - begun.utf8.count))
        return text
    }

    /// How large the body of a stranger's nth connection is: most are as long as Apple's, some as long as anything may
    /// be.
    private static func size(_ number: Int) -> Int {
        if number.isMultiple(of: 331) { return BodyLimits.receipts - 1 }
        if number.isMultiple(of: 97) { return 1024 * 1024 }
        if number.isMultiple(of: 11) { return BodyLimits.signedData - 1 }
        return [1, 100, 10_000, 40_000, 3000][number % 5]
    }

    /// Sends a notification over a connection of its own, and says whether it was taken, and after how long.
    private static func notify(
        _ client: TestServer.Client,
        _ compact: [UInt8]
    ) async throws -> (isTaken: Bool, time: Duration) {
        let start = ContinuousClock.now
        let answer = try await client.notify(compact)
        return (answer.status == .ok, ContinuousClock.now - start)
    }

    @Test(
        "Slow clients, from one address or two hundred, Apple's or not, never prevent a notification"
    )
    func starvation() async throws {
        // Each connection has two ends in this process.
        let most = OpenFiles.raise() / 2 - 300
        let server = try TestServer()
        let memory = BodyMemory()
        let application = PurserApplication.make(
            router: server.router,
            host: "127.0.0.1",
            port: 0,
            memory: memory,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            onListening: { _ in }
        )
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let notifications = try (0..<120).map { number in
            try server.shop.notification(uuid: "002e14d5-51f5-4503-b5a8-c3a1af6\(100_00 + number)")
        }
        try await application.test(.live) { live in
            let port = try #require(live.port)
            func genuine(_ compact: [UInt8]) async throws -> (isTaken: Bool, time: Duration) {
                let connection = TestClient(
                    host: "127.0.0.1",
                    port: port,
                    configuration: .init(timeout: TestTimeout.duration)
                )
                connection.connect()
                let outcome = try await Self.notify(TestServer.Client(connection: connection), compact)
                try await connection.shutdown()
                return outcome
            }
            var quiet: [Duration] = []
            for compact in notifications[..<20] { quiet.append(try await genuine(compact).time) }
            let sources =
                [String](repeating: "127.0.0.1", count: 100) + [String](repeating: "127.0.0.2", count: 300)
                + (0..<4000).map { "127.0.1.\(1 + $0 % 200)" }
            let strangers = sources.prefix(most).enumerated().map { number, source in
                Stranger(
                    Self.beginning(Self.paths[number % Self.paths.count], Self.size(number)),
                    from: source,
                    to: port,
                    on: group
                )
            }
            for some in stride(from: 0, to: strangers.count, by: 200) {
                for connecting in strangers[some..<min(some + 200, strangers.count)].map({ $0.connect() }) {
                    try? await connecting.get()
                }
            }
            var times: [Duration] = []
            // The most that each budget held: a slow machine cuts strangers off while others still come.
            var held = BodyMemory.Budget.allCases.map { memory.taken($0) }
            for compact in notifications[20...] {
                let (isTaken, time) = try await genuine(compact)
                #expect(isTaken)
                times.append(time)
                for budget in BodyMemory.Budget.allCases {
                    held[budget.rawValue] = max(held[budget.rawValue], memory.taken(budget))
                }
            }
            // They do hold what they can, and no more.
            #expect(held[BodyMemory.Budget.apple.rawValue] > 1024 * 1024)
            for budget in BodyMemory.Budget.allCases {
                #expect(held[budget.rawValue] <= BodyMemory.sizes[budget]?.total ?? 0)
            }
            // A machine that is busy with other tests makes any one of them slow, and not half of them.
            let median = times.sorted()[times.count / 2]
            let usual = quiet.sorted()[quiet.count / 2]
            let bound = max(Duration.milliseconds(300), usual * 10)
            #expect(median < bound, "\(median) where \(usual) is usual")
            for stranger in strangers { stranger.leave() }
        }
        try await group.shutdownGracefully()
    }
}
