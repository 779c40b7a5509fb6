import PersistencePostgreSQL
import PurserTesting
import Testing

@Suite struct PoolTests {
    private static let one = PostgreSQLStatement("one", "SELECT 1")
    private static let sleep = PostgreSQLStatement("sleep", "SELECT pg_sleep(60)")
    private static let insert = PostgreSQLStatement("insert", "INSERT INTO item VALUES ($1)")
    private static let schema = "CREATE TABLE item (id bigint PRIMARY KEY)"

    private func pool(
        _ stage: Stage,
        connections: Int = 2,
        waitingLimit: Int = 1000,
        _ more: String = ""
    ) throws -> PostgreSQLPool {
        let settings = PostgreSQLSettings(patient: stage.server.connection(stage.database, more))
        let pool = try PostgreSQLPool(settings, connections: connections, waitingLimit: waitingLimit)
        pool.start()
        return pool
    }

    private func failure<Outcome>(
        _ pool: PostgreSQLPool,
        _ work: @escaping @Sendable (PostgreSQLConnection) throws -> Outcome
    ) async throws -> PostgreSQLFailure? {
        do {
            try await pool.run { _ = try work($0) }
            return nil
        } catch let failure as PostgreSQLFailure {
            return failure
        }
    }

    private func count(_ pool: PostgreSQLPool) async throws -> Int64 {
        let count = PostgreSQLStatement("count", "SELECT count(*) FROM item")
        return try await pool.run { try $0.query(count).integer(row: 0, column: 0) }
    }

    @Test("Jobs are done on any of the connections, and close finishes those that wait")
    func jobs() async throws {
        let pool = try self.pool(try await Stage.make(Self.schema))
        try await withThrowingTaskGroup { group in
            for id in 0..<200 {
                group.addTask { try await pool.run { _ = try $0.query(Self.insert, [.integer(Int64(id))]) } }
            }
            try await group.waitForAll()
        }
        #expect(try await self.count(pool) == 200)
        #expect(pool.status.wanted == 2 && pool.status.waiting == 0 && pool.status.connected >= 1)
        #expect(pool.status.lastFailure == nil)
        await pool.close()
        #expect(try await self.failure(pool) { try $0.query(Self.one) }?.code == .closed)
        await pool.close()
    }

    @Test("A job that throws leaves nothing behind, and neither does one that left its transaction open")
    func leftovers() async throws {
        struct Mistake: Error {}
        let pool = try self.pool(try await Stage.make(Self.schema), connections: 1)
        await #expect(throws: Mistake.self) {
            try await pool.run { connection in
                try connection.enqueue(.begin)
                try connection.query(Self.insert, [.integer(1)])
                throw Mistake()
            }
        }
        let open = try await self.failure(pool) { connection in
            try connection.enqueue(.begin)
            try connection.enqueue(Self.insert, [.integer(1)])
        }
        #expect(open?.code == .misuse)
        #expect(try await self.count(pool) == 0)
        await pool.close()
    }

    @Test("A job succeeds only if everything succeeded that it sent, though it waited for none of it")
    func unawaited() async throws {
        let pool = try self.pool(try await Stage.make(Self.schema), connections: 1)
        try await pool.run { try $0.enqueue(Self.insert, [.integer(1)]) }
        #expect(try await self.failure(pool) { try $0.enqueue(Self.insert, [.integer(1)]) }?.code == .constraint)
        #expect(try await self.count(pool) == 1)
        await pool.close()
    }

    @Test("Work beyond the queue's limit is refused, and waiting work is done")
    func overloaded() async throws {
        let stage = try await Stage.make(Self.schema)
        let pool = try self.pool(stage, connections: 1, waitingLimit: 1)
        let begun = try WakeDescriptor()
        let gate = try WakeDescriptor()
        // The first one holds the only connection until it is signaled.
        async let first = pool.run { _ in
            begun.signal()
            DedicatedThread.wait(for: gate)
            return 1
        }
        try await DedicatedThread.run { DedicatedThread.wait(for: begun) }
        async let second = pool.run { _ in 2 }
        while pool.status.waiting == 0 { await Task.yield() }
        #expect(try await self.failure(pool) { try $0.query(Self.one) }?.code == .overloaded)
        gate.signal()
        #expect(try await first == 1)
        #expect(try await second == 2)
        await pool.close()
    }

    @Test("Jobs fail at once while no connection can be made, with the reason")
    func nobodyThere() async throws {
        let settings = PostgreSQLSettings(connection: "host=127.0.0.1 port=1")
        let pool = try PostgreSQLPool(settings, connections: 2)
        pool.start()
        #expect(try await self.failure(pool) { try $0.query(Self.one) }?.code == .unreachable)
        #expect(try await self.failure(pool) { try $0.query(Self.one) }?.code == .unreachable)
        #expect(pool.status.connected == 0)
        #expect(pool.status.lastFailure?.code == .unreachable)
        await pool.close()
    }

    @Test("A pool whose server never answers is closed at once")
    func closeWhileConnecting() async throws {
        let silent = try SilentServer()
        let settings = PostgreSQLSettings(connection: "host=127.0.0.1 port=\(silent.port)", connectLimit: .seconds(60))
        let pool = try PostgreSQLPool(settings, connections: 2)
        pool.start()
        async let failure = self.failure(pool) { try $0.query(Self.one) }
        while pool.status.waiting == 0 { await Task.yield() }
        await pool.close()
        #expect(try await failure?.code == .closed)
    }

    @Test("An abort ends what is at work")
    func abort() async throws {
        let stage = try await Stage.make()
        let pool = try self.pool(stage, connections: 1)
        async let failure = self.failure(pool) { try $0.query(Self.sleep) }
        try await DedicatedThread.run {
            let sleeping = "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(stage.database)'"
            while try stage.server.psql("\(sleeping) AND wait_event = 'PgSleep'") == "0" {}
        }
        pool.abort()
        #expect(try await failure?.code == .closed)
        await pool.close()
    }

    @Test("An idle connection that ends is noticed and replaced, and no job is lost")
    func idleLoss() async throws {
        let stage = try await Stage.make()
        let pool = try self.pool(stage)
        let own = PostgreSQLStatement("own", "SELECT pg_backend_pid()")
        let before = try await pool.run { try $0.query(own).integer(row: 0, column: 0) }
        try await DedicatedThread.run {
            try stage.server.psql(
                "SELECT pg_terminate_backend(pid, 300000) FROM pg_stat_activity WHERE datname = '\(stage.database)'"
            )
        }
        let after = try await pool.run { try $0.query(own).integer(row: 0, column: 0) }
        #expect(before != after)
        await pool.close()
    }

    @Test("A server that is killed in the middle fails the work with a lost connection, and the pool finds it again")
    func killedServer() async throws {
        let server = try await DedicatedThread.run { try PostgreSQLServer() }
        try await DedicatedThread.run { try server.psql(Self.schema) }
        let pool = try PostgreSQLPool(PostgreSQLSettings(connection: server.connection()), connections: 2)
        pool.start()
        try await pool.run { _ = try $0.query(Self.insert, [.integer(1)]) }
        async let failure = self.failure(pool) { connection in
            try connection.enqueue(.begin)
            try connection.enqueue(Self.insert, [.integer(2)])
            try connection.query(Self.sleep)
        }
        try await DedicatedThread.run {
            while try server.psql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") == "0" {}
            try server.kill()
        }
        #expect(try await failure?.code == .connectionLost)
        #expect(try await failure?.isConnectionLost == true)
        #expect(try await failure?.isCommitUnknown == false)
        // With no server it is refused; how, depends on whether its socket is still there.
        #expect(try await self.failure(pool) { try $0.query(Self.one) }?.code == .unreachable)
        try await DedicatedThread.run { try server.start() }
        var later = try await self.failure(pool) { try $0.query(Self.one) }
        while let code = later?.code, code == .unreachable || code == .shutdown {
            later = try await self.failure(pool) { try $0.query(Self.one) }
        }
        #expect(later == nil)
        #expect(try await self.count(pool) == 1)
        #expect(pool.status.lastFailure == nil)
        await pool.close()
        try await DedicatedThread.run { try server.stop() }
    }

    @Test("A machine that hangs is given up within the limit, and found again when it goes on")
    func frozenServer() async throws {
        let server = try await DedicatedThread.run { try PostgreSQLServer() }
        var settings = PostgreSQLSettings(connection: server.networkConnection(), connectLimit: .seconds(1))
        settings.waitLimit = .milliseconds(500)
        let pool = try PostgreSQLPool(settings, connections: 1)
        pool.start()
        while try await self.failure(pool, { try $0.query(Self.one) }) != nil {}
        try await DedicatedThread.run { try server.freeze(true) }
        #expect(try await self.failure(pool) { try $0.query(Self.one) }?.code == .unresponsive)
        #expect(try await self.failure(pool) { try $0.query(Self.one) }?.code == .unreachable)
        try await DedicatedThread.run { try server.freeze(false) }
        while try await self.failure(pool, { try $0.query(Self.one) }) != nil {}
        await pool.close()
    }
}
