import Ledger
import PersistencePostgreSQL
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Testing

@Suite struct RepositoryContractTests {
    @Test("In memory", arguments: RepositoryContract.behaviours)
    func memory(behaviour: RepositoryContract.Behaviour) async throws {
        let log = RecordedLog()
        try await behaviour.check(RepositoryUnderTest(InMemoryRepository(logger: log.logger), log: log))
    }

    @Test("In SQLite", arguments: RepositoryContract.behaviours)
    func sqlite(behaviour: RepositoryContract.Behaviour) async throws {
        let database = try TemporaryDatabase()
        let subject = try await database.underTest()
        try await behaviour.check(subject)
        await subject.repository.close()
    }

    @Test("In PostgreSQL", arguments: RepositoryContract.behaviours)
    func postgreSQL(behaviour: RepositoryContract.Behaviour) async throws {
        try await self.check(behaviour, in: try await PostgreSQLDatabase.copied().underTest())
    }

    /// All of them with more time; each has a database of its own, which takes most of it.
    private static let someBehaviours = RepositoryContract.behaviours.enumerated().filter { place, _ in
        TestScale.factor > 1 || place % 4 == 0
    }.map(\.element)

    @Test("In PostgreSQL, memory and server saying the same", arguments: Self.someBehaviours)
    func foresight(behaviour: RepositoryContract.Behaviour) async throws {
        try await self.check(behaviour, in: try await PostgreSQLDatabase.copied().underTest(checksBatches: true))
    }

    private func check(_ behaviour: RepositoryContract.Behaviour, in subject: RepositoryUnderTest) async throws {
        var failure: (any Error)?
        do { try await behaviour.check(subject) } catch { failure = error }
        await subject.repository.close()
        if let failure { throw failure }
    }
}
