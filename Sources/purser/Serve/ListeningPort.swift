import Foundation
import NIOCore
import NIOPosix

/// A port on which a server is about to listen.
enum ListeningPort {
    /// Returns why the server cannot listen on a port now; `nil` if it can, and for port 0, which picks a free one.
    ///
    /// This is checked before anything is opened, so that an occupied port is the only error.
    static func obstacle(host: String, port: Int) async -> String? {
        guard port != 0 else { return nil }
        do {
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: host, port: port)
                .get()
            try await channel.close().get()
            return nil
        } catch {
            return Self.words(for: error)
        }
    }

    /// Returns a port of this machine that is free now.
    static func free() async throws -> Int {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0)
            .get()
        defer { channel.close(promise: nil) }
        return channel.localAddress?.port ?? 0
    }

    /// Returns the meaning of an error of listening.
    static func words(for error: any Error) -> String {
        if error is SocketAddressError.UnknownHost { return "this host is unknown." }
        guard let error = error as? IOError else { return "this machine refuses it." }
        return switch error.errnoCode {
        case EADDRINUSE: "another process listens there already, possibly a running Purser. Stop it."
        case EACCES, EPERM: "this user may not listen there; ports below 1024 need administrator privileges."
        case EADDRNOTAVAIL: "this machine does not have that address."
        default: "\(unsafe String(cString: strerror(error.errnoCode)))."
        }
    }
}
