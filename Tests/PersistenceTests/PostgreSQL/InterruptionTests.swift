import PersistencePostgreSQL
import PurserTesting
import Testing

@Suite struct InterruptionTests {
    private static let sleep = PostgreSQLStatement("sleep", "SELECT pg_sleep(60)")
    private static let one = PostgreSQLStatement("one", "SELECT 1")
    private static let insert = PostgreSQLStatement("insert", "INSERT INTO item VALUES ($1)")

    /// Waits until the server shows a statement of the database at work that begins so, or waits so.
    private func awaitWork(_ stage: Stage, _ condition: String) async throws {
        try await DedicatedThread.run {
            let query = "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(stage.database)' AND \(condition)"
            while try stage.server.psql(query) == "0" {}
        }
    }

    @Test("A statement is canceled from another thread, and the connection goes on")
    func cancel() async throws {
        let stage = try await Stage.make()
        let interruption = try PostgreSQLInterruption()
        #expect(!interruption.cancel())
        async let failure = DedicatedThread.failure {
            let connection = try stage.connect(interruption: interruption)
            let failure = #expect(throws: PostgreSQLFailure.self) { try connection.query(Self.sleep) }
            #expect(try connection.query(Self.one).integer(row: 0, column: 0) == 1)
            if let failure { throw failure }
        }
        try await self.awaitWork(stage, "wait_event = 'PgSleep'")
        #expect(try await DedicatedThread.run { interruption.cancel() })
        #expect(try await failure?.code == .canceled)
        #expect(try await failure?.isConnectionLost == false)
        #expect(!interruption.cancel())
    }

    @Test("A thread that waits for an answer is woken when its connection is closed, which is then of no more use")
    func closeWhileWaiting() async throws {
        let stage = try await Stage.make()
        let interruption = try PostgreSQLInterruption()
        async let ended: Void = DedicatedThread.run {
            let connection = try stage.connect(interruption: interruption)
            let failure = #expect(throws: PostgreSQLFailure.self) { try connection.query(Self.sleep) }
            #expect(failure?.code == .closed)
            #expect(failure?.isConnectionLost == true)
            #expect(failure?.isCommitUnknown == false)
            #expect(!connection.isOpen)
            let later = #expect(throws: PostgreSQLFailure.self) { try connection.query(Self.one) }
            #expect(later?.code == .closed)
        }
        try await self.awaitWork(stage, "wait_event = 'PgSleep'")
        // Long before the server has slept its fill, which would be no failure.
        interruption.close()
        try await ended
    }

    @Test("A thread that waits for a connection is woken when it is closed")
    func closeWhileConnecting() async throws {
        let silent = try SilentServer()
        let interruption = try PostgreSQLInterruption()
        async let failure = DedicatedThread.failure {
            let words = "host=127.0.0.1 port=\(silent.port)"
            let settings = PostgreSQLSettings(connection: words, connectLimit: .seconds(60))
            _ = try PostgreSQLConnection(settings, interruption: interruption)
        }
        interruption.close()
        #expect(try await failure?.code == .closed)
    }

    @Test("A server that stays silent for too long is given up")
    func silence() async throws {
        let stage = try await Stage.make()
        let failure = try await stage.failure { connection in
            connection.waitLimit = .milliseconds(200)
            try connection.query(Self.sleep)
        }
        #expect(failure?.code == .unresponsive)
        #expect(failure?.isConnectionLost == true)
        #expect(failure?.isCommitUnknown == false)
    }

    @Test("A connection that an administrator ends says so, with nothing unknown")
    func terminated() async throws {
        let stage = try await Stage.make("CREATE TABLE item (id bigint PRIMARY KEY)")
        async let failure = stage.failure { connection in
            try connection.enqueue(.begin)
            try connection.enqueue(Self.insert, [.integer(1)])
            try connection.query(Self.sleep)
        }
        try await self.awaitWork(stage, "wait_event = 'PgSleep'")
        try await self.terminate(stage)
        #expect(try await failure?.code == .shutdown)
        #expect(try await failure?.state == "57P01")
        #expect(try await failure?.isConnectionLost == true)
        #expect(try await failure?.isCommitUnknown == false)
        #expect(
            try await DedicatedThread.run { try stage.server.psql("SELECT * FROM item", database: stage.database) }
                == ""
        )
    }

    @Test("A lock that is held for too long, and a deadlock's victim, are reported as such")
    func locks() async throws {
        let stage = try await Stage.make("CREATE TABLE item (id bigint); INSERT INTO item VALUES (1)")
        let lock = PostgreSQLStatement("lock", "UPDATE item SET id = id")
        let failure = try await stage.failure { first in
            try first.query(.begin)
            try first.query(lock)
            let second = try stage.connect("options='-c lock_timeout=50ms'")
            try second.query(lock)
        }
        #expect(failure?.code == .lockTimeout)
        #expect(failure?.isRetryable == false)
    }

    @Test("A transaction that another one is in the way of may be run again")
    func conflict() async throws {
        let stage = try await Stage.make("CREATE TABLE item (id bigint); INSERT INTO item VALUES (1)")
        let change = PostgreSQLStatement("change", "UPDATE item SET id = id + 1")
        let failure = try await stage.failure { first in
            try first.query(PostgreSQLStatement("begin", "BEGIN ISOLATION LEVEL REPEATABLE READ"))
            try first.query(PostgreSQLStatement("look", "SELECT * FROM item"))
            try stage.connect().query(change)
            try first.query(change)
        }
        #expect(failure?.code == .conflict)
        #expect(failure?.isRetryable == true)
    }

    @Test("A violated constraint, a missing privilege and an invalid text have their own errors")
    func otherFailures() async throws {
        let stage = try await Stage.make("CREATE TABLE item (id bigint CHECK (id > 0)); CREATE ROLE poor LOGIN")
        let check = try await stage.failure { try $0.query(Self.insert, [.integer(0)]) }
        #expect(check?.code == .constraint)
        #expect(check?.constraint == "item_id_check")
        #expect(try await stage.failure(role: "poor") { try $0.query(Self.insert, [.integer(1)]) }?.code == .permission)
        let zero = try await stage.failure { connection in
            try connection.query(
                PostgreSQLStatement("read", "SELECT convert_from($1::bytea, 'UTF8')"),
                [.bytes([0xFF])]
            )
        }
        #expect(zero?.state == "22021")
    }

    @Test(
        "Each error that an operator treats differently has its own code, with any server message",
        arguments: [
            ("53100", PostgreSQLFailure.Code.diskFull), ("53200", .outOfResources), ("54000", .outOfResources),
            ("58030", .diskFailure), ("XX001", .diskFailure), ("40P01", .conflict), ("40001", .conflict),
            ("57014", .canceled), ("42P01", .missingObject), ("3F000", .missingObject), ("23514", .constraint),
            ("25006", .readOnly), ("XX000", .other),
        ]
    )
    func codes(_ state: String, _ code: PostgreSQLFailure.Code) async throws {
        let stage = try await Stage.make()
        let script = "DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '\(state)', DETAIL = 'secret'; END $$"
        let failure = try await stage.failure { try $0.execute(script: script) }
        #expect(failure?.code == code)
        #expect(failure?.state == state)
        #expect(failure?.detail == "no")
        #expect(failure?.isConnectionLost == false)
    }

    private func terminate(_ stage: Stage) async throws {
        try await DedicatedThread.run {
            try stage.server.psql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(stage.database)'"
            )
        }
    }
}
