import PersistencePostgreSQL
import PurserTesting
import Testing

@Suite struct PipelineTests {
    private static let insert = PostgreSQLStatement("insert", "INSERT INTO item (id, body) VALUES ($1, $2)")
    private static let count = PostgreSQLStatement("count", "SELECT count(*) FROM item")
    private static let schema = "CREATE TABLE item (id bigint PRIMARY KEY, body bytea NOT NULL)"

    @Test("Ten thousand inserts go out without waiting, and the query after them sees them all")
    func manyInserts() async throws {
        let stage = try await Stage.make(Self.schema)
        try await stage.run { connection in
            try connection.enqueue(.begin)
            for id in 0..<10_000 {
                try connection.enqueue(Self.insert, [.integer(Int64(id)), .bytes(Array(repeating: 7, count: 300))])
            }
            #expect(try connection.query(Self.count).integer(row: 0, column: 0) == 10_000)
            #expect(connection.takeChangedRows() == 10_000)
            #expect(connection.takeChangedRows() == 0)
            #expect(connection.isInBlock)
            try connection.query(.commit)
            #expect(!connection.isInBlock)
        }
        #expect(try await stage.run { try $0.query(Self.count).integer(row: 0, column: 0) } == 10_000)
    }

    @Test("Big answers to big statements in one pipeline do not make both sides wait for each other")
    func bigAnswers() async throws {
        let stage = try await Stage.make()
        try await stage.run { connection in
            let echo = PostgreSQLStatement("echo", "SELECT $1::bytea || $1::bytea")
            let bytes = [UInt8](repeating: 9, count: 1 << 20)
            for _ in 0..<40 { try connection.enqueue(echo, [.bytes(bytes)]) }
            #expect(try connection.query(echo, [.bytes(bytes)]).bytes(row: 0, column: 0).count == 2 << 20)
        }
    }

    @Test("The first error of a pipeline is thrown by the next query, and nothing after it has run")
    func firstError() async throws {
        let stage = try await Stage.make(Self.schema)
        try await stage.run { connection in
            try connection.enqueue(.begin)
            try connection.enqueue(Self.insert, [.integer(1), .bytes([])])
            try connection.enqueue(Self.insert, [.integer(1), .bytes([])])
            try connection.enqueue(PostgreSQLStatement("nonsense", "SELECT 1 FROM nowhere"))
            try connection.enqueue(Self.insert, [.integer(2), .bytes([])])
            let failure = #expect(throws: PostgreSQLFailure.self) { try connection.query(Self.count) }
            #expect(failure?.code == .constraint)
            #expect(failure?.state == "23505")
            #expect(failure?.constraint == "item_pkey")
            #expect(failure?.statement == "insert")
            #expect(failure?.isConnectionLost == false)
            #expect(connection.isInBlock)
            try connection.query(.rollback)
            #expect(!connection.isInBlock)
            #expect(try connection.query(Self.count).integer(row: 0, column: 0) == 0)
        }
    }

    @Test("After an error the work before the savepoint is kept, and the work after it is not")
    func savepoint() async throws {
        let stage = try await Stage.make(Self.schema)
        try await stage.run { connection in
            let save = PostgreSQLStatement("save", "SAVEPOINT unit")
            let back = PostgreSQLStatement("back", "ROLLBACK TO SAVEPOINT unit")
            let release = PostgreSQLStatement("release", "RELEASE SAVEPOINT unit")
            try connection.enqueue(.begin)
            try connection.enqueue(Self.insert, [.integer(1), .bytes([])])
            try connection.enqueue(save)
            try connection.enqueue(Self.insert, [.integer(2), .bytes([])])
            try connection.enqueue(Self.insert, [.integer(1), .bytes([])])
            let failure = #expect(throws: PostgreSQLFailure.self) { try connection.drain() }
            #expect(failure?.code == .constraint)
            try connection.enqueue(back)
            try connection.enqueue(Self.insert, [.integer(3), .bytes([])])
            try connection.enqueue(release)
            try connection.query(.commit)
            let ids = try connection.query(PostgreSQLStatement("ids", "SELECT id FROM item ORDER BY id"))
            #expect(try (0..<ids.rowCount).map { try ids.integer(row: $0, column: 0) } == [1, 3])
        }
    }

    @Test("To commit a transaction that has failed is a failure, though the server answers without an error")
    func commitOfFailed() async throws {
        let stage = try await Stage.make(Self.schema)
        let failure = try await stage.failure { connection in
            try connection.enqueue(.begin)
            try connection.enqueue(Self.insert, [.integer(1), .bytes([])])
            try connection.enqueue(Self.insert, [.integer(1), .bytes([])])
            #expect(throws: PostgreSQLFailure.self) { try connection.drain() }
            try connection.query(.commit)
        }
        #expect(failure?.code == .rolledBack)
        #expect(failure?.isCommitUnknown == false)
        #expect(try await stage.run { try $0.query(Self.count).integer(row: 0, column: 0) } == 0)
    }

    @Test("Outside of a block everything up to a query is one transaction")
    func implicitBlock() async throws {
        let stage = try await Stage.make(Self.schema)
        try await stage.run { connection in
            try connection.enqueue(Self.insert, [.integer(1), .bytes([])])
            try connection.enqueue(Self.insert, [.integer(2), .bytes([])])
            try connection.enqueue(Self.insert, [.integer(2), .bytes([])])
            #expect(throws: PostgreSQLFailure.self) { try connection.drain() }
            #expect(try connection.query(Self.count).integer(row: 0, column: 0) == 0)
            try connection.enqueue(Self.insert, [.integer(1), .bytes([])])
            // A statement that is prepared in between commits nothing.
            try connection.enqueue(PostgreSQLStatement("other", "SELECT 2"))
            try connection.enqueue(Self.insert, [.integer(1), .bytes([])])
            #expect(throws: PostgreSQLFailure.self) { try connection.drain() }
            #expect(try connection.query(Self.count).integer(row: 0, column: 0) == 0)
            try connection.enqueue(Self.insert, [.integer(5), .bytes([])])
            try connection.drain()
            #expect(try connection.query(Self.count).integer(row: 0, column: 0) == 1)
        }
    }

    @Test("A statement that cannot be prepared fails like one that cannot run, and can be used once it can")
    func lateTable() async throws {
        let stage = try await Stage.make()
        try await stage.run { connection in
            let failure = #expect(throws: PostgreSQLFailure.self) { try connection.query(Self.count) }
            #expect(failure?.code == .missingObject)
            #expect(failure?.state == "42P01")
            #expect(failure?.statement == "count")
            try connection.execute(script: "\(Self.schema); INSERT INTO item VALUES (1, ''), (2, '')")
            #expect(try connection.query(Self.count).integer(row: 0, column: 0) == 2)
        }
    }

    @Test("A statement whose answer changed with the schema fails once, as one that may be tried again")
    func changedSchema() async throws {
        let stage = try await Stage.make(Self.schema)
        try await stage.run { connection in
            let all = PostgreSQLStatement("all", "SELECT * FROM item")
            try connection.query(all)
            try connection.execute(script: "ALTER TABLE item ADD COLUMN more text")
            let failure = #expect(throws: PostgreSQLFailure.self) { try connection.query(all) }
            #expect(failure?.code == .changedSchema)
            #expect(failure?.isRetryable == true)
            #expect(try connection.query(all).columnCount == 3)
        }
    }

    @Test("Statements are prepared ahead in one exchange, and a failure is reported")
    func preparingAhead() async throws {
        let stage = try await Stage.make(Self.schema)
        try await stage.run { connection in
            try connection.prepare([Self.insert, Self.count, .begin])
            try connection.prepare([Self.insert, Self.count])
            let nonsense = PostgreSQLStatement("nonsense", "SELEKT 1")
            let failure = #expect(throws: PostgreSQLFailure.self) { try connection.prepare([nonsense]) }
            #expect(failure?.state == "42601")
            #expect(try connection.query(Self.count).integer(row: 0, column: 0) == 0)
        }
    }

    @Test("A script stops at its first error and leaves nothing, and the pipeline goes on")
    func script() async throws {
        let stage = try await Stage.make()
        try await stage.run { connection in
            let failure = #expect(throws: PostgreSQLFailure.self) {
                try connection.execute(script: "CREATE TABLE a (); SELECT 1 FROM nowhere; CREATE TABLE b ()")
            }
            #expect(failure?.code == .missingObject)
            let tables = PostgreSQLStatement("tables", "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
            #expect(try connection.query(tables).integer(row: 0, column: 0) == 0)
            try connection.query(.begin)
            try connection.execute(script: "CREATE TABLE a (); CREATE TABLE b ()")
            #expect(connection.isInBlock)
            try connection.query(.rollback)
            #expect(try connection.query(tables).integer(row: 0, column: 0) == 0)
        }
    }

    @Test("A copy is refused, not waited for")
    func copy() async throws {
        let stage = try await Stage.make(Self.schema)
        let failure = try await stage.failure { connection in
            try connection.query(PostgreSQLStatement("copy", "COPY item FROM STDIN"))
        }
        #expect(failure != nil)
    }

    @Test("Only rows that were changed are counted as changed")
    func changedRows() async throws {
        let stage = try await Stage.make(Self.schema)
        try await stage.run { connection in
            try connection.enqueue(.begin)
            let make = PostgreSQLStatement("make", "INSERT INTO item SELECT i, '' FROM generate_series(1, 5) i")
            try connection.enqueue(make)
            try connection.enqueue(PostgreSQLStatement("look", "SELECT * FROM item"))
            try connection.enqueue(PostgreSQLStatement("alter", "UPDATE item SET body = 'x' WHERE id < 3"))
            let gone = try connection.query(PostgreSQLStatement("remove", "DELETE FROM item WHERE id = 1 RETURNING id"))
            #expect(gone.changedRows == 1)
            #expect(connection.takeChangedRows() == 8)
            try connection.query(.rollback)
            #expect(connection.takeChangedRows() == 0)
        }
    }
}
