import PersistencePostgreSQL
import PurserTesting
import Testing

/// Tests of a commit whose standby never answers.
@Suite struct CommitTests {
    private static let insert = PostgreSQLStatement("insert", "INSERT INTO item VALUES ($1)")
    private static let other = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"

    /// A server whose commits wait for a standby that is not there, with a table.
    private static let server = Result {
        let server = try PostgreSQLServer()
        try server.psql("CREATE TABLE item (id bigint PRIMARY KEY)")
        try server.psql("ALTER SYSTEM SET synchronous_standby_names = 'absent'", "SELECT pg_reload_conf()")
        while try server.psql("SHOW synchronous_standby_names") != "absent" {}
        return server
    }

    /// Does work that waits in its commit, does something to it from outside, and returns the failure it ended with.
    private func failure(
        id: Int64,
        interruption: PostgreSQLInterruption,
        waitLimit: Duration = .seconds(30),
        _ work: @escaping @Sendable (PostgreSQLConnection) throws -> Void,
        meanwhile: @escaping @Sendable (_ server: PostgreSQLServer, _ pid: String) throws -> Void
    ) async throws -> PostgreSQLFailure? {
        let server = try await DedicatedThread.run { try Self.server.get() }
        let name = "commit_\(id)"
        async let failure = DedicatedThread.failure {
            let settings = PostgreSQLSettings(
                connection: server.connection(),
                applicationName: name,
                waitLimit: waitLimit
            )
            let connection = try PostgreSQLConnection(settings, interruption: interruption)
            try work(connection)
        }
        try await DedicatedThread.run {
            var pid = ""
            while pid.isEmpty { pid = try server.psql("\(Self.other) AND application_name = '\(name)'") }
            try meanwhile(server, pid)
        }
        return try await failure
    }

    @Test("A connection that is lost while it commits leaves the commit unknown, though it happened")
    func lostCommit() async throws {
        let failure = try await self.failure(id: 1, interruption: PostgreSQLInterruption()) { connection in
            try connection.enqueue(.begin)
            try connection.enqueue(Self.insert, [.integer(1)])
            try connection.query(.commit)
        } meanwhile: { server, pid in
            try server.psql("SELECT pg_terminate_backend(\(pid))")
        }
        #expect(failure?.isConnectionLost == true)
        #expect(failure?.isCommitUnknown == true)
        #expect(failure?.code == .connectionLost || failure?.code == .shutdown)
        let server = try await DedicatedThread.run { try Self.server.get() }
        #expect(try await DedicatedThread.run { try server.psql("SELECT count(*) FROM item WHERE id = 1") } == "1")
    }

    @Test("So does one that is lost where a statement outside of a block commits by itself")
    func lostImplicitCommit() async throws {
        let failure = try await self.failure(id: 2, interruption: PostgreSQLInterruption()) { connection in
            try connection.query(Self.insert, [.integer(2)])
        } meanwhile: { server, pid in
            try server.psql("SELECT pg_terminate_backend(\(pid))")
        }
        #expect(failure?.isCommitUnknown == true)
    }

    @Test("A commit is never canceled, and closing the connection during it leaves its outcome unknown")
    func noCancel() async throws {
        let interruption = try PostgreSQLInterruption()
        let failure = try await self.failure(id: 3, interruption: interruption) { connection in
            try connection.enqueue(.begin)
            try connection.enqueue(Self.insert, [.integer(3)])
            try connection.query(.commit)
        } meanwhile: { _, _ in
            #expect(!interruption.cancel())
            interruption.close()
        }
        #expect(failure?.code == .closed)
        #expect(failure?.isCommitUnknown == true)
    }

    @Test("A commit that takes longer than the timeout is unknown")
    func silentCommit() async throws {
        let interruption = try PostgreSQLInterruption()
        let failure = try await self.failure(id: 4, interruption: interruption, waitLimit: .seconds(2)) { connection in
            try connection.enqueue(.begin)
            try connection.enqueue(Self.insert, [.integer(4)])
            try connection.query(.commit)
        } meanwhile: { _, _ in
        }
        #expect(failure?.code == .unresponsive)
        #expect(failure?.isCommitUnknown == true)
    }

    @Test("A canceled wait for the standby is no success, in a block or outside", arguments: [5, 6])
    func canceledWait(_ id: Int64) async throws {
        let failure = try await self.failure(id: id, interruption: PostgreSQLInterruption()) { connection in
            if id == 5 { try connection.enqueue(.begin) }
            try connection.enqueue(Self.insert, [.integer(id)])
            if id == 5 { try connection.enqueue(.commit) }
            try connection.drain()
        } meanwhile: { server, pid in
            try server.psql("SELECT pg_cancel_backend(\(pid))")
        }
        #expect(failure?.code == .unconfirmed)
        #expect(failure?.isCommitUnknown == true)
        #expect(failure?.isConnectionLost == false)
    }

    @Test("A statement that only reads commits nothing that could be unknown")
    func reading() async throws {
        let server = try await DedicatedThread.run { try Self.server.get() }
        let failure = try await DedicatedThread.failure {
            let connection = try PostgreSQLConnection(
                PostgreSQLSettings(connection: server.connection()),
                interruption: PostgreSQLInterruption()
            )
            connection.waitLimit = .milliseconds(100)
            try connection.query(PostgreSQLStatement("sleep", "SELECT pg_sleep(60)"))
        }
        #expect(failure?.code == .unresponsive)
        #expect(failure?.isCommitUnknown == false)
    }
}
