import Foundation
import NIOCore
import NIOPosix

/// A port that a server is about to listen on.
enum ListeningPort {
    /// Why nobody can listen there now; `nil` where one can, and for port 0, which picks a free one.
    ///
    /// It is tried before anything is opened, so that a port that is taken is all that is told.
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

    /// What an error of listening means.
    static func words(for error: any Error) -> String {
        if error is SocketAddressError.UnknownHost { return "nobody knows this host." }
        guard let error = error as? IOError else { return "this machine refuses it." }
        return switch error.errnoCode {
        case EADDRINUSE: "something listens there already, perhaps a Purser that runs. Stop that one."
        case EACCES, EPERM: "this user may not listen there; ports below 1024 are the administrator's."
        case EADDRNOTAVAIL: "this machine does not have that address."
        default: "\(unsafe String(cString: strerror(error.errnoCode)))."
        }
    }
}
