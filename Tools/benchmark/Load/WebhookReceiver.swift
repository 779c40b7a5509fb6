import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A receiver of webhooks on a thread of its own, with minimal work: it reads the id, records the time of its first
/// arrival, and answers 204 at once or after a delay.
final class WebhookReceiver: Sendable {
    private struct State {
        var arrivals: [String: ContinuousClock.Instant] = [:]
        var wanted: (count: Int, continuation: CheckedContinuation<Void, Never>)?
    }

    private let group: MultiThreadedEventLoopGroup
    private let channel: any Channel
    private let state: Arrivals

    /// The state that the connections share with the tasks that wait for arrivals.
    private final class Arrivals: Sendable {
        let state = Mutex(State())

        func add(_ id: String) {
            let now = ContinuousClock.now
            let continuation = self.state.withLock { state -> CheckedContinuation<Void, Never>? in
                if state.arrivals[id] == nil { state.arrivals[id] = now }
                guard let wanted = state.wanted, state.arrivals.count >= wanted.count else { return nil }
                state.wanted = nil
                return wanted.continuation
            }
            continuation?.resume()
        }
    }

    /// Listens on loopback, and answers after this delay.
    init(answeringAfter delay: TimeAmount? = nil) async throws {
        let arrivals = Arrivals()
        self.state = arrivals
        self.group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        self.channel = try await ServerBootstrap(group: self.group)
            .serverChannelOption(.backlog, value: 1024)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Conversation(arrivals, delay: delay))
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
    }

    /// The URL of the receiver.
    var address: String { "http://127.0.0.1:\(self.channel.localAddress?.port ?? 0)/hooks" }

    /// Waits until `count` messages have arrived.
    func received(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = self.state.state.withLock { state in
                guard state.arrivals.count < count else { return true }
                state.wanted = (count, continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// The time of the first arrival of each message, by its id.
    var arrivals: [String: ContinuousClock.Instant] { self.state.state.withLock { $0.arrivals } }

    /// The number of messages that have arrived.
    var count: Int { self.state.state.withLock { $0.arrivals.count } }

    /// Returns the processor time of its thread, in seconds.
    func processorSeconds() async throws -> Double {
        try await self.group.any().submit {
            // The first number is in nanoseconds (Documentation/scheduler/sched-stats.rst of Linux).
            let text = try String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8)
            return text.split(separator: " ").first.flatMap { Double($0) }.map { $0 / 1e9 } ?? 0
        }.get()
    }

    /// Ends every connection.
    func close() async throws {
        try await self.channel.close()
        try await self.group.shutdownGracefully()
    }

    private final class Conversation: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private static let idName = Array("webhook-id:".utf8)
        private static let answer = ByteBuffer(string: "HTTP/1.1 204 No Content\r\n\r\n")

        private let arrivals: Arrivals
        private let delay: TimeAmount?
        private var received = ByteBuffer()

        init(_ arrivals: Arrivals, delay: TimeAmount?) {
            self.arrivals = arrivals
            self.delay = delay
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var part = self.unwrapInboundIn(data)
            self.received.writeBuffer(&part)
            guard let message = Self.message(in: self.received), self.received.readableBytes >= message.length else {
                return
            }
            self.received.clear()
            self.arrivals.add(message.id)
            guard let delay else {
                context.writeAndFlush(self.wrapOutboundOut(Self.answer), promise: nil)
                return
            }
            let channel = context.channel
            context.eventLoop.scheduleTask(in: delay) { channel.writeAndFlush(Self.answer, promise: nil) }
        }

        func errorCaught(context: ChannelHandlerContext, error _: any Error) {
            context.close(promise: nil)
        }

        /// Returns the id and the total length of the message at the beginning of a buffer, once its head is complete.
        private static func message(in buffer: ByteBuffer) -> (id: String, length: Int)? {
            let bytes = Array(buffer.readableBytesView)
            var id = ""
            let length = MessageHead.wholeLength(of: bytes) { line in
                guard MessageHead.begins(bytes, at: line.lowerBound, with: Self.idName) else { return }
                let value = bytes[(line.lowerBound + Self.idName.count)..<line.upperBound].filter { $0 > 32 }
                id = String(decoding: value, as: UTF8.self)
            }
            return length.map { (id, $0) }
        }
    }
}
