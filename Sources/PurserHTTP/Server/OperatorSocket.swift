import Foundation
package import Hummingbird
import HummingbirdCore
package import Logging

/// The socket beside the database at which a server listens for its operators.
///
/// The kernel accepts paths of about a hundred bytes only. For a longer path, the folder is opened and the socket is
/// reached through it, so that only the name has to fit.
package final class OperatorSocket: Sendable {
    /// The maximum length in bytes of a path that is passed to the kernel unchanged.
    private static let maximumPath = 100

    /// Where the socket is.
    package let path: String
    /// The same location in a form that the kernel accepts.
    package let address: String
    private let folder: CInt

    /// Creates the socket of a database; `nil` if the kernel accepts no address for it.
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

    /// Removes the socket of a process that no longer exists.
    ///
    /// Only the owner of the database's lock may do this. A file of another kind stays, and makes listening fail.
    package func removeStale() {
        let attributes = try? FileManager.default.attributesOfItem(atPath: self.path)
        guard attributes?[.type] as? FileAttributeType == .typeSocket else { return }
        _ = unsafe unlink(self.path)
    }

    /// Restricts connections to the owner.
    package func protect() {
        _ = unsafe chmod(self.path, 0o600)
    }
}

/// The HTTP server at the operators' socket.
package enum OperatorApplication {
    /// The maximum size of all header fields together, in bytes.
    private static let maximumHeaders = 16 * 1024

    /// Returns an application with this router at a socket.
    ///
    /// The caller holds the database's lock. `onListening` is called once the socket accepts commands.
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
