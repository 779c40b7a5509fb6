import Ledger
import PersistencePostgreSQL
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Testing

/// That the sales of chains which were recorded without them are derived while the server records.
@Suite struct SaleDerivationTests {
    /// Some of everything, half of which is recorded before.
    private static let stories = (UInt64(1)...12).map { seed in
        let story = EvidenceStory(seed: seed).withPrices().withReportedRefunds()
        let facts = story.shuffled(seed: seed)
        return (app: AppName("story-\(seed)"), facts: facts, count: facts.count / 2)
    }

    private static func recordBefore(in repository: any Repository) async throws {
        for story in Self.stories {
            for fact in story.facts[..<story.count] {
                _ = try await repository.record(RepositoryContract.intake(of: fact, app: story.app))
            }
        }
    }

    /// Derives a few at a time and records the rest in between; what comes of it is what direct recording gives.
    private static func deriveWhileRecording(in repository: any Repository) async throws {
        #expect(try await !repository.hasAllSales())
        for story in Self.stories { #expect(try await RepositoryContract.sales(of: story.app, in: repository).isEmpty) }
        for story in Self.stories {
            for (place, fact) in story.facts[story.count...].enumerated() {
                _ = try await repository.record(RepositoryContract.intake(of: fact, app: story.app))
                if place % 6 == 0 { _ = try await repository.deriveSales(limit: 2) }
            }
        }
        while try await repository.deriveSales(limit: 3) {}
        #expect(try await repository.hasAllSales())
        for _ in 0..<2 {
            for story in Self.stories {
                let found = try await RepositoryContract.sales(of: story.app, in: repository)
                #expect(found == RepositoryContract.sales(of: story.facts), "\(story.app)")
            }
            // Once more changes nothing.
            #expect(try await !repository.deriveSales(limit: 1000))
        }
    }

    private static let plan =
        "INSERT INTO sale_derivation (id, derived, through) SELECT 1, 0, max(id) FROM original"

    @Test("A file that was recorded without sales has those of all its chains once they are derived, piece by piece")
    func sqlite() async throws {
        let database = try TemporaryDatabase()
        let first = try database.open()
        try await Self.recordBefore(in: first)
        #expect(try await first.hasAllSales())
        await first.close()
        try await database.change("DELETE FROM sale; \(Self.plan)")
        let repository = try database.open()
        try await Self.deriveWhileRecording(in: repository)
        await repository.close()
        let again = try database.open()
        #expect(try await again.hasAllSales())
        await again.close()
    }

    @Test("A file without purchases has nothing to derive")
    func empty() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        #expect(try await repository.hasAllSales())
        #expect(try await !repository.deriveSales(limit: 1000))
        await repository.close()
    }

    @Test("So has a database on PostgreSQL")
    func postgreSQL() async throws {
        let database = try await PostgreSQLDatabase.copied()
        let first = try await database.open()
        try await Self.recordBefore(in: first)
        await first.close()
        try await OwnThread.run {
            let connection = try PostgreSQLConnection(database.settings, interruption: PostgreSQLInterruption())
            defer { connection.close() }
            _ = try connection.query(PostgreSQLStatement("forgetSales", "DELETE FROM sale"), [])
            _ = try connection.query(PostgreSQLStatement("planSales", Self.plan), [])
        }
        let repository = try await database.open()
        try await Self.deriveWhileRecording(in: repository)
        await repository.close()
    }
}
