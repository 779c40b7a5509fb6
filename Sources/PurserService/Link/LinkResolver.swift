import NIOCore
import NIOPosix

/// A resolver that returns addresses that were looked up before, so that NIO tries those of IPv6 and IPv4 alternately,
/// as clients do.
final class LinkResolver: Resolver, Sendable {
    private let loop: any EventLoop
    private let four: [SocketAddress]
    private let six: [SocketAddress]

    /// Creates a resolver of these addresses and a port.
    init(_ addresses: [NetworkAddress], port: Int, loop: any EventLoop) {
        func sockets(_ isFour: Bool) -> [SocketAddress] {
            addresses.filter { $0.isFour == isFour }
                .compactMap { try? SocketAddress(ipAddress: $0.description, port: port) }
        }
        self.loop = loop
        self.four = sockets(true)
        self.six = sockets(false)
    }

    func initiateAQuery(host _: String, port _: Int) -> EventLoopFuture<[SocketAddress]> {
        self.loop.makeSucceededFuture(self.four)
    }

    func initiateAAAAQuery(host _: String, port _: Int) -> EventLoopFuture<[SocketAddress]> {
        self.loop.makeSucceededFuture(self.six)
    }

    func cancelQueries() {}
}
