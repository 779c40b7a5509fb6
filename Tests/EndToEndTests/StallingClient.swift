import NIOCore
import NIOPosix

/// A client that connects, sends some bytes, and then neither sends nor reads.
final class StallingClient: Sendable {
    private let channel: any Channel

    /// Connects and sends.
    init(to address: SocketAddress, sending text: String) async throws {
        self.channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(ChannelOptions.autoRead, value: false)
            .connect(to: address).get()
        // What the other side does not take any more stays here.
        self.channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
    }

    deinit { self.channel.close(promise: nil) }
}
