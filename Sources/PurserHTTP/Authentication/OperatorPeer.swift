import Foundation
package import NIOCore

/// The user at the other end of the operators' socket, from the kernel.
package struct OperatorPeer: Hashable, Sendable {
    /// The user id.
    package let userID: UInt32
    /// The name of the user, or the user id if there is no name.
    package let name: String

    /// Creates a peer.
    package init(userID: UInt32, name: String) {
        self.userID = userID
        self.name = name
    }

    /// Whether this user may send commands: the server's own user and the machine's administrator.
    ///
    /// The socket's mode enforces the same; this check also applies while the file is being created, or after its mode
    /// was changed.
    package var mayCommand: Bool { self.userID == 0 || self.userID == UInt32(geteuid()) }

    /// The user of this process.
    package static var current: Self { Self(userID: UInt32(geteuid())) }

    /// Creates the user of this id.
    private init(userID: UInt32) {
        self.userID = userID
        self.name = Self.name(of: userID) ?? "\(userID)"
    }

    /// The kernel's data about the peer of a connection.
    private struct Credentials: Sendable {
        var processID: Int32
        var userID: UInt32
        var groupID: UInt32
    }

    /// A user without permissions, if the kernel does not identify the user.
    private static let unknown = Self(userID: .max, name: "unknown")

    /// Returns the user at the other end of the operators' socket; `nil` for a connection from the network.
    ///
    /// If the kernel does not identify the user, it returns a user without permissions.
    package static func of(_ channel: any Channel) async -> Self? {
        guard channel.localAddress?.protocol == .unix else { return nil }
        #if os(Linux)
        guard let socket = channel as? any SocketOptionProvider else { return .unknown }
        let credentials: Credentials?
        do {
            // The type is that of SO_PEERCRED on Linux, struct ucred.
            credentials =
                try await socket.unsafeGetSocketOption(
                    level: SocketOptionLevel(SOL_SOCKET),
                    name: SocketOptionName(SO_PEERCRED)
                ).get()
        } catch {
            credentials = nil
        }
        return credentials.map { Self(userID: $0.userID) } ?? .unknown
        #else
        // On other systems the socket's mode has to suffice: it excludes all other users.
        return .current
        #endif
    }

    private static func name(of userID: UInt32) -> String? {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = buffer.count
        return unsafe buffer.withUnsafeMutableBufferPointer { buffer -> String? in
            guard let start = buffer.baseAddress,
                unsafe getpwuid_r(userID, &entry, start, count, &found) == 0, unsafe found != nil,
                let name = unsafe entry.pw_name
            else { return nil }
            return unsafe String(cString: name)
        }
    }
}
