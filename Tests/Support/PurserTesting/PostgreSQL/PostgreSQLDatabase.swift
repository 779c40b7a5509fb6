import Ledger
import Logging
package import PersistencePostgreSQL

/// A database of its own on the server that tests share.
package struct PostgreSQLDatabase: Sendable {
    private let server: PostgreSQLServer
    private let name: String

    /// A new database, empty.
    package static func make() async throws -> Self {
        try await DedicatedThread.run {
            let server = try PostgreSQLServer.shared.get()
            return Self(server: server, name: try server.makeDatabase())
        }
    }

    /// A new database with the tables in it: a copy, which takes a fraction of the time that making them takes.
    package static func copied() async throws -> Self {
        let original = try await Self.original.value
        return try await DedicatedThread.run {
            Self(server: original.server, name: try original.server.makeDatabase(like: original.name))
        }
    }

    /// One with the tables in it, for tests that leave it as it is.
    package static func shared() async throws -> Self { try await Self.sharedOne.value }

    private static let sharedOne = Task { try await Self.copied() }

    /// The template of which the other databases are copies.
    ///
    /// No connection to it is open.
    private static let original = Task {
        let database = try await Self.make()
        try await database.open().close()
        return database
    }

    /// How it is reached.
    package var settings: PostgreSQLSettings { PostgreSQLSettings(patient: self.server.connection(self.name)) }

    /// Opens it; if wanted, each value that a group commit remembers is compared with the stored one, and what it logs
    /// is kept.
    package func open(checksGroups: Bool = false, log: RecordedLog? = nil) async throws -> PostgreSQLRepository {
        try await DedicatedThread.run {
            var logger = log?.logger ?? Logger(label: "postgresql") { StreamLogHandler.standardOutput(label: $0) }
            if log == nil { logger.logLevel = .error }
            return try PostgreSQLRepository(self.settings, readerCount: 2, checksGroups: checksGroups, logger: logger)
        }
    }

    /// The repository in it, which can be closed and opened again.
    package func underTest(checksGroups: Bool = false) async throws -> RepositoryUnderTest {
        let log = RecordedLog()
        return RepositoryUnderTest(try await self.open(checksGroups: checksGroups, log: log), log: log) {
            try await self.open(checksGroups: checksGroups, log: log)
        }
    }
}

extension PostgreSQLSettings {
    /// Settings for a server that a test expects to answer, however long a busy machine takes.
    package init(patient connection: String) {
        self.init(connection: connection, connectLimit: TestTimeout.duration, waitLimit: TestTimeout.duration)
    }
}
