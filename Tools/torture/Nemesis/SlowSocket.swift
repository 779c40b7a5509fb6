import Foundation
import NIOCore
import NIOPosix

/// A connection that misbehaves.
enum SlowSocket: CaseIterable {
    /// It sends nothing.
    case silent
    /// It sends its body a byte at a time.
    case trickling
    /// It sends requests repeatedly and never reads an answer.
    case deaf
    /// It ends in the middle of its body.
    case cut

    /// Opens a connection, and holds it for a duration.
    func hold(port: Int, message: TortureMessage, post: SendQueue, for duration: Duration, clock: ContinuousClock) async
    {
        let compact = message.compact
        let body = message.body(compact)
        guard case .notification = message.kind, let digest = TortureMessage.digest(of: compact) else { return }
        let head =
            "POST \(message.path) HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
            + "content-length: \(body.count)\r\n\r\n"
        do {
            let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connectTimeout(.seconds(1))
                .channelOption(.autoRead, value: false)
                .connect(host: "127.0.0.1", port: port)
                .get()
            defer { channel.close(promise: nil) }
            switch self {
            case .silent: try await clock.sleep(for: duration)
            case .trickling:
                try await Self.write(Array(head.utf8), to: channel)
                let deadline = clock.now + duration
                for byte in body.prefix(body.count / 2) where clock.now < deadline {
                    try await Self.write([byte], to: channel)
                    try await clock.sleep(for: .milliseconds(20))
                }
            case .deaf:
                // The outcome of these messages stays unknown; each is sent whole. The queue does not wait until they
                // are written.
                post.sending(message, digest: digest)
                let whole = ByteBuffer(bytes: Array(head.utf8) + body)
                for _ in 0..<20 { channel.writeAndFlush(whole, promise: nil) }
                try await clock.sleep(for: duration)
                post.putOff(message, status: nil, now: clock.now)
            case .cut:
                try await Self.write(Array(head.utf8) + body.prefix(body.count / 2), to: channel)
            }
        } catch {
            // The server has exited or closed the connection, which it may do.
        }
    }

    private static func write(_ bytes: [UInt8], to channel: any Channel) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
    }
}
