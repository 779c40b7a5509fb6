import Ledger
import Logging
import PersistencePostgreSQL
import PurserTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReadDeadlineTests {
    private static let lock = PostgreSQLStatement("lock", "LOCK TABLE counter IN ACCESS EXCLUSIVE MODE")

    @Test("The server ends a statement of a read that takes too long, and the next read succeeds")
    func tooSlow() async throws {
        let database = try await PostgreSQLDatabase.copied()
        let repository = try await DedicatedThread.run {
            try PostgreSQLRepository(
                database.settings,
                readerCount: 1,
                readDeadline: .milliseconds(200),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        }
        #expect(try await repository.read { view in try view.auditHead().count } == 0)
        let isLocked = try WakeDescriptor()
        let gate = try WakeDescriptor()
        async let locked: Void = DedicatedThread.run {
            let connection = try PostgreSQLConnection(database.settings, interruption: PostgreSQLInterruption())
            defer { connection.close() }
            try connection.enqueue(.begin)
            try connection.query(Self.lock)
            isLocked.signal()
            DedicatedThread.wait(for: gate)
        }
        try await DedicatedThread.run { DedicatedThread.wait(for: isLocked) }
        await #expect(throws: RepositoryError.tooSlow) {
            try await repository.read { view in try view.auditHead().count }
        }
        #expect(repository.failureCounts == [.tooSlow: 1])
        gate.signal()
        try await locked
        #expect(try await repository.read { view in try view.auditHead().count } == 0)
        await repository.close()
    }
}
