import Ledger
import PersistencePostgreSQL
import PersistenceSQL
import PurserTesting
import Testing

@Suite struct PostgreSQLRepositoryTests {
    /// Statements about transactions, which the server does not plan.
    private static let unplanned = ["BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE"]

    @Test("The server understands every statement")
    func statements() async throws {
        let database = try await PostgreSQLDatabase.shared()
        let failures = try await DedicatedThread.run { () -> [String] in
            let connection = try PostgreSQLConnection(database.settings, interruption: PostgreSQLInterruption())
            defer { connection.close() }
            var failures: [String] = []
            for (name, sql) in PostgreSQLRepository.statements
            where !Self.unplanned.contains(where: sql.hasPrefix) {
                do {
                    try connection.prepare([PostgreSQLStatement(name, sql)])
                } catch {
                    failures.append("\(error): \(sql)")
                }
            }
            return failures
        }
        #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
    }

    @Test("A statement that the server does not understand is reported")
    func misspelled() async throws {
        let database = try await PostgreSQLDatabase.shared()
        await #expect(throws: PostgreSQLFailure.self) {
            try await DedicatedThread.run {
                let connection = try PostgreSQLConnection(database.settings, interruption: PostgreSQLInterruption())
                defer { connection.close() }
                try connection.prepare([PostgreSQLStatement("misspelled", "SELECT nothing FROM counter")])
            }
        }
    }

    @Test("A unit that fails takes no other with it, though what it sent is answered late")
    func neighbors() async throws {
        let database = try await PostgreSQLDatabase.make()
        let repository = try await database.open()
        let outcomes = await withTaskGroup(of: (number: Int, isKept: Bool).self) { group in
            for number in 0..<60 {
                group.addTask {
                    do {
                        try await repository.write { unit in
                            let session = try #require(unit as? Session)
                            try session.run(.transactions.countProbe)
                            // There is no app of this number, and the test does not use the answer.
                            if number % 7 == 3 { try session.run(.sinks.insertSink, [.integer(999), .text("nobody")]) }
                        }
                        return (number, true)
                    } catch {
                        return (number, false)
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.number] = $1.isKept }
        }
        for number in 0..<60 { #expect(outcomes[number] == (number % 7 != 3), "\(number)") }
        let probes = try await DedicatedThread.run {
            let connection = try PostgreSQLConnection(database.settings, interruption: PostgreSQLInterruption())
            defer { connection.close() }
            let statement = PostgreSQLStatement("probes", "SELECT probes FROM counter")
            return try connection.query(statement).integer(row: 0, column: 0)
        }
        #expect(probes == Int64(outcomes.values.count { $0 }))
        await repository.close()
    }

    @Test("Nodes that find an empty database at the same moment all open it")
    func sameMoment() async throws {
        for _ in 0..<5 {
            let database = try await PostgreSQLDatabase.make()
            let nodes = try await withThrowingTaskGroup(of: PostgreSQLRepository.self) { group in
                for _ in 0..<4 { group.addTask { try await database.open() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for node in nodes { await node.close() }
        }
    }

    @Test("Two nodes write in turn: neither changes a number that the other has read")
    func twoNodes() async throws {
        let database = try await PostgreSQLDatabase.make()
        let nodes = [try await database.open(), try await database.open()]
        let name = BudgetName(app: Sample.app, environment: .production, operation: "test")
        let numbers = try await withThrowingTaskGroup(of: Int64.self) { group in
            for count in 0..<200 {
                let node = nodes[count % 2]
                group.addTask { try await node.write { unit in try unit.changeBudget(name) { $0 + 1 } } }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(numbers.sorted() == Array(0..<200))
        for node in nodes { await node.close() }
    }
}
