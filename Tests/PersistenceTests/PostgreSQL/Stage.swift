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
        try await OwnThread.run {
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
        try await OwnThread.run { try work(try self.connect()) }
    }

    /// Does the work on a connection to the database, and returns the failure that it ended with, if any.
    func failure<Outcome>(
        _ more: String = "",
        role: String = "postgres",
        _ work: @escaping @Sendable (PostgreSQLConnection) throws -> Outcome
    ) async throws -> PostgreSQLFailure? {
        try await OwnThread.failure { try work(try self.connect(more, role: role)) }
    }
}
