import Foundation
package import Hummingbird
import HummingbirdCore
package import Logging

/// Where a server listens for its operators: a socket beside the database.
///
/// The kernel takes paths of about a hundred bytes only. Where that is too short, the folder is opened and the socket
/// is reached through it, which leaves the name alone to fit.
package final class OperatorSocket: Sendable {
    /// The longest path that is given to the kernel as it is, in bytes.
    private static let maximumPath = 100

    /// Where the socket is.
    package let path: String
    /// The same place in a form that the kernel takes.
    package let address: String
    private let folder: CInt

    /// The socket of a database, or `nil` where it has no address that the kernel takes.
    package init?(databasePath: String) {
        let path = databasePath + ".sock"
        let url = URL(filePath: path)
        self.path = path
        if path.utf8.count <= Self.maximumPath {
            self.folder = -1
            self.address = path
            return
        }
        #if os(Linux)
        let folder = unsafe open(url.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return nil }
        self.folder = folder
        self.address = "/proc/self/fd/\(folder)/\(url.lastPathComponent)"
        guard self.address.utf8.count <= Self.maximumPath else { return nil }
        #else
        return nil
        #endif
    }

    deinit {
        if self.folder >= 0 { close(self.folder) }
    }

    /// Takes a socket away that a process left behind which is gone.
    ///
    /// Only the owner of the database's lock may do this. Anything else at its place stays, and is in the way.
    package func removeStale() {
        let attributes = try? FileManager.default.attributesOfItem(atPath: self.path)
        guard attributes?[.type] as? FileAttributeType == .typeSocket else { return }
        _ = unsafe unlink(self.path)
    }

    /// Lets nobody but the owner connect.
    package func protect() {
        _ = unsafe chmod(self.path, 0o600)
    }
}

/// The HTTP server at the operators' socket.
package enum OperatorApplication {
    /// All header fields together, in bytes.
    private static let maximumHeaders = 16 * 1024

    /// Returns an application that answers with this router at a socket.
    ///
    /// The caller owns the database's lock. `onListening` is called once the socket takes commands.
    package static func make(
        router: Router<PurserContext>,
        socket: OperatorSocket,
        logger: Logger,
        onListening: @escaping @Sendable () -> Void
    ) -> Application<RouterResponder<PurserContext>> {
        Application(
            router: router,
            server: .http1(
                configuration: HTTP1Channel.Configuration(
                    idleTimeout: nil,
                    httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                        maxHeaderListSize: Self.maximumHeaders
                    )
                )
            ),
            configuration: ApplicationConfiguration(
                address: .unixDomainSocket(path: socket.address),
                serverName: nil
            ),
            onServerRunning: { _ in
                socket.protect()
                onListening()
            },
            logger: logger
        )
    }
}
