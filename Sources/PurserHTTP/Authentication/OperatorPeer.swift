import Foundation
package import NIOCore

/// Who is at the other end of the operators' socket, as the kernel says.
package struct OperatorPeer: Hashable, Sendable {
    /// The number of the user.
    package let userID: UInt32
    /// The name of the user, or his number where he has none.
    package let name: String

    /// A peer of these values.
    package init(userID: UInt32, name: String) {
        self.userID = userID
        self.name = name
    }

    /// Whether this user may give the server's commands: its own user and the machine's administrator.
    ///
    /// The socket's mode says the same; this holds also while the file is being made, and where a mode was changed.
    package var mayCommand: Bool { self.userID == 0 || self.userID == UInt32(geteuid()) }

    /// The user that this process runs as.
    package static var current: Self { Self(userID: UInt32(geteuid())) }

    /// The user of this number.
    private init(userID: UInt32) {
        self.userID = userID
        self.name = Self.name(of: userID) ?? "\(userID)"
    }

    /// What the kernel says of a connection's other end.
    private struct Credentials: Sendable {
        var processID: Int32
        var userID: UInt32
        var groupID: UInt32
    }

    /// A user whom the kernel does not name, and who may do nothing.
    private static let unknown = Self(userID: .max, name: "unknown")

    /// Returns the user at the other end of the operators' socket, or `nil` for a connection from the network.
    ///
    /// What the kernel cannot tell is a user who may do nothing.
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
        // Elsewhere the socket's mode has to do: it lets in nobody else.
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
