import Glibc
import PersistencePostgreSQL
import PurserTesting

/// A database of its own on the server that tests share.
struct Stage: Sendable {
    /// The server.
    let server: PostgreSQLServer
    /// The database.
    let database: String

    /// Makes the database.
    static func make(_ schema: String = "") async throws -> Self {
        try await DedicatedThread.run {
            let server = try PostgreSQLServer.shared.get()
            let stage = Self(server: server, database: try server.makeDatabase())
            if !schema.isEmpty { try server.psql(schema, database: stage.database) }
            return stage
        }
    }

    /// A connection to the database.
    func connect(
        _ more: String = "",
        role: String = "postgres",
        interruption: PostgreSQLInterruption? = nil
    ) throws -> PostgreSQLConnection {
        try PostgreSQLConnection(
            PostgreSQLSettings(patient: self.server.connection(self.database, role: role, more)),
            interruption: interruption ?? PostgreSQLInterruption()
        )
    }

    /// Does the work on a connection to the database, on a thread of its own.
    func run<Outcome: Sendable>(
        _ work: @escaping @Sendable (PostgreSQLConnection) throws -> Outcome
    ) async throws -> Outcome {
        try await DedicatedThread.run { try work(try self.connect()) }
    }

    /// Does the work on a connection to the database, and returns the failure that it ended with, if any.
    func failure<Outcome>(
        _ more: String = "",
        role: String = "postgres",
        _ work: @escaping @Sendable (PostgreSQLConnection) throws -> Outcome
    ) async throws -> PostgreSQLFailure? {
        try await DedicatedThread.failure { try work(try self.connect(more, role: role)) }
    }
}

/// A server on a free port of loopback that takes connections, as the system does for it, and says nothing.
final class SilentServer: Sendable {
    /// The port.
    let port: Int
    private let descriptor: CInt

    /// Begins to listen.
    init() throws {
        self.descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = self.descriptor
        let code = unsafe withUnsafeMutableBytes(of: &address) { bytes -> CInt in
            guard let place = unsafe bytes.assumingMemoryBound(to: sockaddr.self).baseAddress else { return -1 }
            guard unsafe bind(descriptor, place, length) == 0, listen(descriptor, 8) == 0 else { return -1 }
            return unsafe getsockname(descriptor, place, &length)
        }
        self.port = Int(UInt16(bigEndian: address.sin_port))
        guard code == 0 else { throw ChildProgram.Problem(description: "There is no free port on loopback.") }
    }

    deinit { close(self.descriptor) }
}
