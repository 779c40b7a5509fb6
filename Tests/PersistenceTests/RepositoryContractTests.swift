import Ledger
import PersistencePostgreSQL
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Synchronization
import Testing

@Suite struct RepositoryContractTests {
    @Test("In memory", arguments: RepositoryContract.behaviors)
    func memory(behavior: RepositoryContract.Behavior) async throws {
        let log = RecordedLog()
        try await behavior.check(RepositoryUnderTest(InMemoryRepository(logger: log.logger), log: log))
    }

    @Test("In SQLite", arguments: RepositoryContract.behaviors)
    func sqlite(behavior: RepositoryContract.Behavior) async throws {
        let database = try TemporaryDatabase()
        let subject = try await database.underTest()
        try await behavior.check(subject)
        await subject.repository.close()
    }

    @Test("In SQLite, a commit reports the work that it makes due", arguments: Self.behaviors(from: 1))
    func reportedWork(behavior: RepositoryContract.Behavior) async throws {
        let database = try TemporaryDatabase()
        let observer = Mutex<ReportedWork?>(nil)
        let subject = try await database.underTest { work in observer.withLock { $0 }?.take(work) }
        let repository = ReportedWork(subject.repository)
        observer.withLock { $0 = repository }
        try await behavior.check(RepositoryUnderTest(repository, log: subject.log, reopen: subject.reopen))
        #expect(repository.omissions.isEmpty)
        await repository.close()
    }

    @Test("In PostgreSQL", arguments: RepositoryContract.behaviors)
    func postgreSQL(behavior: RepositoryContract.Behavior) async throws {
        try await self.check(behavior, in: try await PostgreSQLDatabase.copied().underTest())
    }

    /// Returns the tested behaviors: all at full scale, otherwise every fourth, beginning with this one.
    ///
    /// Observing each commit, or comparing each value with the stored one, takes longer than the behavior itself.
    private static func behaviors(from first: Int) -> [RepositoryContract.Behavior] {
        RepositoryContract.behaviors.enumerated().filter { place, _ in
            TestScale.factor > 1 || place % 4 == first
        }.map(\.element)
    }

    @Test("In PostgreSQL, each remembered value is the stored one", arguments: Self.behaviors(from: 0))
    func rememberedInPostgreSQL(behavior: RepositoryContract.Behavior) async throws {
        try await self.check(behavior, in: try await PostgreSQLDatabase.copied().underTest(checksGroups: true))
    }

    @Test("In SQLite, each remembered value is the stored one", arguments: Self.behaviors(from: 2))
    func rememberedInSQLite(behavior: RepositoryContract.Behavior) async throws {
        let database = try TemporaryDatabase()
        try await self.check(behavior, in: try await database.underTest(checksGroups: true))
    }

    private func check(_ behavior: RepositoryContract.Behavior, in subject: RepositoryUnderTest) async throws {
        var failure: (any Error)?
        do { try await behavior.check(subject) } catch { failure = error }
        await subject.repository.close()
        if let failure { throw failure }
    }
}
